import { z } from "zod";
import { cardBrands, cardFamilies } from "@/server/domain/pricing/installments";

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** The schema of the card of a payment in the merchant API (D-18). */
export const cardSchema = z
  .object({
    maskedPan: text(
      "First six and last four digits. Between them are five stars for American Express and six for every other card.",
      "552879******0008",
    ),
    brand: z
      .enum(cardBrands)
      .nullable()
      .meta({ description: "Installment brand of the card; null when unknown.", examples: ["paraf"] }),
    family: z
      .enum(cardFamilies)
      .nullable()
      .meta({ description: "Kind of card; null when unknown.", examples: ["credit"] }),
    bank: text("Issuing bank; null when unknown.", "Halkbank").nullable(),
    scheme: text("Card scheme; null when unknown.", "mastercard").nullable(),
  })
  .meta({ description: "The card that paid." });
