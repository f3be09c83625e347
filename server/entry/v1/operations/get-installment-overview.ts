import { z } from "zod";
import { jsonObject } from "@/server/domain/fields";
import { getInstallmentOverview } from "@/server/usecases/pricing/queries";
import { cardKindFields, commissionBasis, lookupFields, oneOption, optionList, toLookup } from "../installment-schema";
import { operation } from "../operation";

const body = jsonObject(lookupFields);

const maximum = z.object({
  option: oneOption("The dearest option of its count."),
  source: z.object(cardKindFields).meta({ description: "The cards that it holds for." }),
});

const group = z.object({
  ...cardKindFields,
  onUsRequired: z
    .boolean()
    .nullable()
    .meta({
      description:
        "True: only cards of the terminal's own bank get these installments; false: cards of other banks, too; null: " +
        "the group has no installments.",
      examples: [false],
    }),
  options: optionList("What these cards can be charged, ascending by `installmentCount`."),
});

const overview = z.object({
  commissionBasis,
  maximums: z.array(maximum).meta({
    description:
      "For every count that some card is offered, its dearest option, ascending: what a price “up to” is computed with " +
      "before the card is known.",
  }),
  optionGroups: z.array(group).meta({
    description:
      "The terminal's prices by the cards that they hold for. Where several fit a card, brand goes before any brand, then " +
      "`onUs` before null. Once the card is known, ask for its own options.",
  }),
});

export const getInstallmentOverviewOperation = operation({
  id: "getInstallmentOverview",
  method: "POST",
  path: "/v1/installment-options/overview",
  tag: "Installments",
  summary: "Get what a terminal offers",
  description:
    "Everything that a terminal offers before the card is known: the options of each kind of card, and for every " +
    "installment count the dearest of them.",
  scope: "payments:read",
  budgets: ["installments-partner"],
  isNewWork: true,
  refusedWhenSuspended: false,
  body,
  answers: { 200: "The terminal's options." },
  result: { name: "InstallmentOverview", schema: overview },
  errors: ["terminal_not_allowed"],
  async run(ctx, { caller, body }) {
    return { status: 200, body: await getInstallmentOverview(ctx, { caller, ...toLookup(body) }) };
  },
});
