import { isLinkDue, type LinkRow } from "@/server/store/links/links";
import type { PaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "@/server/usecases/ctx";
import { expireLink } from "../expire-link";
import { expirePayment } from "../expire-payment";

/** The columns of a link's payment that decide whether its time has ended. */
type PaymentTimes = Pick<PaymentRow, "id" | "status" | "expiresAt" | "captureStartedAt">;

/**
 * Writes down the due expiry of a link that is about to be shown, or of its payment (D-2). Returns true where something
 * was due: the caller then reads the link again, also when a concurrent request wrote it down first.
 */
export async function applyLinkExpiry(
  ctx: Ctx,
  link: Pick<LinkRow, "id" | "status" | "expiresAt">,
  payment: PaymentTimes | null,
): Promise<boolean> {
  const now = ctx.clock.now();
  // The bank's answer ends a payment whose capture runs, so a reader needs no lock here.
  if (payment?.status === "initiated" && payment.captureStartedAt !== null) return false;
  if (isLinkDue(link, now)) await expireLink(ctx, { linkId: link.id });
  else if (payment?.status === "initiated" && payment.expiresAt <= now) {
    await expirePayment(ctx, { paymentCode: payment.id });
  } else return false;
  return true;
}
