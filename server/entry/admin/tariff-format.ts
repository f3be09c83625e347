import type { TariffPrice } from "@/server/domain/pricing/installments";
import type { TariffSpan } from "@/server/domain/pricing/tariff-span";
import type { ListedTariff } from "@/server/usecases/pricing/tariff-queries";

const phases = {
  over: "ended",
  covered: "in force when no campaign is",
  in_force: "in force",
  to_come: "planned",
  withdrawn: "withdrawn",
} as const satisfies Record<ListedTariff["phase"], string>;

/** Formats the span as `from …`, and for a campaign also `to …`. */
export const formatSpan = ({ validFrom, validTo }: TariffSpan): string =>
  `from ${validFrom.toISOString()}${validTo ? ` to ${validTo.toISOString()}` : ""}`;

/** Formats a tariff as lines, with a row for each kind of card and a column for each installment count. */
export function formatTariff({ phase, prices, ...tariff }: ListedTariff): string[] {
  const counts = [...new Set(prices.map(({ installmentCount }) => installmentCount))].sort((a, b) => a - b);
  const cards = new Map<string, TariffPrice[]>();
  for (const price of prices) cards.set(describeCard(price), [...(cards.get(describeCard(price)) ?? []), price]);
  const rows = [...cards]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([card, own]) => [
      ...card.split(" "),
      ...counts.map((count) => formatRate(own.find(({ installmentCount }) => installmentCount === count))),
    ]);
  return [
    `${tariff.id} ${formatSpan(tariff)}, ${phases[phase]}`,
    ...alignColumns([["family", "brand", "on-us", ...counts.map(String)], ...rows]),
  ];
}

const describeCard = ({ family, brand, onUs }: TariffPrice): string => `${family} ${brand ?? "any"} ${onUs ?? "any"}`;

function formatRate(price: TariffPrice | undefined): string {
  if (!price) return "-";
  return price.fixedFee === null ? `${price.rateBps}` : `${price.rateBps}+${price.fixedFee}`;
}

const alignColumns = (rows: readonly (readonly string[])[]): string[] => {
  const columnWidth = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(columnWidth(column))).join("  ")}`.trimEnd());
};
