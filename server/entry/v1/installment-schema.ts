import { z } from "zod";
import { codeText, integerBetween, optional } from "@/server/domain/fields";
import { cardBrands, cardFamilies } from "@/server/domain/pricing/installments";

/** The request fields and the option schema that both installment look-ups share (§2.4, §4.9, §4.10). */

export const lookupFields = {
  terminalId: codeText(64).meta({
    description: "The terminal that would take the payment; must be yours and active.",
    examples: ["trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B"],
  }),
  baseAmount: optional(
    integerBetween(1, Number.MAX_SAFE_INTEGER).meta({
      description: "Amount in kuruş to work out commission and totals for. Omitted or null: none is worked out.",
      examples: [125_050],
      format: "int64",
    }),
  ),
  customerCommissionShareBps: optional(
    integerBetween(0, 10_000).meta({
      description:
        "The part of the commission that the buyer bears, in basis points: 5000 is half, 10000 all of it. Omitted or " +
        "null: 0.",
      examples: [5000],
      format: "int32",
    }),
  ),
};

interface LookupBody {
  readonly terminalId: string;
  readonly baseAmount: number | null;
  readonly customerCommissionShareBps: number | null;
}

/** Converts the validated members to the input of the use-cases: amounts in kuruş, shares in bps. */
export const toLookup = ({ terminalId, baseAmount, customerCommissionShareBps }: LookupBody) => ({
  terminalId,
  baseAmountKurus: baseAmount === null ? null : BigInt(baseAmount),
  customerShareBps: customerCommissionShareBps ?? 0,
});

const amount = (description: string, example: number) =>
  z
    .int()
    .nullable()
    .meta({
      description: `${description} Kuruş; null without \`baseAmount\`.`,
      examples: [example],
      format: "int64",
    });

const option = z.object({
  installmentCount: z
    .int()
    .meta({ description: "Number of installments; 1 is a single charge.", examples: [3], format: "int32" }),
  rateBps: z.int().meta({
    description: "Commission rate of this count in basis points: 450 is 4.5 %.",
    examples: [450],
    format: "int32",
  }),
  fixedFee: z
    .int()
    .nullable()
    .meta({ description: "Fixed fee in kuruş; null if none.", examples: [100], format: "int64" }),
  baseAmount: amount("The amount that was asked about.", 125_050),
  commissionAmount: amount("Commission on it: floor(baseAmount × rateBps / 10000) + fixedFee.", 5727),
  customerShareAmount: amount(
    "The buyer's part of it: floor(commissionAmount × customerCommissionShareBps / 10000).",
    2863,
  ),
  totalAmount: amount("What the buyer would be charged: baseAmount + customerShareAmount.", 127_913),
});

export const optionList = (description: string) => z.array(option).meta({ description });

export const oneOption = (description: string) => option.meta({ description });

export const commissionBasis = z.enum(["gross", "net"]).meta({
  description:
    "What commission is deducted from at capture: the whole charge, or the charge less what the buyer bears of the " +
    "commission.",
  examples: ["gross"],
});

/** The kind of card to which prices apply; null means any value. */
export const cardKindFields = {
  cardType: z
    .enum(cardFamilies)
    .nullable()
    .meta({ description: "The cards' family.", examples: ["credit"] }),
  onUs: z
    .boolean()
    .nullable()
    .meta({
      description:
        "True: cards issued by the terminal's own bank; false: by other banks; null: the rate does not depend on it.",
      examples: [null],
    }),
  cardBrand: z
    .enum(cardBrands)
    .nullable()
    .meta({ description: "The cards' installment programme; null: any or none.", examples: ["bonus"] }),
};
