import type { Difference } from "@/server/domain/bank-days/compare-day";
import { proposeBooking } from "@/server/domain/bank-days/proposal";
import { newId } from "@/server/domain/ids";
import { randomOf, type Tx } from "../db";
import type { DifferenceRow } from "./bank-days";
import type { PaymentOfOrder } from "./movements";

/** What a comparison of a day has found. */
interface Comparison {
  readonly bankDayId: string;
  readonly found: readonly Difference[];
  /** The payments of orders that only the bank has money of, by the order. */
  readonly orders: ReadonlyMap<string, PaymentOfOrder>;
  readonly now: Date;
}

/**
 * Stores what a comparison found: new differences are opened, those that were gone and have come back are open again,
 * and open ones that are gone are closed. Explained ones stay as they are. Returns how many are open.
 */
export async function storeDifferences(tx: Tx, comparison: Comparison): Promise<number> {
  const { bankDayId, found, now } = comparison;
  const stored = await tx.bankDifference.findMany({ where: { bankDayId } });
  const byKey = new Map(stored.map((row) => [row.key, row]));
  const keys = new Set(found.map(({ key }) => key));
  const fresh = found.filter(({ key }) => !byKey.has(key));
  await tx.bankDifference.createMany({ data: fresh.map((one) => toRow(tx, comparison, one)) });
  const back = stored.filter((row) => keys.has(row.key) && row.closedAt !== null && row.explainedBy === null);
  await closeOrOpen(tx, back, null);
  await moveLines(tx, stored, found);
  const gone = stored.filter((row) => !keys.has(row.key) && row.closedAt === null);
  await closeOrOpen(tx, gone, now);
  return tx.bankDifference.count({ where: { bankDayId, closedAt: null } });
}

async function closeOrOpen(tx: Tx, rows: readonly DifferenceRow[], closedAt: Date | null): Promise<void> {
  if (rows.length === 0) return;
  await tx.bankDifference.updateMany({ where: { id: { in: rows.map(({ id }) => id) } }, data: { closedAt } });
}

/** Writes the lines of open differences again, because a corrected file may have them elsewhere. */
async function moveLines(tx: Tx, stored: readonly DifferenceRow[], found: readonly Difference[]): Promise<void> {
  const lines = new Map(found.map(({ key, line }) => [key, line?.number ?? null]));
  const moved = stored.filter(
    ({ key, lineNumber, explainedBy }) => explainedBy === null && (lines.get(key) ?? lineNumber) !== lineNumber,
  );
  for (const { id, key } of moved) {
    await tx.bankDifference.update({ where: { id }, data: { lineNumber: lines.get(key) ?? null } });
  }
}

function toRow(tx: Tx, { bankDayId, orders, now }: Comparison, difference: Difference): DifferenceRow {
  const { kind, key, line, movement } = difference;
  const payment = movement ?? orders.get(line?.orderId ?? "") ?? null;
  const { action, correction, amountKurus } = proposeBooking(difference);
  return {
    id: newId(randomOf(tx), "bankDifference", now),
    bankDayId,
    kind,
    key,
    lineNumber: line?.number ?? null,
    lineKind: line?.kind ?? movement?.kind ?? "sale",
    orderId: line?.orderId ?? movement?.orderId ?? "",
    rrn: line?.rrn ?? movement?.rrn ?? null,
    entryId: movement?.entryId ?? null,
    paymentId: payment?.paymentId ?? null,
    partnerId: payment?.partnerId ?? null,
    terminalId: payment?.terminalId ?? null,
    bankAmount: line?.amountKurus ?? null,
    bookedAmount: movement?.amountKurus ?? null,
    bankCommission: line?.commissionKurus ?? null,
    dueCommission: movement?.commissionKurus ?? null,
    bookedDay: movement?.day ? new Date(movement.day) : null,
    proposedAction: action,
    proposedCorrection: correction,
    proposedAmount: amountKurus,
    openedAt: now,
    closedAt: null,
    explainedBy: null,
    explanation: null,
  };
}

/** Finds a difference with its day and locks the day; null for an unknown one. */
export async function lockDifference(tx: Tx, id: string): Promise<DifferenceRow | null> {
  const [day] = await tx.$queryRaw<{ id: string }[]>`
    select d.id from bank_day d where d.id = (select bank_day_id from bank_difference where id = ${id}) for update`;
  return day ? tx.bankDifference.findUniqueOrThrow({ where: { id } }) : null;
}

/** Closes a difference with its explanation. Returns how many of its day are still open. */
export async function closeExplained(
  tx: Tx,
  { id, bankDayId }: DifferenceRow,
  explained: { readonly explainedBy: string; readonly explanation: string },
  now: Date,
): Promise<number> {
  await tx.bankDifference.update({ where: { id }, data: { ...explained, closedAt: now } });
  return tx.bankDifference.count({ where: { bankDayId, closedAt: null } });
}
