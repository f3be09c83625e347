import { AppError } from "@/server/domain/errors";
import { findPayment, type PaymentRow } from "@/server/store/payments/payments";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { findAtHandoff, findObstacle } from "./handoff-gate";
import { refPurpose } from "./payment-ref";

export interface OpenPanelPaymentInput {
  readonly partnerId: PartnerId;
  readonly paymentCode: string;
}

export interface OpenedPanelPayment {
  readonly paymentCode: string;
  /** Posted to `handoffUrl`, it opens the card form. A secret. */
  readonly paymentRef: string;
  readonly handoffUrl: string;
}

/**
 * The card form of a payment that was made in the panel and has not been paid yet (§4.7, D-20). Throws payment_not_found,
 * also for payments of the API and of links, whose references are their creators' alone, and what keeps the card form shut:
 * payment_ref_expired, payment_prepare_already_started, card_attempt_limit_exceeded, partner_not_active,
 * virtual_pos_inactive, psp_inactive.
 */
export async function openPanelPayment(
  ctx: Ctx,
  { partnerId, paymentCode }: OpenPanelPaymentInput,
): Promise<OpenedPanelPayment> {
  const row = await findPayment(ctx.db, partnerId, paymentCode);
  if (row?.source !== "panel") throw new AppError("payment_not_found");
  const paymentRef = refOf(ctx, row);
  const payment = await findAtHandoff(ctx, paymentRef);
  if (!payment) throw new AppError("internal_error", `The reference of ${paymentCode} finds no payment`);
  const obstacle = findObstacle(payment, payment.partner, payment.terminal, ctx.clock.now());
  if (obstacle) throw new AppError(obstacle);
  return { paymentCode, paymentRef, handoffUrl: `${ctx.origins.handoff}/handoff` };
}

const refOf = (ctx: Ctx, { id, refCipher }: PaymentRow): string => ctx.vault.open(refPurpose(id), refCipher);
