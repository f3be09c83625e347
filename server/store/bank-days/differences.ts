import type { Difference } from "@/server/domain/bank-days/compare-day";
import { proposeBooking } from "@/server/domain/bank-days/proposal";
import { newId } from "@/server/domain/ids";
import { randomOf, type Tx } from "../db";
import type { DifferenceRow } from "./bank-days";

/**
 * Stores what a comparison found: new differences are opened, those that were gone and have come back are open again,
 * and open ones that are gone are closed. Explained ones stay as they are. Returns how many are open.
 */
export async function storeDifferences(
  tx: Tx,
  bankDayId: string,
  found: readonly Difference[],
  now: Date,
): Promise<number> {
  const stored = await tx.bankDifference.findMany({ where: { bankDayId } });
  const byKey = new Map(stored.map((row) => [row.key, row]));
  const keys = new Set(found.map(({ key }) => key));
  const fresh = found.filter(({ key }) => !byKey.has(key));
  await tx.bankDifference.createMany({ data: fresh.map((one) => toRow(tx, bankDayId, one, now)) });
  const back = stored.filter((row) => keys.has(row.key) && row.closedAt !== null && row.explainedBy === null);
  await closeOrOpen(tx, back, null);
  const gone = stored.filter((row) => !keys.has(row.key) && row.closedAt === null);
  await closeOrOpen(tx, gone, now);
  return tx.bankDifference.count({ where: { bankDayId, closedAt: null } });
}

async function closeOrOpen(tx: Tx, rows: readonly DifferenceRow[], closedAt: Date | null): Promise<void> {
  if (rows.length === 0) return;
  await tx.bankDifference.updateMany({ where: { id: { in: rows.map(({ id }) => id) } }, data: { closedAt } });
}

function toRow(tx: Tx, bankDayId: string, difference: Difference, now: Date): DifferenceRow {
  const { kind, key, line, movement } = difference;
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
    paymentId: movement?.paymentId ?? null,
    partnerId: movement?.partnerId ?? null,
    terminalId: movement?.terminalId ?? null,
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
