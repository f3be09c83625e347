import type { z } from "zod";
import type { ErrorCode } from "@/server/domain/errors";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import type { Routed } from "../http/routes";
import type { FieldFault } from "../http/validation";
import type { PolicyName } from "../limits/rate-limit-policies";

/**
 * One operation of the merchant API. The declaration is all there is: the route, the checks before it, the budgets
 * and the reference (`openapi.json`) are read from it, so they cannot drift apart.
 */
export interface Operation<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> extends Routed {
  /** `operationId` of the reference. */
  readonly id: string;
  readonly path: `/v1/${string}`;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Counted in this order after the key look-up (D-7 step 4). */
  readonly budgets: readonly PolicyName[];
  /** `Retry-After` of every 429 of the operation, where it is fixed (§8.3). */
  readonly retryAfterSeconds?: number;
  /** A suspended account may not do this (§5). A closed one may do nothing. */
  readonly refusedWhenSuspended: boolean;
  /** What `{name}` in the path is. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: Query;
  /** Query parameters that may be given several times; their schemas read lists. */
  readonly repeatable?: readonly string[];
  readonly body?: Body;
  /** What the body's form cannot say because it depends on the account; still part of D-7 step 6. */
  judge?(body: z.output<Body>, caller: Caller): FieldFault | null;
  /** Texts of the body that may not be a card number or an IBAN as a whole (§4.1.1, D-7 step 7). */
  freeTexts?(body: z.output<Body>): readonly (string | null)[];
  /** Successful statuses and what each of them means. */
  readonly answers: Readonly<Partial<Record<200 | 201, string>>>;
  readonly result: Named<Result>;
  /** Codes that this operation can answer besides those of the pipeline. */
  readonly errors: readonly ErrorCode[];
  run(ctx: Ctx, input: Input<Query, Body>): Promise<Answer<Result>>;
}

export interface Input<Query extends z.ZodObject, Body extends z.ZodType> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
}

export interface Answer<Result extends z.ZodType> {
  readonly status: 200 | 201;
  readonly body: BeforeJson<z.output<Result>>;
}

/** A schema under its name in the reference. */
export interface Named<S extends z.ZodType> {
  readonly name: string;
  readonly schema: S;
}

export type Tag = "Payments" | "Refunds" | "Payment links" | "Installments" | "Account";

/** What becomes `T` as JSON: amounts may still be bigints, and instants dates. */
export type BeforeJson<T> = T extends number
  ? T | bigint
  : T extends string
    ? T | Date
    : T extends readonly (infer Item)[]
      ? readonly BeforeJson<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: BeforeJson<T[Key]> }
        : T;

/** Checks that a declaration agrees with itself; the table forgets the exact types again. */
export const operation = <Query extends z.ZodObject, Body extends z.ZodType, Result extends z.ZodType>(
  declaration: Operation<Query, Body, Result>,
): Operation => declaration as unknown as Operation;

/** Every code that an operation can answer: its own, and those of the checks before it (D-7). */
export const errorsOf = ({ body, query, freeTexts, errors }: Operation): readonly ErrorCode[] => [
  ...beforeEveryOperation,
  ...(body || query ? inputErrors : []),
  ...(freeTexts ? sensitiveErrors : []),
  ...(body ? bodyErrors : []),
  ...errors,
];

const beforeEveryOperation: readonly ErrorCode[] = [
  "unauthorized",
  "partner_not_active",
  "rate_limited",
  "internal_error",
  "service_overloaded",
];
const inputErrors: readonly ErrorCode[] = ["validation_error"];
const sensitiveErrors: readonly ErrorCode[] = ["sensitive_data_not_allowed"];
const bodyErrors: readonly ErrorCode[] = ["payload_too_large", "unsupported_media_type"];
