import type { ErrorCode } from "@/server/domain/errors";
import type { Ctx } from "../ctx";
import { findHandoffObstacle, findPaymentAtHandoff, type HandoffView, toHandoffView } from "./shared/handoff-payment";
import { findProbePayment } from "./shared/probe-payment";

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
  if (!payment) return openProbe(ctx, input.paymentRef);
  const code = findHandoffObstacle(payment, payment.partner, payment.terminal, ctx.clock.now());
  const view = toHandoffView(payment);
  return code ? { kind: "rejected", code, view, canRetry: false } : { kind: "open", view };
}

function openProbe(ctx: Ctx, paymentRef: string): OpenedCardForm {
  const probe = findProbePayment(ctx, paymentRef);
  if (!probe) return { kind: "rejected", code: "payment_ref_invalid", view: null, canRetry: false };
  const { view, hasEnded } = probe;
  return hasEnded ? { kind: "rejected", code: "payment_ref_expired", view, canRetry: false } : { kind: "open", view };
}
