import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { minutes, plusMs } from "@/server/domain/clock";
import { alertAfterMs, isNotFoundFinal, nextInquiryAt } from "@/server/domain/inquiry";
import { raiseAlert } from "@/server/store/alerts";
import {
  type AttemptWithPayment,
  getAttempt,
  moveAttempt,
  planInquiry,
  statusOfAttempt,
} from "@/server/store/attempts";
import { inTx } from "@/server/store/db";
import { claimInquiry } from "@/server/store/due";
import { lockPayment } from "@/server/store/payments";
import { connectionOf, placedOrderOf } from "./bank-connection";
import type { Ctx } from "./ctx";
import { settleCaptured, settleNotCaptured } from "./record-capture";

/** Asks the bank what became of a capture whose answer was lost (D-46). False when there was nothing to ask. */
export async function inquireCapture(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<boolean> {
  await ctx.openMoneyCalls.get(attemptId)?.catch(() => undefined);
  if (!(await claimInquiry(ctx.db, attemptId, ctx.clock.now()))) return false;
  const attempt = await getAttempt(ctx.db, attemptId);
  const connection = connectionOf(ctx, attempt.connection);
  const outcome = await connection.call({ kind: "inquire", ...placedOrderOf(attempt) });
  await settle(ctx, attempt, outcome);
  return true;
}

async function settle(ctx: Ctx, attempt: AttemptWithPayment, outcome: Outcome): Promise<void> {
  const sentAt = attempt.captureSentAt ?? attempt.createdAt;
  if (outcome.kind === "paid" && outcome.amountKurus === attempt.payment.amount) {
    return settleCaptured(ctx, attempt, outcome.references, sentAt);
  }
  if (outcome.kind === "declined") {
    const { reason, bankCode } = outcome;
    return settleNotCaptured(ctx, attempt, { declineReason: reason, bankCode }, "failed");
  }
  if (outcome.kind === "voided") {
    await alert(ctx, attempt, "voided_at_bank", "The bank says that the capture was voided there");
    return settleNotCaptured(ctx, attempt, { declineReason: "voided_at_bank", bankCode: null }, "failed");
  }
  if (outcome.kind === "not_found" && isNotFoundFinal(attempt.notFoundSeen, sentAt, ctx.clock.now())) {
    return giveUp(ctx, attempt, sentAt);
  }
  if (outcome.kind === "paid") {
    await alert(
      ctx,
      attempt,
      "amount_mismatch",
      `The bank holds ${outcome.amountKurus} kuruş for this order`,
    );
  }
  return askAgain(ctx, attempt, outcome.kind === "not_found");
}

/** Not found, twice: nothing was taken. The bank is asked once more before it closes its day. */
function giveUp(ctx: Ctx, attempt: AttemptWithPayment, sentAt: Date): Promise<void> {
  const { payment } = attempt;
  const ending = payment.expiresAt <= ctx.clock.now() ? "expired" : "failed";
  const recheckAt = lastLookAt(sentAt, ctx.clock.now(), payment.terminal.dayEndLocal);
  return settleNotCaptured(ctx, attempt, { declineReason: "not_found", bankCode: null, recheckAt }, ending);
}

/** Shortly before the day-end of the capture, while a void is still possible; of the next day when that is over. */
function lastLookAt(sentAt: Date, now: Date, dayEndLocal: string): Date {
  const ownDay = plusMs(nextDayEnd(sentAt, dayEndLocal), -recheckLeadMs);
  return ownDay > now ? ownDay : plusMs(nextDayEnd(plusMs(now, recheckLeadMs), dayEndLocal), -recheckLeadMs);
}

/** ms */
const recheckLeadMs = minutes(5);

async function askAgain(ctx: Ctx, attempt: AttemptWithPayment, notFound: boolean): Promise<void> {
  const now = ctx.clock.now();
  const unknownSince = attempt.unknownSince ?? now;
  const dayEnd = nextDayEnd(attempt.captureSentAt ?? now, attempt.payment.terminal.dayEndLocal);
  await inTx(ctx.db, async (tx) => {
    await lockPayment(tx, attempt.paymentId);
    const status = await statusOfAttempt(tx, attempt.id);
    if (status === "capturing") {
      const alertAt = plusMs(unknownSince, alertAfterMs);
      await moveAttempt(tx, attempt.id, "unknown", now, { unknownSince, alertAt });
    }
    const inquiries = attempt.inquiries + 1;
    await planInquiry(
      tx,
      attempt.id,
      {
        inquiries,
        notFoundSeen: attempt.notFoundSeen + (notFound ? 1 : 0),
        nextInquiryAt: nextInquiryAt(inquiries, unknownSince, now, dayEnd),
      },
      now,
    );
  });
}

async function alert(
  ctx: Ctx,
  attempt: AttemptWithPayment,
  kind: "voided_at_bank" | "amount_mismatch",
  detail: string,
): Promise<void> {
  ctx.log.error({ alert: kind, paymentCode: attempt.paymentId, attemptId: attempt.id }, detail);
  await raiseAlert(ctx.db.prisma, { kind, subject: attempt.paymentId, detail }, ctx.clock.now());
}
