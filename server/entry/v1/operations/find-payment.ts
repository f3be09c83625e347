import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { getPaymentByCode } from "@/server/usecases/payments/queries";
import { operation } from "../operation";
import { paymentSchema } from "../payment-schema";

const query = z.object({
  partnerTxCode: codeText(128).meta({
    description: "Your code of the order, exactly as it was sent. Given once.",
    examples: ["ORDER-1042"],
  }),
});

export const findPaymentOperation = operation({
  id: "findPayment",
  method: "GET",
  path: "/v1/payments",
  tag: "Payments",
  summary: "Find a payment by its partnerTxCode",
  description:
    "The initiated or captured payment that holds the code, whichever interface created it. A failed or expired " +
    "payment has released its code and is found by its `paymentCode` only.",
  scope: "payments:read",
  budgets: [],
  refusedWhenSuspended: false,
  query,
  answers: { 200: "The payment." },
  result: { name: "Payment", schema: paymentSchema },
  errors: ["payment_not_found"],
  async run(ctx, { caller: { partnerId }, query: { partnerTxCode } }) {
    return { status: 200, body: await getPaymentByCode(ctx, { partnerId, partnerTxCode }) };
  },
});
