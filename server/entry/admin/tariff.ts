import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { AppError } from "@/server/domain/errors";
import { parseDateTime } from "@/server/domain/fields";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { readTariff, type TariffRecord, tariffColumns } from "@/server/domain/pricing/tariff";
import type { Ctx } from "@/server/usecases/ctx";
import { listTariffs } from "@/server/usecases/pricing/list-tariffs";
import { replaceTariff } from "@/server/usecases/pricing/replace-tariff";
import { withdrawTariff } from "@/server/usecases/pricing/withdraw-tariff";
import type { AdminCommand } from "./command";
import { spanText, tariffTable } from "./tariff-table";

/** The prices of a terminal, which are data and never change once they are in force (D-31). */
export const tariffCommands: readonly AdminCommand[] = [
  {
    name: "tariff show",
    parameters: ["TERMINAL"],
    help: "shows the latest tariffs of a terminal, and which is in force",
    async run(ctx, [terminalId = ""]) {
      const tariffs = await listTariffs(ctx, { terminalId });
      if (tariffs.length === 0) return [`${terminalId} has no tariff: no card can be charged there.`];
      return [...tariffs.flatMap((tariff) => [...tariffTable(tariff), ""]), legend];
    },
  },
  {
    name: "tariff replace",
    parameters: ["TERMINAL", "FILE", "FROM"],
    help: `takes the prices of a CSV file (${tariffColumns.join(",")}) from an instant on, or from now`,
    run: (ctx, [terminalId = "", file = "", from = ""]) => replace(ctx, terminalId, file, from, null),
  },
  {
    name: "tariff campaign",
    parameters: ["TERMINAL", "FILE", "FROM", "TO"],
    help: "the same up to an instant, before what has no end",
    run: (ctx, [terminalId = "", file = "", from = "", to = ""]) => replace(ctx, terminalId, file, from, to),
  },
  {
    name: "tariff withdraw",
    parameters: ["TARIFF"],
    help: "takes a tariff out of force, or one that is to come",
    async run(ctx, [tariffId = ""]) {
      const { terminalId, inForce } = await withdrawTariff(ctx, { tariffId });
      return [
        `${tariffId} is withdrawn. In force at ${terminalId}: ${inForce.id} ${spanText(inForce)}.`,
        keptBy,
      ];
    },
  },
];

const legend = "Rates in basis points, +fixed fee in kuruş; any: whatever it is; -: not charged.";

async function replace(
  ctx: Ctx,
  terminalId: string,
  file: string,
  from: string,
  to: string | null,
): Promise<string[]> {
  const validFrom = from === "now" ? from : instantOf(from);
  const validTo = to === null ? null : instantOf(to);
  const prices = await readPrices(file);
  const replaced = await replaceTariff(ctx, { terminalId, validFrom, validTo, prices });
  return [
    `${replaced.id}: ${prices.length} prices of ${terminalId} ${spanText(replaced)}.`,
    ...replaced.toCome.map((other) => `Still to come: ${other.id} ${spanText(other)}.`),
    keptBy,
  ];
}

const keptBy = "Payments that were created before keep the tariff of their creation.";

function instantOf(text: string): Date {
  const instant = parseDateTime(text);
  if (instant) return instant;
  throw new AppError("validation_error", `${text} is no RFC 3339 date-time with a time zone`);
}

async function readPrices(file: string): Promise<readonly TariffPrice[]> {
  const { prices, faults } = readTariff(recordsOf(await readText(file), file));
  if (faults.length === 0) return prices;
  throw new AppError("validation_error", `${file} was not taken.\n${faults.join("\n")}`);
}

const readText = (file: string): Promise<string> =>
  readFile(file, "utf8").catch((error: unknown) => {
    throw new AppError("validation_error", `${file} cannot be read: ${reasonOf(error)}`);
  });

function recordsOf(text: string, file: string): TariffRecord[] {
  try {
    const options = { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true } as const;
    const found: unknown = parse(text, options);
    return (found as { record: Record<string, string>; info: { lines: number } }[]).map(
      ({ record, info }) => ({
        line: info.lines,
        values: record,
      }),
    );
  } catch (error) {
    throw new AppError("validation_error", `${file} is no CSV file: ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
