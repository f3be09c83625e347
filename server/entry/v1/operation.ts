import type { z } from "zod";
import type { KeyScope } from "@/server/domain/accounts/key-rights";
import type { ErrorCode } from "@/server/domain/errors";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import type { Routed } from "../http/routes";
import type { PolicyName } from "../limits/rate-limit-policies";
import type { AnswerHeader } from "./openapi-headers";

/**
 * One operation of the merchant API. The route, the checks before it, the budgets and the reference (`openapi.json`)
 * are all derived from this declaration, so they cannot differ.
 */
export interface Operation<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> extends Routed {
  /** The `operationId` of the reference. */
  readonly id: string;
  readonly path: `/v1/${string}`;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The right that the API key needs (D-66). */
  readonly scope: KeyScope;
  /** The budgets, taken in this order after the key look-up (D-7 step 4). */
  readonly budgets: readonly PolicyName[];
  /** The `Retry-After` of every 429 of the operation in seconds, where it is fixed (§8.3). */
  readonly retryAfterSeconds?: number;
  /**
   * Whether the operation begins something new, which is refused first where the process is at its capacity (D-68);
   * what belongs to a payment that is under way goes on.
   */
  readonly isNewWork?: true;
  /** Whether a suspended account is refused (§5). A closed account is always refused. */
  readonly refusedWhenSuspended: boolean;
  /** The schemas of the parameters `{name}` in the path. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: Query;
  /** The query parameters that may be given several times; their schemas parse lists. */
  readonly repeatable?: readonly string[];
  readonly body?: Body;
  /** The successful statuses and their descriptions. */
  readonly answers: Readonly<Partial<Record<200 | 201, string>>>;
  /** The headers that a successful answer may carry besides those of every answer. */
  readonly answerHeaders?: readonly AnswerHeader[];
  readonly result: Named<Result>;
  /** The error codes of this operation, in addition to those of the pipeline. */
  readonly errors: readonly ErrorCode[];
  run(ctx: Ctx, input: Input<Query, Body>): Promise<Answer<Result>>;
}

interface Input<Query extends z.ZodObject, Body extends z.ZodType> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
}

interface Answer<Result extends z.ZodType> {
  readonly status: 200 | 201;
  /** Headers of `answerHeaders`. */
  readonly headers?: Readonly<Partial<Record<AnswerHeader, string>>>;
  readonly body: BeforeJson<z.output<Result>>;
}

/** A schema with its name in the reference. */
interface Named<S extends z.ZodType> {
  readonly name: string;
  readonly schema: S;
}

type Tag = "Payments" | "Refunds" | "Payment links" | "Installments" | "Reports" | "Account";

/** The type that becomes `T` in JSON: amounts may be bigint, and instants Date. */
type BeforeJson<T> = T extends number
  ? T | bigint
  : T extends string
    ? T | Date
    : T extends readonly (infer Item)[]
      ? readonly BeforeJson<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: BeforeJson<T[Key]> }
        : T;

/** Checks the types of a declaration against each other. The result has the general type that the route table needs. */
export const operation = <Query extends z.ZodObject, Body extends z.ZodType, Result extends z.ZodType>(
  declaration: Operation<Query, Body, Result>,
): Operation => declaration as unknown as Operation;

/** Lists every error code that an operation can answer: its own, and those of the checks before it (D-7). */
export const listErrors = ({ body, query, errors }: Operation): readonly ErrorCode[] => [
  ...beforeEveryOperation,
  ...(body || query ? inputErrors : []),
  ...(body ? bodyErrors : []),
  ...errors,
];

const beforeEveryOperation: readonly ErrorCode[] = [
  "unauthorized",
  "partner_not_active",
  "access_denied",
  "rate_limited",
  "internal_error",
  "service_unavailable",
  "service_overloaded",
];
const inputErrors: readonly ErrorCode[] = ["validation_error"];
const bodyErrors: readonly ErrorCode[] = ["payload_too_large", "unsupported_media_type"];
