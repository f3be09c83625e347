import { isLinkDue, type LinkRow } from "@/server/store/links/links";
import type { PaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { expireLink } from "./expire-link";
import { expirePayment } from "./expire-payment";

/** What is read of a link's payment to tell whether it is over. */
type PaymentTimes = Pick<PaymentRow, "id" | "status" | "expiresAt" | "captureStartedAt">;

/**
 * Writes down what is due of a link that is about to be shown (D-2): its own expiry, or that of its payment. True when
 * something was: it is to be read again then, whoever of several that came together was quicker to write it down.
 */
export async function applyLinkExpiry(
  ctx: Ctx,
  link: Pick<LinkRow, "id" | "status" | "expiresAt">,
  payment: PaymentTimes | null,
): Promise<boolean> {
  const now = ctx.clock.now();
  // The bank's word ends what is being captured; whoever looks meanwhile needs no lock to learn that.
  if (payment?.status === "initiated" && payment.captureStartedAt !== null) return false;
  if (isLinkDue(link, now)) await expireLink(ctx, { linkId: link.id });
  else if (payment?.status === "initiated" && payment.expiresAt <= now) {
    await expirePayment(ctx, { paymentCode: payment.id });
  } else return false;
  return true;
}
