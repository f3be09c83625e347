import { AppError, type ErrorCode } from "@/server/domain/errors";
import type { PartnerRow } from "@/server/store/accounts/partners";
import type { TerminalRow } from "@/server/store/accounts/terminals";
import {
  findPayment,
  findPaymentByRef,
  type PaymentAtHandoff,
  type PaymentRow,
} from "@/server/store/payments/payments";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { expirePayment } from "../expiry/expire-payment";
import { findRefHash, refPurpose } from "./payment-ref";

/** The facts of a payment that the buyer's pages may show. */
export interface HandoffView {
  readonly merchantName: string;
  readonly amountKurus: bigint;
  readonly installment: number;
  readonly expiresAt: Date;
  /** The address of the merchant's shop. */
  readonly backUrl: string;
}

/** Returns the payment of a reference, after it has applied a due expiry; null if the reference finds no payment. */
export async function findPaymentAtHandoff(ctx: Ctx, paymentRef: string): Promise<PaymentAtHandoff | null> {
  const refHash = findRefHash(paymentRef);
  if (!refHash) return null;
  const payment = await findPaymentByRef(ctx.db, refHash);
  const due = payment?.status === "initiated" && payment.expiresAt <= ctx.clock.now();
  if (!due || !(await expirePayment(ctx, { paymentCode: payment.id }))) return payment;
  return findPaymentByRef(ctx.db, refHash);
}

/**
 * Returns the first reason in the order of D-20 that keeps a payment from starting 3-D Secure, before the card is
 * examined; null if there is none.
 */
export function findHandoffObstacle(
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

export const toHandoffView = (payment: PaymentAtHandoff): HandoffView => ({
  merchantName: payment.partner.name,
  amountKurus: payment.amount,
  installment: payment.installment,
  expiresAt: payment.expiresAt,
  backUrl: payment.returnUrl,
});

export type OpenedCardForm =
  | { readonly kind: "open"; readonly view: HandoffView }
  | {
      readonly kind: "rejected";
      readonly code: ErrorCode;
      readonly view: HandoffView | null;
      readonly canRetry: false;
    };

/** Returns what the card form of a payment reference shows. It does not use up the reference (§4.7, D-20). */
export async function openCardForm(ctx: Ctx, input: { paymentRef: string }): Promise<OpenedCardForm> {
  const payment = await findPaymentAtHandoff(ctx, input.paymentRef);
  if (!payment) return { kind: "rejected", code: "payment_ref_invalid", view: null, canRetry: false };
  const code = findHandoffObstacle(payment, payment.partner, payment.terminal, ctx.clock.now());
  const view = toHandoffView(payment);
  return code ? { kind: "rejected", code, view, canRetry: false } : { kind: "open", view };
}

export interface OpenPanelPaymentInput {
  readonly partnerId: PartnerId;
  readonly paymentCode: string;
}

export interface OpenedPanelPayment {
  readonly paymentCode: string;
  /** The secret that opens the card form when it is posted to `handoffUrl`. */
  readonly paymentRef: string;
  readonly handoffUrl: string;
}

/**
 * Returns the reference and address that open the card form of an unpaid payment of the panel (§4.7, D-20). Throws
 * payment_not_found, also for payments of the API and of links, because only their creator may know their references;
 * and the obstacles of the card form: payment_ref_expired, payment_prepare_already_started,
 * card_attempt_limit_exceeded, partner_not_active, virtual_pos_inactive, psp_inactive.
 */
export async function openPanelPayment(
  ctx: Ctx,
  { partnerId, paymentCode }: OpenPanelPaymentInput,
): Promise<OpenedPanelPayment> {
  const row = await findPayment(ctx.db, partnerId, paymentCode);
  if (row?.source !== "panel") throw new AppError("payment_not_found");
  const paymentRef = openPaymentRef(ctx, row);
  const payment = await findPaymentAtHandoff(ctx, paymentRef);
  if (!payment) throw new AppError("internal_error", `The reference of ${paymentCode} finds no payment`);
  const obstacle = findHandoffObstacle(payment, payment.partner, payment.terminal, ctx.clock.now());
  if (obstacle) throw new AppError(obstacle);
  return { paymentCode, paymentRef, handoffUrl: `${ctx.origins.handoff}/handoff` };
}

const openPaymentRef = (ctx: Ctx, { id, refCipher }: PaymentRow): string => ctx.vault.open(refPurpose(id), refCipher);
