import { AppError } from "@/server/domain/errors";
import { withResult } from "@/server/domain/links/redirect-url";
import type { PaymentStatus } from "@/server/domain/states";
import type { PaymentWithLink } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { linkUrl, merchantPage } from "../link-url";

/**
 * Where the buyer goes after the bank. A payment of the API: the merchant's returnUrl with the advisory result (D-21).
 * A link's: the merchant's result page (§4.1.2 rule 3), else ours; as long as the outcome is not known, ours waits for it.
 */
export function returnAddress(ctx: Ctx, payment: PaymentWithLink, language: string): string {
  const result = resultOf(payment.status);
  if (payment.link) {
    // The tab of an attempt that was given up may come back when another has paid: nobody is to pay twice then.
    const told = payment.link.status === "completed" ? "success" : result;
    const theirs = told === "pending" ? null : merchantPage(payment.link, told);
    return theirs ?? `${linkUrl(ctx, payment.link)}/result?lang=${language}`;
  }
  if (payment.returnUrl === null) throw new AppError("internal_error", `Payment ${payment.id} leads nowhere`);
  return withResult(payment.returnUrl, { paymentCode: payment.id, result });
}

function resultOf(status: PaymentStatus): "success" | "pending" | "failure" {
  if (status === "captured") return "success";
  return status === "initiated" ? "pending" : "failure";
}
