import { z } from "zod";
import { getPayment } from "@/server/usecases/payments/queries";
import { operation } from "../operation";
import { paymentSchema } from "../payment-schema";

export const getPaymentOperation = operation({
  id: "getPayment",
  method: "GET",
  path: "/v1/payments/{paymentCode}",
  tag: "Payments",
  summary: "Get a payment",
  description: "The payment in its current state, with its commission and refunds.",
  scope: "payments:read",
  budgets: [],
  refusedWhenSuspended: false,
  params: {
    paymentCode: z.string().meta({
      description: "Identifier of the payment.",
      examples: ["pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5"],
    }),
  },
  answers: { 200: "The payment." },
  result: { name: "Payment", schema: paymentSchema },
  errors: ["payment_not_found"],
  async run(ctx, { caller: { partnerId }, params: { paymentCode = "" } }) {
    return { status: 200, body: await getPayment(ctx, { partnerId, paymentCode }) };
  },
});
