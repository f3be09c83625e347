import type { TariffPrice } from "@/server/domain/installments";
import type { ListedTariff } from "@/server/usecases/list-tariffs";

const phases = { over: "over", in_force: "in force", to_come: "to come" } as const;

/** A tariff as lines to print: one for each kind of card, the counts as columns. */
export function tariffTable({ tariffId, validFrom, validUntil, phase, prices }: ListedTariff): string[] {
  const until = validUntil ? ` until ${validUntil.toISOString()}` : "";
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
    `${tariffId} from ${validFrom.toISOString()}${until}, ${phases[phase]}`,
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
