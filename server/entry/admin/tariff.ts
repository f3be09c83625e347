import { AppError } from "@/server/domain/errors";
import { parseDateTime } from "@/server/domain/fields";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { describeFileFault, readTariff, tariffColumns } from "@/server/domain/pricing/tariff";
import type { TariffSpan } from "@/server/domain/pricing/tariff-span";
import type { Ctx } from "@/server/usecases/ctx";
import { replaceTariff } from "@/server/usecases/pricing/replace-tariff";
import { type ListedTariff, listTariffs } from "@/server/usecases/pricing/tariff-queries";
import { withdrawTariff } from "@/server/usecases/pricing/withdraw-tariff";
import type { AdminCommand } from "./command";
import { readCsvFile } from "./csv-file";

/** The commands for the tariffs of a terminal. A tariff is never changed after it came into force (D-31). */
export const tariffCommands: readonly AdminCommand[] = [
  {
    name: "tariff show",
    parameters: ["TERMINAL"],
    help: "shows the tariffs of a terminal: in force, planned, and the latest 20 others",
    async run(ctx, [terminalId = ""]) {
      const tariffs = await listTariffs(ctx, { terminalId });
      if (tariffs.length === 0) return [`${terminalId} has no tariff, so it cannot charge any card.`];
      return [...tariffs.flatMap((tariff) => [...formatTariff(tariff), ""]), legend];
    },
  },
  {
    name: "tariff replace",
    parameters: ["TERMINAL", "FILE", "FROM"],
    help: `begins a tariff with the prices of a CSV file (${tariffColumns.join(",")}); FROM is an instant or now`,
    run: (ctx, [terminalId = "", file = "", from = ""]) => replace(ctx, terminalId, file, from, null),
  },
  {
    name: "tariff campaign",
    parameters: ["TERMINAL", "FILE", "FROM", "TO"],
    help: "begins a tariff that takes precedence over tariffs without an end until TO",
    run: (ctx, [terminalId = "", file = "", from = "", to = ""]) => replace(ctx, terminalId, file, from, to),
  },
  {
    name: "tariff withdraw",
    parameters: ["TARIFF"],
    help: "withdraws a tariff that is in force or planned",
    async run(ctx, [tariffId = ""]) {
      const { terminalId, inForce } = await withdrawTariff(ctx, { tariffId });
      return [
        `${tariffId} is withdrawn. In force for ${terminalId} now: ${inForce.id} ${formatSpan(inForce)}.`,
        keptNote,
      ];
    },
  },
];

const legend = "Rates are in basis points. +N is a fixed fee in kuruş, any means every value, and - means not charged.";

async function replace(ctx: Ctx, terminalId: string, file: string, from: string, to: string | null): Promise<string[]> {
  const validFrom = from === "now" ? from : readInstant(from);
  const validTo = to === null ? null : readInstant(to);
  const prices = await readPrices(file);
  const replaced = await replaceTariff(ctx, { terminalId, validFrom, validTo, prices });
  return [
    `${replaced.id}: ${prices.length} prices for ${terminalId} ${formatSpan(replaced)}.`,
    ...replaced.toCome.map((other) => `Another tariff is planned: ${other.id} ${formatSpan(other)}.`),
    keptNote,
  ];
}

const keptNote = "Payments that were created before keep the tariff of their creation.";

function readInstant(text: string): Date {
  const instant = parseDateTime(text);
  if (instant) return instant;
  throw new AppError("validation_error", `${text} is not an RFC 3339 date-time with a time zone`);
}

async function readPrices(file: string): Promise<readonly TariffPrice[]> {
  const { prices, faults } = readTariff(await readCsvFile(file));
  if (faults.length === 0) return prices;
  throw new AppError("validation_error", `${file} was not accepted.\n${faults.map(describeFileFault).join("\n")}`);
}

const phases = {
  over: "ended",
  covered: "in force when no campaign is",
  in_force: "in force",
  to_come: "planned",
  withdrawn: "withdrawn",
} as const satisfies Record<ListedTariff["phase"], string>;

/** Formats the span as `from …`, and for a campaign also `to …`. */
const formatSpan = ({ validFrom, validTo }: TariffSpan): string =>
  `from ${validFrom.toISOString()}${validTo ? ` to ${validTo.toISOString()}` : ""}`;

/** Formats a tariff as lines, with a row for each kind of card and a column for each installment count. */
function formatTariff({ phase, prices, ...tariff }: ListedTariff): string[] {
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
