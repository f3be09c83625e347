import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { getRefund, getRefundByCode, getRefundOfPayment, listRefunds } from "@/server/usecases/refunds/queries";
import { operation } from "../operation";
import { paymentCodeParam, refundIdParam, refundSchema } from "../refund-schema";

/** The part of the declaration that the four queries share. */
const query = {
  method: "GET",
  tag: "Refunds",
  scope: "payments:read",
  budgets: [],
  refusedWhenSuspended: false,
} as const;
const oneRefund = {
  answers: { 200: "The refund." },
  result: { name: "Refund", schema: refundSchema },
} as const;

export const getRefundOperation = operation({
  ...query,
  ...oneRefund,
  id: "getRefund",
  path: "/v1/refunds/{refundId}",
  summary: "Get a refund",
  description: "The refund in its current state.",
  params: { refundId: refundIdParam },
  errors: ["refund_not_found"],
  async run(ctx, { caller: { partnerId }, params: { refundId = "" } }) {
    return { status: 200, body: await getRefund(ctx, { partnerId, refundId }) };
  },
});

export const getRefundOfPaymentOperation = operation({
  ...query,
  ...oneRefund,
  id: "getRefundOfPayment",
  path: "/v1/payments/{paymentCode}/refunds/{refundId}",
  summary: "Get a refund of a payment",
  description: "The refund in its current state. A refund of another payment is not found.",
  params: { paymentCode: paymentCodeParam, refundId: refundIdParam },
  errors: ["payment_not_found", "refund_not_found"],
  async run(ctx, { caller: { partnerId }, params: { paymentCode = "", refundId = "" } }) {
    return { status: 200, body: await getRefundOfPayment(ctx, { partnerId, paymentCode, refundId }) };
  },
});

export const findRefundOperation = operation({
  ...query,
  ...oneRefund,
  id: "findRefund",
  path: "/v1/refunds",
  summary: "Find a refund by its partnerRefundCode",
  description:
    "A code names one refund for ever, whatever became of it: safe to look up after an answer that was lost.",
  query: z.object({
    partnerRefundCode: codeText(128).meta({
      description: "Your code of the refund, exactly as it was sent. Given once.",
      examples: ["REFUND-1042"],
    }),
  }),
  errors: ["refund_not_found"],
  async run(ctx, { caller: { partnerId }, query: { partnerRefundCode } }) {
    return { status: 200, body: await getRefundByCode(ctx, { partnerId, partnerRefundCode }) };
  },
});

const refundList = z.object({
  items: z.array(refundSchema).meta({ description: "All refunds of the payment, newest first." }),
});

export const listRefundsOperation = operation({
  ...query,
  id: "listRefunds",
  path: "/v1/payments/{paymentCode}/refunds",
  summary: "List a payment's refunds",
  description: "All of them, declined ones too, newest first.",
  params: { paymentCode: paymentCodeParam },
  answers: { 200: "The refunds." },
  result: { name: "RefundList", schema: refundList },
  errors: ["payment_not_found"],
  async run(ctx, { caller: { partnerId }, params: { paymentCode = "" } }) {
    return { status: 200, body: { items: await listRefunds(ctx, { partnerId, paymentCode }) } };
  },
});
