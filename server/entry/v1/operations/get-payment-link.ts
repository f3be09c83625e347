import { getLink } from "@/server/usecases/links/queries";
import { linkId, linkSchema } from "../link-schema";
import { operation } from "../operation";

export const getPaymentLinkOperation = operation({
  id: "getPaymentLink",
  method: "GET",
  path: "/v1/payment-links/{id}",
  tag: "Payment links",
  summary: "Get a payment link",
  description: "The link in its current state, whether the feature is on or off and acceptance held or not.",
  scope: "links:read",
  budgets: ["links-ip", "links-read-key"],
  retryAfterSeconds: 60,
  refusedWhenSuspended: false,
  params: { id: linkId },
  answers: { 200: "The link." },
  result: { name: "PaymentLink", schema: linkSchema },
  errors: ["payment_link_not_found"],
  async run(ctx, { caller: { partnerId }, params: { id = "" } }) {
    return { status: 200, body: await getLink(ctx, { partnerId, linkId: id }) };
  },
});
