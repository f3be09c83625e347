import {
  boundedList,
  codeText,
  integer,
  integerBetween,
  jsonObject,
  optional,
  unboundedList,
} from "@/server/domain/fields";
import {
  customerShareBps,
  itemCountMax,
  itemName,
  itemNote,
  linkDescription,
  payerName,
  redirectUrl,
} from "@/server/entry/http/link-fields";
import { createLink } from "@/server/usecases/links/create-link";
import { linkSchema } from "../link-schema";
import { operation } from "../operation";

const wholeText = "As a whole it may not be a card number or an IBAN.";

const item = jsonObject({
  name: itemName().meta({
    description: `What it is, at most 120 characters. ${wholeText}`,
    examples: ["Red lamp"],
  }),
  note: optional(
    itemNote().meta({
      description: `A note about it, at most 200 characters. ${wholeText}`,
      examples: ["Gift wrapped"],
    }),
  ),
  amount: integerBetween(1, 1_000_000_000).meta({
    description: "What it costs, in kuruş.",
    examples: [125_050],
    format: "int64",
  }),
});

const body = jsonObject({
  amount: integerBetween(1, 1_000_000_000).meta({
    description: "Amount in kuruş (125050 is 1,250.50 TRY), before the buyer's share of the commission.",
    examples: [125_050],
    format: "int64",
  }),
  terminalId: codeText(64).meta({
    description: "The terminal that takes the payment; must be yours and active.",
    examples: ["trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B"],
  }),
  customerCommissionShareBps: optional(
    customerShareBps().meta({
      description:
        "Share of the commission that the buyer bears, in basis points (5000 is half of it). Omitted or null: 0.",
      examples: [0],
      format: "int32",
    }),
  ),
  description: optional(
    linkDescription().meta({
      description: `Shown to the buyer, at most 512 characters. ${wholeText}`,
      examples: ["Order 1042"],
    }),
  ),
  redirectUrl: optional(
    redirectUrl().meta({
      description:
        "Absolute http or https address, at most 2048 characters. After the result the buyer is sent to its path with " +
        "`/payment/success` or `/payment/failure` appended; its query is kept. Its host must be on the account's list, " +
        "where there is one. Omitted or null: the result is shown on a page of the service.",
      examples: ["https://shop.example/orders/1042"],
      format: "uri",
      maxLength: 2048,
    }),
  ),
  allowedInstallmentCounts: optional(
    unboundedList(integer().meta({ format: "int32" })).meta({
      description:
        "The installment counts that the buyer may choose from; not empty, and only what the terminal permits. Cannot be " +
        "changed afterwards. Omitted or null: whatever the terminal permits.",
      examples: [[1, 3, 6]],
    }),
  ),
  items: optional(
    boundedList(item, 1, itemCountMax).meta({
      description:
        "What is shown of the order, in this order: 1 to 50 entries whose amounts add up to `amount`. Display only.",
    }),
  ),
  payerName: optional(
    payerName().meta({
      description: `The payer's name, at most 120 characters; shown to the buyer masked. ${wholeText}`,
      examples: ["Ayşe Yılmaz"],
    }),
  ),
});

export const createPaymentLinkOperation = operation({
  id: "createPaymentLink",
  method: "POST",
  path: "/v1/payment-links",
  tag: "Payment links",
  summary: "Create a payment link",
  description:
    "Creates an address for one payment, to be shared with the buyer, who picks an installment count there and pays. " +
    "Valid for seven days. Nothing makes two calls the same link: each one that succeeds creates one.",
  budgets: ["links-ip", "links-write-key"],
  retryAfterSeconds: 60,
  refusedWhenSuspended: true,
  body,
  answers: { 201: "A new link, with status `pending`." },
  result: { name: "PaymentLink", schema: linkSchema },
  errors: [
    "sensitive_data_not_allowed",
    "partner_entitlement_required",
    "payment_acceptance_held",
    "terminal_not_allowed",
    "payment_link_items_amount_mismatch",
    "installment_not_allowed",
  ],
  async run(ctx, { caller, body }) {
    const { amount, customerCommissionShareBps, allowedInstallmentCounts, items, ...request } = body;
    const link = await createLink(ctx, {
      ...request,
      caller,
      amountKurus: BigInt(amount),
      customerShareBps: customerCommissionShareBps ?? 0,
      allowedCounts: allowedInstallmentCounts,
      items: items?.map(({ amount: each, ...item }) => ({ ...item, amountKurus: BigInt(each) })) ?? null,
    });
    return { status: 201, body: link };
  },
});
