import { z } from "zod";
import { choice, codeText } from "@/server/domain/fields";
import { transactionTypes } from "@/server/domain/ledger/transactions";
import { optionalParameter } from "@/server/domain/query-fields";
import { listTransactions } from "@/server/usecases/ledger/queries";
import { operation } from "../operation";
import { findSpanFault, nextCursorSchema, pageParameters, spanParameters, transactionSchema } from "../report-schema";

const query = z
  .object({
    ...spanParameters,
    type: optionalParameter(choice(transactionTypes).meta({ description: "Movements of this type." })),
    terminalId: optionalParameter(codeText(64).meta({ description: "Movements of payments at this terminal." })),
    partnerTxCode: optionalParameter(
      codeText(128).meta({
        description: "Movements of payments with this code; `from` and `to` may be left out then.",
      }),
    ),
    ...pageParameters,
  })
  .check(({ value, issues }) => {
    if (value.partnerTxCode !== null && value.from === null && value.to === null) return;
    const fault = findSpanFault(value);
    if (fault) issues.push({ code: "custom", ...fault, input: value });
  });

export const transactionListSchema = z.object({
  items: z.array(transactionSchema).meta({ description: "By `occurredAt`, then by identifier." }),
  nextCursor: nextCursorSchema,
});

export const listTransactionsOperation = operation({
  id: "listTransactions",
  method: "GET",
  path: "/v1/transactions",
  tag: "Reports",
  summary: "List movements of money",
  description:
    "Each capture, void, credit and correction of the account, by the time at which the bank moved the money. All pages " +
    "together are the movements that were on record when the first one was read. `Vezne-Notice: span_open` says that " +
    "more of the span may still come: close a day once it is absent.",
  scope: "reports:read",
  budgets: ["reports-key"],
  refusedWhenSuspended: false,
  query,
  answers: { 200: "A page of movements." },
  answerHeaders: ["Vezne-Notice"],
  result: { name: "TransactionList", schema: transactionListSchema },
  errors: [],
  async run(ctx, { caller: { partnerId }, query: { limit, ...input } }) {
    const { items, nextCursor, isSpanOpen } = await listTransactions(ctx, { ...input, partnerId, countMax: limit });
    return { status: 200, body: { items, nextCursor }, headers: isSpanOpen ? { "Vezne-Notice": "span_open" } : {} };
  },
});
