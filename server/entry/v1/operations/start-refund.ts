import type { ErrorCode } from "@/server/domain/errors";
import { codeText, integerBetween, jsonObject, optional } from "@/server/domain/fields";
import type { RefundWay } from "@/server/domain/refunds/refund-policy";
import { startRefund } from "@/server/usecases/refunds/start-refund";
import { operation } from "../operation";
import { paymentCodeParam, startedRefundSchema } from "../refund-schema";

const body = jsonObject({
  amount: optional(
    integerBetween(1, Number.MAX_SAFE_INTEGER).meta({
      description: "Amount in kuruş. Omitted or null: all that is left of the payment.",
      examples: [5000],
      format: "int64",
    }),
  ),
  partnerRefundCode: codeText(128).meta({
    description:
      "Your code of the refund, 1 to 128 characters, never used before by your account: used again, whatever became of " +
      "the first refund, it is refused with `refund_in_progress`. After an answer that was lost, look it up with " +
      "`GET /v1/refunds` instead of sending another.",
    examples: ["REFUND-1042"],
  }),
});

interface Declared {
  readonly id: string;
  readonly path: `/v1/${string}`;
  readonly way: RefundWay;
  readonly summary: string;
  readonly description: string;
  readonly errors: readonly ErrorCode[];
}

/** Declares one of the three endpoints, which differ in who chooses the method. */
const refundOperation = ({ way, description, errors, ...declared }: Declared) =>
  operation({
    ...declared,
    method: "POST",
    tag: "Refunds",
    description:
      `${description}\n\nThe bank is waited for up to 8 s; after that the answer says \`pending\`. \`refund.approved\` or ` +
      "`refund.declined` tells the outcome in each case. A payment has one pending refund at a time.",
    scope: "refunds:write",
    budgets: ["refunds-key"],
    refusedWhenSuspended: true,
    params: { paymentCode: paymentCodeParam },
    body,
    answers: {
      201: "The refund, with its outcome where the bank has said it: a declined one is answered like this too.",
    },
    result: { name: "StartedRefund", schema: startedRefundSchema },
    errors: [
      "payment_not_found",
      "refund_in_progress",
      "payment_not_refundable",
      "refund_amount_exceeds_remaining",
      "direct_refund_not_allowed",
      ...errors,
    ],
    async run(ctx, { caller, params: { paymentCode = "" }, body }) {
      const { amount, partnerRefundCode } = body;
      const amountKurus = amount === null ? null : BigInt(amount);
      const request = { way, caller, paymentCode, partnerRefundCode, amountKurus };
      return { status: 201, body: await startRefund(ctx, request) };
    },
  });

export const startRefundOperation = refundOperation({
  id: "refundPayment",
  path: "/v1/payments/{paymentCode}/refunds",
  way: "automatic",
  summary: "Refund a payment",
  description:
    "Chooses the method: before day-end a full refund is a void, from day-end on refunds are credits. A part of a payment " +
    "can be refunded from day-end on.",
  errors: ["refund_not_yet_available"],
});

export const startCreditOperation = refundOperation({
  id: "creditPayment",
  path: "/v1/payments/{paymentCode}/refunds/credit",
  way: "credit",
  summary: "Refund a payment by a credit",
  description:
    "Pays money back to the card, in whole or in part. Before day-end the bank decides: one that does not take credits " +
    "then has the refund declined (`day_not_closed`).",
  errors: [],
});

export const startVoidOperation = refundOperation({
  id: "voidPayment",
  path: "/v1/payments/{paymentCode}/refunds/void",
  way: "void",
  summary: "Void a payment",
  description:
    "Undoes the whole payment before the bank's day-end, commission included. Not possible for a part of what is left, " +
    "nor once a credit was approved.",
  errors: ["refund_method_not_available"],
});
