import { toRequestShape } from "@/server/domain/declared-fields";
import { jsonObject } from "@/server/domain/fields";
import { linkFields } from "@/server/domain/links/link-fields";
import { createLink } from "@/server/usecases/links/create-link";
import { linkSchema } from "../link-schema";
import { operation } from "../operation";

export const createPaymentLinkOperation = operation({
  id: "createPaymentLink",
  method: "POST",
  path: "/v1/payment-links",
  tag: "Payment links",
  summary: "Create a payment link",
  description:
    "Creates an address for one payment, to be shared with the buyer, who picks an installment count there and pays. " +
    "Valid for seven days. Nothing makes two calls the same link: each one that succeeds creates one. When buyers will " +
    "not be able to pay the link under the present settings, it is created nevertheless, and `Vezne-Notice` says why.",
  scope: "links:write",
  budgets: ["links-ip", "links-write-key"],
  retryAfterSeconds: 60,
  isNewWork: true,
  refusedWhenSuspended: true,
  body: jsonObject(toRequestShape(linkFields)),
  answers: { 201: "A new link, with status `pending`." },
  answerHeaders: ["Vezne-Notice"],
  result: { name: "PaymentLink", schema: linkSchema },
  errors: [
    "sensitive_data_not_allowed",
    "partner_entitlement_required",
    "payment_acceptance_held",
    "terminal_not_allowed",
    "payment_link_items_amount_mismatch",
    "installment_not_allowed",
  ],
  async run(ctx, { caller, body }) {
    const { amount, customerCommissionShareBps, allowedInstallmentCounts, items, ...request } = body;
    const { link, notices } = await createLink(ctx, {
      ...request,
      caller,
      amountKurus: BigInt(amount),
      customerShareBps: customerCommissionShareBps ?? 0,
      allowedCounts: allowedInstallmentCounts,
      items: items?.map(({ amount: each, ...item }) => ({ ...item, amountKurus: BigInt(each) })) ?? null,
    });
    return { status: 201, body: link, headers: notices.length === 0 ? {} : { "Vezne-Notice": notices.join(", ") } };
  },
});
