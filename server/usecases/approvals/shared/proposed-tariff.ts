import * as z from "zod";
import { AppError } from "@/server/domain/errors";
import { parseDateTime } from "@/server/domain/fields";
import { cardBrands, cardFamilies, type TariffPrice } from "@/server/domain/pricing/installments";
import { findInForce } from "@/server/domain/pricing/tariff-span";
import { findTerminal } from "@/server/store/accounts/terminals";
import { listPlacedTariffs, listPrices } from "@/server/store/pricing/tariffs";
import type { Ctx } from "@/server/usecases/ctx";

const storedInstant = z.string().transform((text, context) => {
  const instant = parseDateTime(text);
  if (instant) return instant.toISOString();
  context.addIssue({ code: "custom", message: "not an instant" });
  return z.NEVER;
});

/** A proposed tariff as it is stored: instants are ISO texts, a null start is the approval, fees are decimal texts. */
export const storedTariff = z.object({
  validFrom: storedInstant.nullable(),
  validTo: storedInstant.nullable(),
  prices: z.array(
    z.object({
      family: z.enum(cardFamilies),
      onUs: z.boolean().nullable(),
      brand: z.enum(cardBrands).nullable(),
      installmentCount: z.int(),
      rateBps: z.int(),
      fixedFee: z
        .string()
        .regex(/^[0-9]{1,10}$/)
        .nullable(),
    }),
  ),
});
export type StoredTariff = z.infer<typeof storedTariff>;

export interface ProposedTariff {
  readonly prices: readonly TariffPrice[];
  /** Null for the approval. */
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
}

/** Converts a tariff to the form in which a proposal stores it. */
export const toStored = ({ prices, validFrom, validTo }: ProposedTariff): StoredTariff => ({
  validFrom: validFrom?.toISOString() ?? null,
  validTo: validTo?.toISOString() ?? null,
  prices: prices.map(({ family, onUs, brand, installmentCount, rateBps, fixedFee }) => ({
    family,
    onUs,
    brand,
    installmentCount,
    rateBps,
    fixedFee: fixedFee?.toString() ?? null,
  })),
});

export const fromStored = ({ prices, validFrom, validTo }: StoredTariff): ProposedTariff => ({
  validFrom: validFrom === null ? null : new Date(validFrom),
  validTo: validTo === null ? null : new Date(validTo),
  prices: prices.map((price) => ({
    ...price,
    fixedFee: price.fixedFee === null ? null : BigInt(price.fixedFee),
  })),
});

/** Returns the start of a proposed tariff if it was approved now: a start that has passed is the approval (D-250). */
export const toStart = ({ validFrom }: Pick<ProposedTariff, "validFrom">, now: Date): Date =>
  validFrom !== null && validFrom > now ? validFrom : now;

/** Returns the terminal with its tariffs and the prices in force at an instant. Throws not_found. */
export async function readTariffsAt(ctx: Ctx, terminalId: string, at: Date) {
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  const tariffs = await listPlacedTariffs(ctx.db, terminalId);
  const inForce = findInForce(tariffs, at);
  return { terminal, tariffs, prices: inForce ? await listPrices(ctx.db, inForce.id) : [] };
}
