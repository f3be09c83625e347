import { parse } from "csv-parse/browser/esm/sync";
import { readTariff, type TariffReading, tariffColumns } from "@/server/domain/pricing/tariff";

/** A table of texts as a spreadsheet copies it or a file holds it. */
export type TextTable = readonly (readonly string[])[];

/** Reads a pasted text or a CSV file as a table; null for a text that is none. Tabs, semicolons or commas separate. */
export function readTable(text: string): TextTable | null {
  const [head = ""] = text.split(/\r?\n/, 1);
  const delimiter = ["\t", ";"].find((one) => head.includes(one)) ?? ",";
  try {
    return parse(text, { delimiter, bom: true, relax_column_count: true, relax_quotes: true }) as string[][];
  } catch {
    return null;
  }
}

/** Reads a block that a spreadsheet has copied: only tabs separate, because a comma may be a decimal one. */
export const readBlock = (text: string): TextTable =>
  text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((row) => row.split("\t"));

/** Returns whether a table has the columns of a tariff's file in its first row. */
export const isTariffFile = ([head = []]: TextTable): boolean =>
  head.some((name) => name.trim() === "family") && head.some((name) => name.trim() === "rateBps");

/** Reads a table with a head as a tariff. */
export function readTariffFile([head = [], ...rows]: TextTable): TariffReading {
  const names = head.map((name) => name.trim());
  const records = rows
    .map((cells, n) => ({ line: n + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .map(({ line, cells }) => ({
      line,
      values: Object.fromEntries(names.map((name, column) => [name, (cells[column] ?? "").trim()])),
    }));
  if (records.length > 0) return readTariff(records);
  const what = `the columns must be ${tariffColumns.join(",")}, with at least one line below them`;
  return { prices: [], faults: [{ line: null, code: "columns", what }] };
}
