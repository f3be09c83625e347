import type { BankReferences } from "@/server/banks/bank";
import { moneyBackAlerts } from "@/server/domain/alerts";
import { nextDayEnd } from "@/server/domain/business-day";
import { minutes, plusMs } from "@/server/domain/clock";
import { displayAmount } from "@/server/domain/money";
import { neverSent } from "@/server/domain/payments/last-look";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { type MoneyReturnWithPayment, moveMoneyReturn } from "@/server/store/captures/money-returns";
import { inTx, type Tx } from "@/server/store/db";
import { setRecheck } from "@/server/store/payments/attempts";
import { lockPaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "@/server/usecases/ctx";

/** Settles a return that the bank has done: the payment shows the returned amount, and staff get an alert about it. */
export const markMoneyReturned = (
  ctx: Ctx,
  row: MoneyReturnWithPayment,
  references: BankReferences | null,
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, row.paymentId);
    await markMoneyReturnedInTx(ctx, tx, row, references);
  });

/** Does the same as `markMoneyReturned` in a transaction that has locked the payment. */
export async function markMoneyReturnedInTx(
  ctx: Ctx,
  tx: Tx,
  row: MoneyReturnWithPayment,
  references: BankReferences | null,
): Promise<void> {
  const now = ctx.clock.now();
  if (!(await moveMoneyReturn(tx, row.id, "approved", now, { ...references }))) return;
  await setRecheck(tx, row.attemptId, null);
  await closeAlerts(tx, { kinds: ["return_unknown"], subjects: [row.id] }, now);
  await closeAlerts(tx, { kinds: moneyBackAlerts, subjects: [row.paymentId] }, now);
  const detail = `Order ${row.attempt.bankOrderId}: ${displayAmount(row.amount, "en")} TRY went back to the card by ${row.method}`;
  await raiseAlert(tx, { kind: "money_returned", subject: row.paymentId, detail }, now);
  ctx.log.warn({ alert: "money_returned", paymentCode: row.paymentId, returnId: row.id }, detail);
}

/** The pause before the check that follows a credit that was never sent, ms. */
const unsentPauseMs = minutes(10);

/**
 * Settles a return that the bank has not done. The capture is checked again at once, which chooses the next way back or
 * alerts a person (D-72). After a credit that was never sent the check waits, because the bank was not answering.
 */
export const markMoneyNotReturned = (
  ctx: Ctx,
  row: MoneyReturnWithPayment,
  facts: { readonly declineReason: string; readonly bankCode: string | null },
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, row.paymentId);
    const now = ctx.clock.now();
    if (!(await moveMoneyReturn(tx, row.id, "declined", now, facts))) return;
    await closeAlerts(tx, { kinds: ["return_unknown"], subjects: [row.id] }, now);
    const recheckAt = facts.declineReason === neverSent ? plusMs(now, unsentPauseMs) : now;
    await setRecheck(tx, row.attemptId, { recheckAt, looksWanted: 1 });
  });

/** Returns the end of the bank's day on which a return was sent, UTC. */
export const findMoneyReturnDayEnd = ({ createdAt, payment }: MoneyReturnWithPayment): Date =>
  nextDayEnd(createdAt, payment.terminal.dayEndLocal);
