import { AppError } from "@/server/domain/errors";
import { findPayment, type PaymentRow } from "@/server/store/payments/payments";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { findHandoffObstacle, findPaymentAtHandoff } from "./shared/handoff-payment";
import { refPurpose } from "./shared/payment-ref";

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
 * card_attempt_limit_exceeded, partner_not_active, virtual_pos_inactive, psp_inactive, amount_limit_exceeded.
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
