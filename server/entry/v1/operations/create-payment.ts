import { z } from "zod";
import { toRequestShape } from "@/server/domain/declared-fields";
import { jsonObject } from "@/server/domain/fields";
import { paymentFields } from "@/server/domain/payments/payment-fields";
import { paymentStates } from "@/server/domain/states";
import { createPayment } from "@/server/usecases/payments/create-payment";
import { operation } from "../operation";

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
  scope: "payments:write",
  budgets: ["payments-ip", "payments-ip-hour", "payments-key"],
  retryAfterSeconds: 60,
  isNewWork: true,
  refusedWhenSuspended: true,
  body: jsonObject(toRequestShape(paymentFields)),
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
