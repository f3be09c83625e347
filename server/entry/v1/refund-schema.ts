import { z } from "zod";
import { type RefundFailure, refundFailures, refundMethods } from "@/server/domain/refunds/refund-policy";
import { refundStates } from "@/server/domain/states";
import { bankReferencesSchema } from "./report-schema";

/** The schema of a refund in the merchant API (D-24). Amounts are in kuruş, instants in UTC. */

const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description}, UTC.`, examples: ["2026-11-20T09:00:00.000Z"] });

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const refundId = text("Permanent identifier of the refund, for queries.", "rf_01K8Z3W2M7N8P9Q0R1S2T3V4W5");
const partnerRefundCode = text("Your code of the refund, exactly as it was sent.", "REFUND-1042");
const method = z.enum(refundMethods).meta({
  description:
    "`void` undoes the whole payment before the bank's day-end, commission included; `credit` pays back to the card.",
  examples: ["credit"],
});
const status = z.enum(refundStates).meta({
  description:
    "`pending` until the bank has said what became of it; `approved` and `declined` are final, and told by an event.",
  examples: ["approved"],
});
const amount = z.int().meta({ description: "Amount, in kuruş.", examples: [5000], format: "int64" });

const failureWords: Readonly<Record<RefundFailure, string>> = {
  declined_by_bank: "the bank refused it",
  day_closed: "a void met the bank's day-end; `refundOptions` of the payment say whether a credit is possible",
  day_not_closed: "the bank takes no credit of this payment before its day-end",
  nothing_to_void: "the bank has nothing to void",
  exceeds_remaining_at_bank: "the bank has less left to refund",
  not_processed: "the bank's records, looked at twice, do not have it, or our operations found that it was not done",
};
const failureCode = z
  .enum(refundFailures)
  .nullable()
  .meta({
    description: [
      "Why it was declined; null otherwise.",
      "",
      ...refundFailures.map((code) => `- \`${code}\`: ${failureWords[code]}`),
    ].join("\n"),
    examples: ["declined_by_bank"],
  });
const createdAt = instant("When it was asked for");
const resolvedAt = instant("When its outcome was known; null while pending").nullable();

const bank = bankReferencesSchema
  .nullable()
  .meta({ description: "The bank's references of the refund; null until it is approved." });

/** The answer to a started refund has exactly these three members (§4.8). */
export const startedRefundSchema = z.object({ refundId, method, status });

/** The schema of a refund inside a payment. */
export const refundItemSchema = z.object({
  refundId,
  partnerRefundCode,
  method,
  status,
  amount,
  failureCode,
  createdAt,
  resolvedAt,
  bank,
});

/** The schema of a refund. Its members have the order of D-24, as in the answers; D-63 adds the last one. */
export const refundSchema = z.object({
  refundId,
  paymentCode: text("The payment that it refunds.", "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5"),
  partnerRefundCode,
  method,
  status,
  amount,
  currency: z.literal("TRY").meta({ description: "Always TRY.", examples: ["TRY"] }),
  failureCode,
  createdAt,
  updatedAt: instant("When it last changed"),
  resolvedAt,
  bank,
});

/** The schemas of `{paymentCode}` and `{refundId}` in the path. */
export const paymentCodeParam = z.string().meta({
  description: "Identifier of the payment.",
  examples: ["pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5"],
});
export const refundIdParam = z.string().meta({
  description: "Identifier of the refund.",
  examples: ["rf_01K8Z3W2M7N8P9Q0R1S2T3V4W5"],
});
