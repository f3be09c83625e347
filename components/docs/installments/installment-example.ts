import { readFileSync } from "node:fs";
import { join } from "node:path";
import { computeMaximums, groupOptions, priceOption } from "@/server/domain/pricing/installment-overview";
import {
  type CardFacts,
  cardFamilies,
  type InstallmentTerms,
  installmentOptions,
  type TariffPrice,
} from "@/server/domain/pricing/installments";
import type { ProgramSample } from "../guide/guide-samples";

/** The request of the example. The terminal is invented; the answers come from the functions that the product uses. */
export const exampleRequest = {
  bin: "55496000",
  terminalId: "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B",
  baseAmount: 125_050,
  customerCommissionShareBps: 10_000,
};

export const baseAmountKurus = BigInt(exampleRequest.baseAmount);
const commissionBasis = "gross";

const price = (
  family: TariffPrice["family"],
  brand: TariffPrice["brand"],
  installmentCount: number,
  rateBps: number,
  onUs: boolean | null = null,
): TariffPrice => ({ family, brand, onUs, installmentCount, rateBps, fixedFee: null });

const terms: InstallmentTerms = {
  acquirer: "Türkiye İş Bankası",
  allowedFamilies: cardFamilies,
  supportsForeign: false,
  effectiveCounts: [1, 2, 3],
  narrowing: [],
  tariff: [
    price("credit", null, 1, 250),
    price("credit", "bonus", 2, 350),
    price("credit", "bonus", 3, 450),
    price("credit", "maximum", 3, 400, true),
    price("debit", null, 1, 150),
  ],
};

const card: CardFacts = {
  bank: "Garanti BBVA",
  brand: "bonus",
  family: "credit",
  scheme: "mastercard",
  trusted: true,
};

const priced = (option: Parameters<typeof priceOption>[0]) =>
  priceOption(option, baseAmountKurus, exampleRequest.customerCommissionShareBps);

/** Builds the response of §4.9. */
export const buildLookupResponse = () => ({
  cardBrand: card.brand,
  cardFamily: card.family,
  cardBank: card.bank,
  options: installmentOptions(terms, card).map(priced),
  commissionBasis,
});

/** Builds the response of §4.10. */
export function buildOverviewResponse() {
  const groups = groupOptions(terms);
  return {
    commissionBasis,
    maximums: computeMaximums(groups, baseAmountKurus, exampleRequest.customerCommissionShareBps),
    optionGroups: groups.map((group) => ({ ...group, options: group.options.map(priced) })),
  };
}

/** The sample functions of the guide, in three languages. */
export const installmentSamples: readonly ProgramSample[] = [
  {
    file: "installments.mjs",
    name: "Node.js",
    text: readFileSync(join(process.cwd(), "components/docs/samples/installments.mjs"), "utf8"),
  },
  {
    file: "installments.php",
    name: "PHP",
    text: readFileSync(join(process.cwd(), "components/docs/samples/installments.php"), "utf8"),
  },
  {
    file: "installments.py",
    name: "Python",
    text: readFileSync(join(process.cwd(), "components/docs/samples/installments.py"), "utf8"),
  },
];
