import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { checkedText, codeText, freeText, int32, integerBetween, jsonObject, optional } from "@/server/domain/fields";
import { checkRedirectUrl } from "@/server/domain/links/redirect-url";
import { paymentStates } from "@/server/domain/states";
import { createPayment } from "@/server/usecases/payments/create-payment";
import { operation } from "../operation";

const returnUrl = checkedText((value) => (checkRedirectUrl(value, []) ? problem("url") : null));

const body = jsonObject({
  amount: integerBetween(1, 1_000_000_000).meta({
    description: "Amount in kuruş (125050 is 1,250.50 TRY).",
    examples: [125_050],
    format: "int64",
  }),
  partnerTxCode: codeText(128).meta({
    description:
      "Your code of the order; works as idempotency key. Compared byte by byte, without trimming. 1 to 128 characters.",
    examples: ["ORDER-1042"],
  }),
  terminalId: codeText(64).meta({
    description: "The terminal that takes the payment; must be yours and active.",
    examples: ["trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B"],
  }),
  installment: optional(
    int32().meta({
      description: "Number of installments; 1 is a single charge. Cannot be changed afterwards. Omitted or null: 1.",
      examples: [1],
    }),
  ),
  description: optional(
    freeText(1024).meta({
      description: "Free text of your own, at most 1024 characters. Not part of the idempotency comparison.",
      examples: ["Order 1042"],
    }),
  ),
  returnUrl: returnUrl.meta({
    description:
      "Absolute http or https address, at most 2048 characters, to which the buyer is sent with HTTP 303 after 3-D " +
      "Secure. Its host must be on the account's list, where there is one. Not part of the idempotency comparison.",
    examples: ["https://shop.example/orders/1042/return"],
    format: "uri",
    maxLength: 2048,
  }),
});

const created = z.object({
  paymentCode: z.string().meta({
    description: "Permanent identifier of the payment, for queries and refunds.",
    examples: ["pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5"],
  }),
  status: z.enum(paymentStates).meta({
    description: "`initiated` for a new payment; the current status when an earlier one is repeated.",
    examples: ["initiated"],
  }),
  paymentRef: z.string().meta({
    description: "Single-use reference that goes with the card to `handoffUrl`. Treat it as a secret.",
    examples: ["q3J9m0oWlXz6T2vYb8sK4dRfHc1nUeAg7PiLtZxVwQk"],
  }),
  handoffUrl: z.url().meta({
    description: "Where the buyer's browser posts the card. A separate origin.",
    examples: ["https://secure.example.com/handoff"],
  }),
  idempotentReplay: z.boolean().meta({
    description: "True when the answer repeats a payment that the same request created before.",
    examples: [false],
  }),
});

export const createPaymentOperation = operation({
  id: "createPayment",
  method: "POST",
  path: "/v1/payments",
  tag: "Payments",
  summary: "Create a payment",
  description:
    "Creates a cardless payment. The buyer's browser then posts the card and `paymentRef` to `handoffUrl`. Sending " +
    "the same request again repeats the first answer; the same `partnerTxCode` with another terminal, amount or " +
    "installment count is refused. A failed or expired payment releases its code.",
  budgets: ["payments-ip", "payments-ip-hour", "payments-key"],
  retryAfterSeconds: 60,
  refusedWhenSuspended: true,
  body,
  answers: {
    201: "A new payment.",
    200: "The payment that the same request created before; nothing was written.",
  },
  result: { name: "CreatedPayment", schema: created },
  errors: [
    "payment_acceptance_held",
    "duplicate_partner_tx_code",
    "terminal_not_allowed",
    "amount_limit_exceeded",
    "installment_not_allowed",
    "pos_per_tx_limit_exceeded",
    "pos_time_window_limit_exceeded",
    "pos_daily_limit_exceeded",
    "pos_weekly_limit_exceeded",
    "pos_monthly_limit_exceeded",
  ],
  async run(ctx, { caller, body }) {
    const { amount, installment, ...request } = body;
    const payment = await createPayment(ctx, {
      ...request,
      caller,
      source: "api",
      amountKurus: BigInt(amount),
      installment: installment ?? 1,
    });
    return { status: payment.idempotentReplay ? 200 : 201, body: payment };
  },
});
