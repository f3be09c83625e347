import { z } from "zod";
import { refundFailures, refundMethods } from "@/server/domain/refund-policy";
import { refundStates } from "@/server/domain/states";

/** A refund as its queries show it (D-24). Amounts in kuruş, instants in UTC. */

const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description}, UTC.`, examples: ["2026-11-20T09:00:00.000Z"] });

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const refundId = text("Permanent identifier of the refund, for queries.", "rf_01K8Z3W2M7N8P9Q0R1S2T3V4W5");
const method = z.enum(refundMethods).meta({
  description: "`void` undoes the whole payment before the bank's day-end; `credit` pays back to the card.",
  examples: ["credit"],
});
const status = z.enum(refundStates).meta({
  description: "`pending` as long as the bank has not said what became of it; an event tells the outcome.",
  examples: ["approved"],
});

/** What is the same in a refund's own record and among its payment's. */
const shared = {
  refundId,
  partnerRefundCode: text("Your code of the refund.", "REFUND-1042"),
  method,
  status,
  amount: z.int().meta({ description: "Amount, in kuruş.", examples: [5000], format: "int64" }),
  failureCode: z
    .enum(refundFailures)
    .nullable()
    .meta({ description: "Why it was declined; null otherwise.", examples: ["declined_by_bank"] }),
};
const createdAt = instant("When it was asked for");
const resolvedAt = instant("When its outcome was known; null while pending").nullable();

/** §4.8: exactly these three. */
export const startedRefundSchema = z.object({ refundId, method, status });

/** In the breakdown of a payment. */
export const refundItemSchema = z.object({ ...shared, createdAt, resolvedAt });

export const refundSchema = z.object({
  ...shared,
  paymentCode: text("The payment that it refunds.", "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5"),
  currency: z.literal("TRY").meta({ description: "Always TRY.", examples: ["TRY"] }),
  createdAt,
  updatedAt: instant("When it last changed"),
  resolvedAt,
});

/** What `{paymentCode}` and `{refundId}` in the path are. */
export const paymentCodeParam = z.string().meta({
  description: "Identifier of the payment.",
  examples: ["pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5"],
});
export const refundIdParam = z.string().meta({
  description: "Identifier of the refund.",
  examples: ["rf_01K8Z3W2M7N8P9Q0R1S2T3V4W5"],
});
