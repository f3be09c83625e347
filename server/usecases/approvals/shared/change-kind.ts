import * as z from "zod";
import type { ChangedField, ChangeKindName } from "@/server/domain/approvals/change-list";
import { AppError } from "@/server/domain/errors";
import type { StaffPermission } from "@/server/domain/people/access";
import type { Tx } from "@/server/store/db";
import type { Ctx } from "@/server/usecases/ctx";

/** A change as its proposer gave it. */
export interface ProposedChange<P> {
  /** The id of the change. */
  readonly id: string;
  readonly partnerId: string | null;
  /** The identifier of what changes. */
  readonly subject: string;
  readonly payload: P;
  readonly reason: string;
  /** What was seen, and where; null where the kind asks for none. */
  readonly evidence: string | null;
  /** The id of the proposer. */
  readonly proposedBy: string;
  /** The id of the person who approved; null before, and for the operator of the host. */
  readonly decidedBy: string | null;
  /** Opens the secret part of the proposal; null where it has none, and after the decision. */
  openSecret(): string | null;
}

/** A kind of change that needs two people (D-67). */
export interface ChangeKind<P> {
  /** The permission to propose and to decide. */
  readonly permission: StaffPermission;
  /** The form of the stored values: JSON, without secrets, amounts as decimal text. */
  readonly payload: z.ZodType<P>;
  /** Refuses with an AppError what cannot be changed as things are; runs at the proposal and at the approval. */
  check(ctx: Ctx, change: ProposedChange<P>): Promise<void>;
  /** Returns what people see of the change: the values before and after. */
  describe(ctx: Ctx, change: ProposedChange<P>): Promise<readonly ChangedField[]>;
  /**
   * Refuses a proposal that contains a part of another waiting one, which the index of kind and subject does not see.
   * Runs in the transaction that inserts the proposal and locks its parts, so that of two at once one is refused.
   */
  refuseOverlap?(tx: Tx, change: ProposedChange<P>): Promise<void>;
  /** Makes the change, in the transaction that marks it approved. */
  apply?(ctx: Ctx, tx: Tx, change: ProposedChange<P>): Promise<void>;
  /** Does what must not run in a transaction, such as calling a bank. Its failure is recorded at the change. */
  perform?(ctx: Ctx, change: ProposedChange<P>): Promise<void>;
}

/** A kind whose values are read from a row. */
export type AnyChangeKind = ChangeKind<unknown>;

/** Declares a kind of change; its functions receive values of the declared form. */
export function defineChangeKind<P>(kind: ChangeKind<P>): AnyChangeKind {
  const read = (change: ProposedChange<unknown>): ProposedChange<P> => ({
    ...change,
    payload: kind.payload.parse(change.payload),
  });
  const { refuseOverlap, apply, perform } = kind;
  return {
    permission: kind.permission,
    payload: kind.payload,
    check: (ctx, change) => kind.check(ctx, read(change)),
    describe: (ctx, change) => kind.describe(ctx, read(change)),
    ...(refuseOverlap && { refuseOverlap: (tx, change) => refuseOverlap(tx, read(change)) }),
    ...(apply && { apply: (ctx, tx, change) => apply(ctx, tx, read(change)) }),
    ...(perform && { perform: (ctx, change) => perform(ctx, read(change)) }),
  };
}

/** Checks the values of a proposal. Throws validation_error. */
export function readPayload(kind: AnyChangeKind, name: ChangeKindName, payload: unknown): unknown {
  const read = kind.payload.safeParse(payload);
  if (read.success) return read.data;
  throw new AppError("validation_error", `${name}: ${z.prettifyError(read.error)}`);
}

/** Returns the vault purpose of the secret part of a change. */
export const changePurpose = (changeId: string): string => `staff-change:${changeId}`;
