import type { ErrorCode } from "@/server/domain/errors";
import { isWithinAmountLimits } from "@/server/domain/payments/limits";
import { type PartnerRow, toAmountLimits } from "@/server/store/accounts/partners";
import type { TerminalRow } from "@/server/store/accounts/terminals";
import { findPaymentByRef, type PaymentAtHandoff, type PaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "@/server/usecases/ctx";
import { expirePayment } from "@/server/usecases/expiry/expire-payment";
import { findInterruptedStart, withoutInterruptedStart } from "./interrupted-start";
import { findRefHash } from "./payment-ref";

/** The facts of a payment that the buyer's pages may show. */
export interface HandoffView {
  readonly merchantName: string;
  readonly amountKurus: bigint;
  readonly installment: number;
  readonly expiresAt: Date;
  /** The address of the merchant's shop. */
  readonly backUrl: string;
}

/**
 * Returns the payment of a reference, after it has applied a due expiry; null if the reference finds no payment. A
 * start that a crash interrupted does not count as started (D-340).
 */
export async function findPaymentAtHandoff(ctx: Ctx, paymentRef: string): Promise<PaymentAtHandoff | null> {
  const refHash = findRefHash(paymentRef);
  if (!refHash) return null;
  const payment = await findPaymentByRef(ctx.db, refHash);
  if (payment) ctx.nameSubject({ partnerId: payment.partnerId, paymentCode: payment.id });
  const due = payment?.status === "initiated" && payment.expiresAt <= ctx.clock.now();
  if (due && (await expirePayment(ctx, { paymentCode: payment.id }))) return findPaymentByRef(ctx.db, refHash);
  return payment && withoutInterruptedStart(payment, await findInterruptedStart(ctx.db.prisma, payment));
}

/**
 * Returns the first reason in the order of D-20 that keeps a payment from starting 3-D Secure, before the card is
 * examined; null if there is none. Account and terminal are judged as they are now. A hold or a suspension is no
 * reason (D-44), and neither is a count that the terminal does not permit any more: creation fixed it (D-58).
 */
export function findHandoffObstacle(
  payment: Pick<PaymentRow, "status" | "failureCode" | "attemptsUsed" | "prepareStartedAt" | "expiresAt" | "amount">,
  partner: Pick<PartnerRow, "status" | "cardAttemptLimit" | "minAmount" | "maxAmount">,
  terminal: Pick<TerminalRow, "active" | "virtualPosActive" | "pspActive">,
  now: Date,
): ErrorCode | null {
  const exhausted =
    payment.failureCode === "card_attempt_limit_exceeded" ||
    (payment.status === "initiated" && payment.attemptsUsed >= partner.cardAttemptLimit);
  if (exhausted) return "card_attempt_limit_exceeded";
  if (payment.status === "expired" || payment.expiresAt <= now) return "payment_ref_expired";
  if (payment.prepareStartedAt !== null || payment.status !== "initiated") {
    return "payment_prepare_already_started";
  }
  if (partner.status === "closed") return "partner_not_active";
  if (!terminal.active || !terminal.virtualPosActive) return "virtual_pos_inactive";
  if (!terminal.pspActive) return "psp_inactive";
  return isWithinAmountLimits(payment.amount, toAmountLimits(partner)) ? null : "amount_limit_exceeded";
}

export const toHandoffView = (payment: PaymentAtHandoff): HandoffView => ({
  merchantName: payment.partner.name,
  amountKurus: payment.amount,
  installment: payment.installment,
  expiresAt: payment.expiresAt,
  backUrl: payment.returnUrl,
});
