import { z } from "zod";
import { digitText, jsonObject } from "@/server/domain/fields";
import { cardBrands, cardFamilies } from "@/server/domain/pricing/installments";
import { findInstallmentOptions } from "@/server/usecases/pricing/queries";
import { commissionBasis, lookupFields, optionList, toLookup } from "../installment-schema";
import { operation } from "../operation";

const body = jsonObject({
  bin: digitText(8).meta({
    description: "The first eight digits of the card number. No more of it may be sent.",
    examples: ["43550800"],
  }),
  ...lookupFields,
});

const cardOptions = z.object({
  cardBrand: z
    .enum(cardBrands)
    .nullable()
    .meta({
      description: "The card's installment programme; null when it has none or the BIN is not known.",
      examples: ["axess"],
    }),
  cardFamily: z
    .enum(cardFamilies)
    .nullable()
    .meta({ description: "The card's family; null when the BIN is not known.", examples: ["credit"] }),
  cardBank: z
    .string()
    .nullable()
    .meta({ description: "The issuing bank; null when it is not known.", examples: ["Akbank"] }),
  options: optionList(
    "What the card can be charged, ascending by `installmentCount`. Render this list: every count in it is accepted at " +
      "payment creation with the same rate and fee, and no other. Empty: the card cannot be charged at this terminal, " +
      "not even once.",
  ),
  commissionBasis,
});

export const findInstallmentOptionsOperation = operation({
  id: "findInstallmentOptions",
  method: "POST",
  path: "/v1/installment-options",
  tag: "Installments",
  summary: "Find what a card can be charged",
  description:
    "The installment counts of one card at one terminal, with the commission of each and, for a `baseAmount`, what the " +
    "buyer would pay. A BIN that is not known is offered a single charge.",
  scope: "payments:read",
  budgets: ["installments-partner"],
  isNewWork: true,
  refusedWhenSuspended: false,
  body,
  answers: { 200: "The card's facts and its options." },
  result: { name: "InstallmentOptions", schema: cardOptions },
  errors: ["terminal_not_allowed"],
  async run(ctx, { caller, body }) {
    const options = await findInstallmentOptions(ctx, { caller, bin8: body.bin, ...toLookup(body) });
    return { status: 200, body: options };
  },
});
