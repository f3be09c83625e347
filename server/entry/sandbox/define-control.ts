import type { z } from "zod";
import type { Ctx } from "@/server/usecases/ctx";
import type { Routed } from "../http/routes";
import type { BankControl } from "./bank-control";

/** The declaration of one sandbox control. */
export interface Control<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType> extends Routed {
  /** The status of a success; 200 when omitted. */
  readonly status?: 201;
  /** Set where the answer is a text of this type; JSON when omitted. */
  readonly contentType?: string;
  readonly query?: Query;
  readonly body?: Body;
  run(context: ControlContext, input: ControlInput<Query, Body>): Promise<unknown>;
}

/** The dependencies of a control: the product and the simulated banks. */
interface ControlContext {
  readonly ctx: Ctx;
  readonly bank: BankControl;
}

interface ControlInput<Query extends z.ZodObject, Body extends z.ZodType> {
  /** The path's `{id}`; an empty text when the path has none. */
  readonly id: string;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
}

/** Checks the types within one declaration, then widens them, because the route table holds controls of every type. */
export const defineControl = <Query extends z.ZodObject, Body extends z.ZodType>(
  declaration: Control<Query, Body>,
): Control => declaration as unknown as Control;
