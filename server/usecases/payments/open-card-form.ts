import type { ErrorCode } from "@/server/domain/errors";
import type { Ctx } from "../ctx";
import { findAtHandoff, findObstacle, type HandoffView, handoffView } from "./handoff-gate";

export type OpenedCardForm =
  | { readonly kind: "open"; readonly view: HandoffView }
  | {
      readonly kind: "rejected";
      readonly code: ErrorCode;
      readonly view: HandoffView | null;
      readonly canRetry: false;
    };

/** Shows what the card-entry form of a payment reference needs; consumes nothing (§4.7, D-20). */
export async function openCardForm(ctx: Ctx, input: { paymentRef: string }): Promise<OpenedCardForm> {
  const payment = await findAtHandoff(ctx, input.paymentRef);
  if (!payment) return { kind: "rejected", code: "payment_ref_invalid", view: null, canRetry: false };
  const code = findObstacle(payment, payment.partner, payment.terminal, ctx.clock.now());
  const view = handoffView(payment);
  return code ? { kind: "rejected", code, view, canRetry: false } : { kind: "open", view };
}
