import { cancelLink } from "@/server/usecases/links/cancel-link";
import { linkId, linkSchema } from "../link-schema";
import { operation } from "../operation";

export const cancelPaymentLinkOperation = operation({
  id: "cancelPaymentLink",
  method: "DELETE",
  path: "/v1/payment-links/{id}",
  tag: "Payment links",
  summary: "Cancel a payment link",
  description:
    "Cancels a link that is pending, launched, initiated or failed. A buyer who is at the bank's page meanwhile is " +
    "charged nothing. While the bank is taking the money the call waits for its outcome, for some seconds.",
  scope: "links:write",
  budgets: ["links-ip", "links-write-key"],
  retryAfterSeconds: 60,
  refusedWhenSuspended: false,
  params: { id: linkId },
  answers: { 200: "The link, with status `cancelled`." },
  result: { name: "PaymentLink", schema: linkSchema },
  errors: ["payment_link_not_found", "payment_link_already_paid", "payment_link_expired", "payment_link_cancelled"],
  async run(ctx, { caller: { partnerId }, params: { id = "" } }) {
    return { status: 200, body: await cancelLink(ctx, { partnerId, linkId: id }) };
  },
});
