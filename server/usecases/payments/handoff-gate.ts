import type { ErrorCode } from "@/server/domain/errors";
import type { PartnerRow } from "@/server/store/accounts/partners";
import type { TerminalRow } from "@/server/store/accounts/terminals";
import { findPaymentByRef, type PaymentAtHandoff, type PaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { expirePayment } from "../expiry/expire-payment";
import { refHashOf } from "./payment-ref";

/** What the buyer's pages may show of a payment. Amounts in kuruş. */
export interface HandoffView {
  readonly merchantName: string;
  readonly amountKurus: bigint;
  readonly installment: number;
  readonly expiresAt: Date;
  /** Back to the merchant's shop. */
  readonly backUrl: string;
}

/** The payment of a reference, its expiry applied; null when there is none. */
export async function findAtHandoff(ctx: Ctx, paymentRef: string): Promise<PaymentAtHandoff | null> {
  const refHash = refHashOf(paymentRef);
  if (!refHash) return null;
  const payment = await findPaymentByRef(ctx.db, refHash);
  const due = payment?.status === "initiated" && payment.expiresAt <= ctx.clock.now();
  if (!due || !(await expirePayment(ctx, { paymentCode: payment.id }))) return payment;
  return findPaymentByRef(ctx.db, refHash);
}

/** What keeps a payment from starting 3-D Secure, before the card is looked at, in the order of D-20; or null. */
export function findObstacle(
  payment: Pick<PaymentRow, "status" | "failureCode" | "attemptsUsed" | "prepareStartedAt" | "expiresAt">,
  partner: Pick<PartnerRow, "status" | "cardAttemptLimit">,
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
  return terminal.pspActive ? null : "psp_inactive";
}

export const handoffView = (payment: PaymentAtHandoff): HandoffView => ({
  merchantName: payment.partner.name,
  amountKurus: payment.amount,
  installment: payment.installment,
  expiresAt: payment.expiresAt,
  backUrl: payment.returnUrl,
});
