import { hours, plusMs } from "@/server/domain/clock";
import { amendAlert, raiseAlert } from "@/server/store/alerts";
import { getAttempt, setRecheck } from "@/server/store/attempts";
import { claimRecheck } from "@/server/store/due";
import { toTerminalFacts } from "@/server/store/terminals";
import { connectionOf } from "./bank-connection";
import type { Ctx } from "./ctx";

/**
 * The last look at a payment that was given up without the bank's word (D-46): if the bank has the money after
 * all it is voided, once, and a person is told. False when there was nothing to look at.
 */
export async function recheckCapture(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<boolean> {
  const now = ctx.clock.now();
  if (!(await claimRecheck(ctx.db, attemptId, now))) return false;
  const attempt = await getAttempt(ctx.db, attemptId);
  const connection = connectionOf(ctx, toTerminalFacts(attempt.payment.terminal));
  const found = await connection.call({ kind: "inquire", orderId: attempt.bankOrderId });
  const clear = found.kind !== "unknown";
  await setRecheck(ctx.db.prisma, attemptId, clear ? null : plusMs(now, hours(1)));
  if (found.kind !== "paid") return true;

  // The alert is on record before the void is sent, so a crash in between leaves a person, not a second void.
  const subject = attempt.paymentId;
  const detail = `Order ${attempt.bankOrderId}: the bank holds ${found.amountKurus} kuruş; it is being voided`;
  await raiseAlert(ctx.db.prisma, { kind: "money_without_payment", subject, detail }, now);
  const voided = await connection.call({
    kind: "void",
    orderId: attempt.bankOrderId,
    amountKurus: found.amountKurus,
  });
  ctx.log.error({ alert: "money_without_payment", paymentCode: subject, voided: voided.kind }, detail);
  await amendAlert(ctx.db, { kind: "money_without_payment", subject }, `${detail}: ${voided.kind}`);
  return true;
}
