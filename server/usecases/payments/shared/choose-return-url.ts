import { AppError } from "@/server/domain/errors";
import type { PaymentStatus } from "@/server/domain/states";
import { appendResult } from "@/server/domain/web/redirect-url";
import type { PaymentWithLink } from "@/server/store/payments/payments";
import type { Ctx } from "@/server/usecases/ctx";
import { buildMerchantUrl, linkUrl } from "@/server/usecases/link-url";

/**
 * Chooses the URL to which the buyer goes after the bank. For a payment of the API it is the merchant's returnUrl with
 * the advisory result (D-21). For a payment of a link it is the merchant's result page (§4.1.2 rule 3), or ours if the
 * merchant has none or the outcome is not known yet: our page waits for it.
 */
export function chooseReturnUrl(ctx: Ctx, payment: PaymentWithLink, language: string): string {
  const result = toResult(payment.status);
  if (payment.link) {
    // The tab of an attempt that was given up may return after another one has paid: show success, so the buyer does
    // not pay twice.
    const shown = payment.link.status === "completed" ? "success" : result;
    const merchantUrl = shown === "pending" ? null : buildMerchantUrl(payment.link, shown);
    return merchantUrl ?? `${linkUrl(ctx, payment.link)}/result?lang=${language}`;
  }
  if (payment.returnUrl === null) throw new AppError("internal_error", `Payment ${payment.id} has no return URL`);
  return appendResult(payment.returnUrl, { paymentCode: payment.id, result });
}

function toResult(status: PaymentStatus): "success" | "pending" | "failure" {
  if (status === "captured") return "success";
  return status === "initiated" ? "pending" : "failure";
}
