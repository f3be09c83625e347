import { z } from "zod";
import { choice } from "@/server/domain/fields";
import { shownPayoutStates } from "@/server/domain/payouts/payout-list";
import { optionalParameter } from "@/server/domain/query-fields";
import { listPayoutTransactions } from "@/server/usecases/ledger/queries";
import { getPayoutRecord, listPayoutRecords } from "@/server/usecases/payouts/payout-record-queries";
import { operation } from "../operation";
import { findSpanFault, nextCursorSchema, pageParameters, payoutSchema, spanParameters } from "../report-schema";
import { transactionListSchema } from "./list-transactions";

/** The part of the declaration that the three queries share. */
const query = {
  method: "GET",
  tag: "Reports",
  scope: "reports:read",
  budgets: ["reports-key"],
  refusedWhenSuspended: false,
} as const;

const payoutBatchIdParam = z.string().meta({
  description: "Identifier of the payout.",
  examples: ["pob_01K8Z3W2M7N8P9Q0R1S2T3V4W5"],
});

export const listPayoutsOperation = operation({
  ...query,
  id: "listPayouts",
  path: "/v1/payouts",
  summary: "List payouts",
  description: "The account's payouts that were prepared in a span of time, the newest first.",
  query: z
    .object({
      ...spanParameters,
      status: optionalParameter(choice(shownPayoutStates).meta({ description: "Payouts in this state." })),
      ...pageParameters,
    })
    .check(({ value, issues }) => {
      const fault = findSpanFault(value);
      if (fault) issues.push({ code: "custom", ...fault, input: value });
    }),
  answers: { 200: "A page of payouts." },
  result: {
    name: "PayoutList",
    schema: z.object({
      items: z.array(payoutSchema).meta({ description: "The newest first." }),
      nextCursor: nextCursorSchema,
    }),
  },
  errors: [],
  async run(ctx, { caller: { partnerId }, query: { limit, ...input } }) {
    return { status: 200, body: await listPayoutRecords(ctx, { ...input, partnerId, countMax: limit }) };
  },
});

export const getPayoutOperation = operation({
  ...query,
  id: "getPayout",
  path: "/v1/payouts/{payoutBatchId}",
  summary: "Get a payout",
  description: "The payout in its current state, as `payout.paid_out` and `payout.failed` name it.",
  params: { payoutBatchId: payoutBatchIdParam },
  answers: { 200: "The payout." },
  result: { name: "Payout", schema: payoutSchema },
  errors: ["payout_not_found"],
  async run(ctx, { caller: { partnerId }, params: { payoutBatchId = "" } }) {
    return { status: 200, body: await getPayoutRecord(ctx, { partnerId, payoutId: payoutBatchId }) };
  },
});

export const listPayoutTransactionsOperation = operation({
  ...query,
  id: "listPayoutTransactions",
  path: "/v1/payouts/{payoutBatchId}/transactions",
  summary: "List the movements of a payout",
  description:
    "What the payout pays, by `occurredAt`. Their net amounts and `carriedOver` are its amount. A re-issue and the payout " +
    "that failed have the same ones.",
  params: { payoutBatchId: payoutBatchIdParam },
  query: z.object(pageParameters),
  answers: { 200: "A page of movements." },
  result: { name: "TransactionList", schema: transactionListSchema },
  errors: ["payout_not_found"],
  async run(ctx, { caller: { partnerId }, params: { payoutBatchId = "" }, query: { limit, cursor } }) {
    const input = { partnerId, payoutId: payoutBatchId, cursor, countMax: limit };
    return { status: 200, body: await listPayoutTransactions(ctx, input) };
  },
});
