import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { hashToFraction } from "@/server/domain/ids";
import { alertAfterMs, isNotFoundFinal, nextInquiryAt } from "@/server/domain/payments/inquiry";
import { planLooks } from "@/server/domain/payments/last-look";
import { type NewAlert, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { claimInquiry } from "@/server/store/operations/claims";
import {
  type AttemptWithPayment,
  getAttempt,
  getAttemptStatus,
  moveAttempt,
  planInquiry,
} from "@/server/store/payments/attempts";
import { lockPayment } from "@/server/store/payments/payments";
import { fetchSale, type SaleOutcome } from "../banks/fetch-sale";
import { openBankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import { describeGivenBack } from "../banks/shared/given-back";
import type { Ctx } from "../ctx";
import { markCaptured, markNotCaptured, recordBankApproval } from "./shared/capture-outcome";

/**
 * Asks the bank once about a capture of unknown outcome (D-46) and settles it, gives it up, or plans the next inquiry.
 * The inquiries end when the outcome is known; `recheckCapture` later checks a capture that was given up. Returns
 * false if no inquiry was due or another process made it.
 */
export async function inquireCapture(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<boolean> {
  await ctx.openMoneyCalls.get(attemptId)?.catch(() => undefined);
  if (!(await claimInquiry(ctx.db, attemptId, ctx.clock.now()))) return false;
  const attempt = await getAttempt(ctx.db, attemptId);
  const { traceParent, id } = attempt.payment;
  const span = { name: "capture inquiry", continues: traceParent, facts: { "vezne.payment": id } };
  await ctx.telemetry.inSpan(span, () => askAndSettle(ctx, attempt));
  return true;
}

async function askAndSettle(ctx: Ctx, attempt: AttemptWithPayment): Promise<void> {
  const connection = openBankConnection(ctx, attempt.connection);
  const outcome = await fetchSale(ctx, { order: toPlacedOrder(attempt), connection });
  await settle(ctx, attempt, outcome);
}

async function settle(ctx: Ctx, attempt: AttemptWithPayment, outcome: SaleOutcome): Promise<void> {
  const sentAt = attempt.captureSentAt ?? attempt.createdAt;
  if (outcome.kind === "paid" && outcome.amountKurus === attempt.payment.amount) {
    return markCaptured(ctx, attempt, outcome);
  }
  if (outcome.kind === "voided") {
    await alert(ctx, attempt, "voided_at_bank", "The bank says that the capture was voided there");
    return markNotCaptured(ctx, attempt, { declineReason: "voided_at_bank", bankCode: null }, "failed");
  }
  const saysNothing = outcome.kind === "declined" || outcome.kind === "not_found";
  if (saysNothing && attempt.approvedAt !== null) {
    // Such an answer alone never ends an approved capture: a later look, a void at the bank, or a person does (D-73).
    await alert(ctx, attempt, "approval_contradicted", contradiction(attempt, outcome));
    return planNextInquiry(ctx, attempt, false);
  }
  if (outcome.kind === "declined") {
    const { reason, bankCode, bankMessage = null } = outcome;
    return markNotCaptured(ctx, attempt, { declineReason: reason, bankCode, bankMessage }, "failed");
  }
  if (outcome.kind === "not_found" && isNotFoundFinal(attempt.notFoundSeen, sentAt, ctx.clock.now())) {
    return giveUp(ctx, attempt, sentAt);
  }
  if (outcome.kind === "paid") {
    // The bank has money for this order, although not the requested amount. This counts as an approval, so that a later
    // "not found" cannot end the attempt without money.
    await recordBankApproval(ctx, attempt, outcome.references);
    const detail = `The bank holds ${outcome.amountKurus} kuruş for this order`;
    await alert(ctx, attempt, "amount_mismatch", detail);
  }
  if (outcome.kind === "given_back") {
    // The sale was taken, but money of it has left again by credits that are not in the books, and that can be voided
    // until the bank's day-end. Neither "captured" nor "failed" is certain to be true, so a person decides (D-212).
    await recordBankApproval(ctx, attempt, outcome.references);
    await alert(ctx, attempt, "amount_mismatch", describeGivenBack(attempt.bankOrderId, outcome));
  }
  return planNextInquiry(ctx, attempt, outcome.kind === "not_found");
}

const contradiction = ({ bankOrderId, approvedAt }: AttemptWithPayment, { kind }: SaleOutcome): string =>
  `Order ${bankOrderId}: the bank said at ${approvedAt?.toISOString()} that it has the money, and says "${kind}" now`;

/**
 * Gives a capture up that the bank did not find twice: as far as can be seen now, no money was taken. The bank is asked
 * again before its day-end (D-72).
 */
function giveUp(ctx: Ctx, attempt: AttemptWithPayment, sentAt: Date): Promise<void> {
  const { payment } = attempt;
  const now = ctx.clock.now();
  const ending = payment.expiresAt <= now ? "expired" : "failed";
  const { dayEndLocal } = payment.terminal;
  const looks = planLooks({ sentAt, now, dayEndLocal, fraction: hashToFraction(attempt.id) });
  return markNotCaptured(ctx, attempt, { declineReason: "not_found", bankCode: null, ...looks }, ending);
}

async function planNextInquiry(ctx: Ctx, attempt: AttemptWithPayment, notFound: boolean): Promise<void> {
  const now = ctx.clock.now();
  const unknownSince = attempt.unknownSince ?? now;
  const dayEnd = nextDayEnd(attempt.captureSentAt ?? now, attempt.payment.terminal.dayEndLocal);
  await inTx(ctx.db, async (tx) => {
    await lockPayment(tx, attempt.paymentId);
    const status = await getAttemptStatus(tx, attempt.id);
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

async function alert(ctx: Ctx, attempt: AttemptWithPayment, kind: NewAlert["kind"], detail: string): Promise<void> {
  ctx.log.error({ alert: kind, paymentCode: attempt.paymentId, attemptId: attempt.id }, detail);
  await raiseAlert(ctx.db.prisma, { kind, subject: attempt.paymentId, detail }, ctx.clock.now());
}
