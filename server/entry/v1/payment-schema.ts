import { z } from "zod";
import { type Obstacle, obstacles } from "@/server/domain/refunds/refund-policy";
import { paymentStates } from "@/server/domain/states";
import { cardSchema } from "./card-schema";
import { declineSchema, failureCodeSchema } from "./decline-schema";
import { refundItemSchema } from "./refund-schema";
import { bankSchema, payoutFactsSchema } from "./report-schema";

/** The schema of a payment in the merchant API (D-18). Amounts are in kuruş, rates in basis points, instants in UTC. */

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in kuruş.`, examples: [example], format: "int64" });

const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description}, UTC.`, examples: ["2026-11-20T09:00:00.000Z"] });

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const basisPoints = (description: string, example: number) =>
  z.int().meta({
    description: `${description}, in basis points (250 is 2.5%).`,
    examples: [example],
    format: "int32",
  });

const commission = z
  .object({
    basis: z.enum(["gross", "net"]).meta({
      description: "Whether the commission is taken on the charged amount, or on it less the buyer's share.",
      examples: ["gross"],
    }),
    rateBps: basisPoints("Commission rate", 250),
    fixedFee: amount("Fixed fee; null when there is none", 100).nullable(),
    amount: amount("Commission taken", 3204),
    customerShareBps: basisPoints("Share of the commission that the buyer bears", 0),
    customerShareAmount: amount("The buyer's share of the commission", 0),
    reversedAmount: amount("Commission given back by a void", 0),
    netAmount: amount(
      "What is left for the merchant of the amount, after commission, refunds and corrections",
      124_972,
    ),
  })
  .meta({ description: "Commission of the captured payment." });

const refund = z
  .object({
    status: z.enum(["none", "partial", "full"]).meta({
      description: "How much of the payment was refunded.",
      examples: ["none"],
    }),
    refundedAmount: amount("Approved refunds", 0),
    pendingAmount: amount("Refunds whose outcome is open", 0),
    remainingAmount: amount("What is left to refund", 128_176),
    items: z.array(refundItemSchema).meta({ description: "The refunds, newest first." }),
  })
  .meta({ description: "Refunds of the payment." });

const obstacleWords: Readonly<Record<Obstacle, string>> = {
  refund_pending: "a refund is open; its outcome comes first",
  under_review: "the payment is being compared with the bank's records; that comes first",
  fully_refunded: "nothing is left to refund",
  direct_collection: "the terminal's collection is direct: only a void of the same day is possible",
  partly_refunded: "a void is for a whole payment, and a credit was approved",
  day_closed: "the day-end has passed; a credit is possible unless collection is direct",
};
const reason = z
  .enum(obstacles)
  .nullable()
  .meta({
    description: [
      "Why it is not possible at the moment; null when it is.",
      "",
      ...obstacles.map((name) => `- \`${name}\`: ${obstacleWords[name]}`),
    ].join("\n"),
    examples: [null],
  });

const refundOptions = z
  .object({
    void: z
      .object({
        available: z.boolean().meta({ description: "Whether the whole payment can be voided now.", examples: [true] }),
        reason,
        until: instant("Day-end, after which a void is no longer possible"),
      })
      .meta({ description: "Undoing the whole payment on the same day." }),
    credit: z
      .object({
        available: z.boolean().meta({
          description: "Whether a credit can be sent now. Before day-end the bank decides whether it takes one.",
          examples: [true],
        }),
        reason,
      })
      .meta({ description: "Paying money back to the card." }),
    automaticPartialFrom: instant("From when the automatic endpoint takes partial refunds; null when never").nullable(),
  })
  .meta({ description: "What can be refunded how, at this moment." });

export const paymentSchema = z.object({
  paymentCode: text("Permanent identifier of the payment.", "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5"),
  partnerTxCode: text("Your code of the order.", "ORDER-1042"),
  status: z.enum(paymentStates).meta({ description: "State of the payment.", examples: ["captured"] }),
  source: z.enum(["api", "panel", "payment_link"]).meta({
    description: "The interface that created it.",
    examples: ["api"],
  }),
  paymentLinkId: text("The link that it pays; null for others.", "pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5").nullable(),
  terminalId: text("The terminal that takes it.", "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B"),
  currency: z.literal("TRY").meta({ description: "Always TRY.", examples: ["TRY"] }),
  amount: amount("Amount charged", 128_176),
  installment: z.int().meta({ description: "Number of installments.", examples: [3], format: "int32" }),
  description: text("Your free text; null when none was sent.", "Order 1042").nullable(),
  returnUrl: text(
    "Where the buyer is sent; null for a link without redirectUrl.",
    "https://shop.example/back",
  ).nullable(),
  failureCode: failureCodeSchema.nullable(),
  decline: declineSchema.nullable().meta({
    description:
      "Why the newest refused card was refused, also while the payment waits for another one; null once it is captured, and where no card was refused. A lock by the allowance is shown by `failureCode`.",
  }),
  card: cardSchema.nullable(),
  bank: bankSchema.nullable().meta({ description: "The bank's evidence of the capture; null until then." }),
  commission: commission.nullable(),
  refund,
  correctedAmount: amount(
    "What corrections of our books add to the approved refunds (money that the bank gave back without a refund here), or take from them where negative",
    0,
  ),
  returnedAmount: amount(
    "What the bank had taken although the payment failed or expired, and gave back to the card: 0, or what the bank held, which may differ from `amount`. It is no refund of yours: no commission, no settlement, no event",
    0,
  ),
  refundOptions: refundOptions.nullable(),
  payout: payoutFactsSchema.nullable().meta({
    description: "Where the money of the capture is; null until it is captured, and for direct collection.",
  }),
  createdAt: instant("When it was created"),
  updatedAt: instant("When it last changed"),
  expiresAt: instant("When 3-D Secure must be completed"),
  capturedAt: instant("When it was captured; null otherwise").nullable(),
  failedAt: instant("When it failed; null otherwise").nullable(),
  expiredAt: instant("When it expired; null otherwise").nullable(),
});
