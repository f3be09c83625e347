import { z } from "zod";
import { days } from "@/server/domain/clock";
import { problem } from "@/server/domain/field-words";
import { dateTime } from "@/server/domain/fields";
import { reportDaysMax, transactionTypes } from "@/server/domain/ledger/transactions";
import { payoutFailures } from "@/server/domain/payouts/payout-inputs";
import { shownPayoutStates } from "@/server/domain/payouts/payout-list";
import { settlementStates } from "@/server/domain/payouts/settlement-status";
import { int64Text, optionalParameter } from "@/server/domain/query-fields";
import { cardSchema } from "./card-schema";

/** The schemas of reports in the merchant API (D-64). Amounts are in kuruş, instants in UTC. */

const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description}, UTC.`, examples: ["2026-11-20T09:00:00.000Z"] });

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in kuruş.`, examples: [example], format: "int64" });

const date = (description: string) => text(`${description}, \`YYYY-MM-DD\` in Istanbul.`, "2026-11-23");

/** The bank's own references, by which its statement and its call centre find a movement. */
export const bankReferencesSchema = z.object({
  orderId: text("The order id at the bank.", "9F4K2M7Q8R3T5V6W1X2Y"),
  authCode: text("Authorisation code; null where the bank gave none.", "P12345").nullable(),
  rrn: text("Retrieval reference number of the host; null where the bank gave none.", "632014112233").nullable(),
});

/** The bank with its references and the result of 3-D Secure (D-63). */
export const bankSchema = z
  .object({
    name: text("The acquiring bank.", "Türkiye İş Bankası"),
    ...bankReferencesSchema.shape,
    eci: text(
      "Electronic commerce indicator: the result of 3-D Secure, as the card scheme writes it; null where the bank does not give it.",
      "05",
    ).nullable(),
  })
  .meta({ description: "The bank's evidence of the movement." });

export const payoutFactsSchema = z
  .object({
    payoutBatchId: text(
      "The newest payout that pays it; null while none has collected it.",
      "pob_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
    ).nullable(),
    status: z.enum(settlementStates).meta({
      description:
        "`pending` until its payout is approved, `in_payout` while that is on its way, `paid_out` when the account has the " +
        "money, `failed` when it came back and was not issued again yet.",
      examples: ["paid_out"],
    }),
    valueDate: date("The day on which the account gets it, or is expected to"),
  })
  .meta({ description: "Where the money is; null for direct collection, in which the bank pays you itself." });

export const transactionSchema = z.object({
  transactionId: text("Permanent identifier of the movement.", "txn_01K8Z3W2M7N8P9Q0R1S2T3V4W5"),
  type: z.enum(transactionTypes).meta({
    description: "What moved the money. More types may be added: take an unknown one by its amounts.",
    examples: ["capture"],
  }),
  paymentCode: text("The payment.", "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5"),
  partnerTxCode: text("Your code of the order.", "ORDER-1042"),
  refundId: text("The refund that moved it; null for others.", "rf_01K8Z3W2M7N8P9Q0R1S2T3V4W5").nullable(),
  partnerRefundCode: text("Your code of the refund; null for others.", "REFUND-1042").nullable(),
  occurredAt: instant("When the bank moved the money; when it was entered, where your month was closed by then"),
  amount: amount("Signed from your side: more than 0 for a capture, less for what went back", 128_176),
  commissionAmount: amount("Signed: at most 0 for a capture, given back by a void, 0 for a credit", -3204),
  netAmount: amount("The sum of both, as a payout pays it", 124_972),
  currency: z.literal("TRY").meta({ description: "Always TRY.", examples: ["TRY"] }),
  installment: z.int().meta({ description: "Number of installments.", examples: [3], format: "int32" }),
  terminalId: text("The terminal of the payment.", "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B"),
  source: z.enum(["api", "panel", "payment_link"]).meta({
    description: "The interface that created the payment.",
    examples: ["api"],
  }),
  card: cardSchema.nullable(),
  bank: bankSchema.nullable(),
  payout: payoutFactsSchema.nullable(),
});

export const payoutSchema = z.object({
  payoutBatchId: text("Permanent identifier of the payout.", "pob_01K8Z3W2M7N8P9Q0R1S2T3V4W5"),
  status: z.enum(shownPayoutStates).meta({
    description:
      "`prepared` until two people have approved it, `approved` until it is handed to the bank, then `sent`; `paid_out` and " +
      "`failed` are final, and told by an event.",
    examples: ["paid_out"],
  }),
  amount: amount("What is paid: the net amounts of its transactions and what was carried over", 124_972),
  currency: z.literal("TRY").meta({ description: "Always TRY.", examples: ["TRY"] }),
  transactionCount: z.int().meta({ description: "Number of its transactions.", examples: [1], format: "int32" }),
  carriedOver: amount("Signed: brought in from earlier days, whose sum was too small or negative to be paid", 0),
  valueDate: date("The business day on which the account gets it"),
  iban: text("The account, masked; null while there is none.", "TR33 **** **** **** **** **13 26").nullable(),
  bankReference: text("The bank's reference of the transfer; null until it is paid.", "EFT-20261123-0042").nullable(),
  failureReason: z
    .enum(payoutFailures)
    .nullable()
    .meta({ description: "Why it did not arrive; null otherwise.", examples: [null] }),
  reissueOf: text(
    "The failed payout that this one issues again; null for others.",
    "pob_01K8Z3W2M7N8P9Q0R1S2T3V4W4",
  ).nullable(),
  createdAt: instant("When it was prepared"),
  paidOutAt: instant("When it was paid out; null otherwise").nullable(),
});

export const nextCursorSchema = text(
  "Give it as `cursor` for the next page; null on the last page.",
  "YjJzIDE3NjM2MjU2MDAwMDA",
).nullable();

const bound = (description: string, finer: "down" | "up") =>
  optionalParameter(
    dateTime(finer).meta({
      description: `${description}. RFC 3339 with a time zone; the + of an offset is sent as %2B.`,
      examples: ["2026-11-01T00:00:00+03:00"],
    }),
  );

const [limitDefault, limitMax] = [50n, 200n];

/** The parameters that all reports have. */
export const pageParameters = {
  limit: int64Text()
    .optional()
    .transform((limit = limitDefault) => Number(limit < 1n ? 1n : limit > limitMax ? limitMax : limit))
    .meta({
      description: `Items on a page, brought into 1 to ${limitMax}; ${limitDefault} where it is not given.`,
      type: "integer",
      format: "int32",
    }),
  cursor: optionalParameter(
    z.string().meta({ description: "The `nextCursor` of the page before, with the same parameters." }),
  ),
};

export const spanParameters = {
  from: bound("From this instant on", "up"),
  to: bound(`Before this instant, at most ${reportDaysMax} days after \`from\``, "up"),
};

interface Span {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Finds what is wrong with the span of a report: the parameter and its problem; null where nothing is. */
export function findSpanFault({ from, to }: Span): { readonly path: [keyof Span]; readonly message: string } | null {
  if (from === null) return { path: ["from"], message: problem("required") };
  if (to === null) return { path: ["to"], message: problem("required") };
  if (to <= from) return { path: ["to"], message: problem("span_ends_before") };
  if (to.getTime() - from.getTime() > days(reportDaysMax)) {
    return { path: ["to"], message: problem("span_too_long", reportDaysMax) };
  }
  return null;
}
