import type { z } from "zod";
import type { Ctx } from "@/server/usecases/ctx";
import type { Routed } from "../http/routes";
import type { BankControl } from "./bank-control";

/** One control of the sandbox. All of them answer 200. */
export interface Control<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType>
  extends Routed {
  readonly query?: Query;
  readonly body?: Body;
  run(reach: Reach, input: ControlInput<Query, Body>): Promise<unknown>;
}

/** What a control can reach: the product, and the simulated banks. */
export interface Reach {
  readonly ctx: Ctx;
  readonly bank: BankControl;
}

export interface ControlInput<Query extends z.ZodObject, Body extends z.ZodType> {
  /** The path's `{id}`; empty where it has none. */
  readonly id: string;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
}

/** Checks that a declaration agrees with itself; the table forgets the exact types again. */
export const control = <Query extends z.ZodObject, Body extends z.ZodType>(
  declaration: Control<Query, Body>,
): Control => declaration as unknown as Control;
