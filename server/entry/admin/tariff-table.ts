import type { TariffPrice } from "@/server/domain/pricing/installments";
import type { TariffSpan } from "@/server/domain/pricing/tariff-span";
import type { ListedTariff } from "@/server/usecases/pricing/list-tariffs";

const phases = {
  over: "over",
  covered: "while no campaign lasts",
  in_force: "in force",
  to_come: "to come",
  withdrawn: "withdrawn",
} as const satisfies Record<ListedTariff["phase"], string>;

/** `from …`, and of a campaign `to …`. */
export const spanText = ({ validFrom, validTo }: TariffSpan): string =>
  `from ${validFrom.toISOString()}${validTo ? ` to ${validTo.toISOString()}` : ""}`;

/** A tariff as lines to print: one for each kind of card, the counts as columns. */
export function tariffTable({ phase, prices, ...tariff }: ListedTariff): string[] {
  const counts = [...new Set(prices.map(({ installmentCount }) => installmentCount))].sort((a, b) => a - b);
  const cards = new Map<string, TariffPrice[]>();
  for (const price of prices) cards.set(cardOf(price), [...(cards.get(cardOf(price)) ?? []), price]);
  const rows = [...cards]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([card, own]) => [
      ...card.split(" "),
      ...counts.map((count) => rateOf(own.find(({ installmentCount }) => installmentCount === count))),
    ]);
  return [
    `${tariff.id} ${spanText(tariff)}, ${phases[phase]}`,
    ...aligned([["family", "brand", "on-us", ...counts.map(String)], ...rows]),
  ];
}

const cardOf = ({ family, brand, onUs }: TariffPrice): string =>
  `${family} ${brand ?? "any"} ${onUs ?? "any"}`;

function rateOf(price: TariffPrice | undefined): string {
  if (!price) return "-";
  return price.fixedFee === null ? `${price.rateBps}` : `${price.rateBps}+${price.fixedFee}`;
}

const aligned = (rows: readonly (readonly string[])[]): string[] => {
  const widthOf = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widthOf(column))).join("  ")}`.trimEnd(),
  );
};
