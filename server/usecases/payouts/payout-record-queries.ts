import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import type { PayoutStatus } from "@/server/domain/states";
import { findPayout, listPayoutRows, type PayoutPosition, type PayoutRow } from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** A payout as the merchant API shows it (D-64). Amounts in kuruş. */
export type PayoutRecord = ReturnType<typeof toPayoutRecord>;

export interface ListPayoutRecordsInput {
  readonly partnerId: PartnerId;
  /** The span of the preparation: from the first instant on, and before the second one. */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly status: Exclude<PayoutStatus, "withdrawn"> | null;
  readonly cursor: string | null;
  readonly countMax: number;
}

const cursors = cursorCodec<PayoutPosition>({ createdAt: instantPart, id: idPart("pob_") });

/**
 * Lists a page of an account's payouts, the newest first (D-64). Throws validation_error for a cursor of another query.
 */
export async function listPayoutRecords(
  ctx: Ctx,
  { partnerId, from, to, status, cursor, countMax }: ListPayoutRecordsInput,
): Promise<{ items: readonly PayoutRecord[]; nextCursor: string | null }> {
  const query = [partnerId, from?.getTime(), to?.getTime(), status].join("/");
  const after = cursor === null ? null : cursors.read(query, cursor);
  if (cursor !== null && after === null) {
    const fault = { path: ["cursor"], problem: problem("unknown_cursor") };
    throw new AppError("validation_error", "The cursor is of another query", { faults: [fault] });
  }
  const filters = { status: status && [status], created: { from, to } };
  const rows = await listPayoutRows(ctx.db, { partnerId, filters, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items: items.map(toPayoutRecord), nextCursor: last ? cursors.write(query, last) : null };
}

/** Returns a payout of an account (D-64). Throws payout_not_found. */
export async function getPayoutRecord(
  ctx: Ctx,
  { partnerId, payoutId }: { readonly partnerId: PartnerId; readonly payoutId: string },
): Promise<PayoutRecord> {
  const payout = await findPayout(ctx.db, partnerId, payoutId);
  if (!payout) throw new AppError("payout_not_found");
  return toPayoutRecord(payout);
}

function toPayoutRecord(row: PayoutRow) {
  return {
    payoutBatchId: row.id,
    status: row.status as Exclude<PayoutStatus, "withdrawn">,
    amount: row.amountKurus,
    currency: "TRY" as const,
    transactionCount: row.lineCount,
    carriedOver: row.carriedKurus,
    valueDate: row.valueDate.toISOString().slice(0, 10),
    iban: row.ibanMasked,
    bankReference: row.bankReference,
    failureReason: row.failure,
    reissueOf: row.reissueOf,
    createdAt: row.createdAt,
    paidOutAt: row.status === "paid_out" ? row.endedAt : null,
  };
}
