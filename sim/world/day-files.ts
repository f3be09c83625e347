import type { DifferenceKind } from "@/server/domain/bank-days/compare-day";
import type { LineKind } from "@/server/domain/bank-days/day-line";

// The day-end files of the simulated banks, as text and as what the banks know of them. Amounts in kuruş.

/** A line of a file. */
export interface BankLine {
  readonly kind: LineKind;
  readonly orderId: string;
  readonly amountKurus: number;
  /** Empty where the file has none. */
  readonly caseNumber: string;
  /** The line as the file has it. */
  readonly text: string;
}

/** A fault that a bank put into a file, as the difference that it has to cause once the books are complete. */
export interface PlantedFault {
  readonly kind: DifferenceKind;
  readonly lineKind: LineKind;
  readonly orderId: string;
  /** The amount in the file; null for a line that the file lacks. */
  readonly bankKurus: number | null;
}

/** A file that a bank has written. */
export interface DayFile {
  /** A name that no other file has. */
  readonly name: string;
  /** The bank's business day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly header: string;
  /** What the bank has on record and lists, as it is on record. */
  readonly genuine: readonly BankLine[];
  /** What the file says. */
  readonly lines: readonly BankLine[];
  readonly faults: readonly PlantedFault[];
  readonly atStep: number;
}

const kinds: Readonly<Record<string, LineKind>> = {
  Satış: "sale",
  İptal: "void",
  İade: "credit",
  "Ters İbraz": "chargeback",
  "Ters İbraz İadesi": "chargeback_reversal",
};

/** The places of the columns. */
const columns = { kind: 1, orderId: 2, amount: 3, commission: 4, rrn: 7, caseNumber: 8 } as const;

/** Splits the text of a file into its header and its lines. */
export function readFile(text: string): { readonly header: string; readonly lines: readonly BankLine[] } {
  const [header = "", ...lines] = text.split("\r\n").filter((line) => line !== "");
  return { header, lines: lines.map(readLine) };
}

export const writeFile = ({ header, lines }: Pick<DayFile, "header" | "lines">): string =>
  [header, ...lines.map(({ text }) => text), ""].join("\r\n");

/** Reads a line. @throws Error for a word that no bank of the simulation uses */
export function readLine(text: string): BankLine {
  const cells = text.split(";");
  const kind = kinds[cells[columns.kind] ?? ""];
  if (!kind) throw new Error(`The line ${text} has no known kind`);
  return {
    kind,
    orderId: cells[columns.orderId] ?? "",
    amountKurus: readKurus(cells[columns.amount]),
    caseNumber: cells[columns.caseNumber] ?? "",
    text,
  };
}

const readKurus = (cell = ""): number => Number(cell.replace(",", ""));

const writeKurus = (kurus: number): string =>
  `${kurus < 0 ? "-" : ""}${Math.floor(Math.abs(kurus) / 100)},${String(Math.abs(kurus) % 100).padStart(2, "0")}`;

/** Returns a line with some of its cells changed. */
export function changeCells(line: BankLine, changes: Partial<Record<keyof typeof columns, string>>): BankLine {
  const cells = line.text.split(";");
  for (const [name, value] of Object.entries(changes)) cells[columns[name as keyof typeof columns]] = value;
  return readLine(cells.join(";"));
}

/** Returns a line about so many kuruş more. */
export const addAmount = (line: BankLine, kurus: number): BankLine =>
  changeCells(line, { amount: writeKurus(line.amountKurus + kurus) });

/** Returns a line whose bank keeps so many kuruş more. */
export const addCommission = (line: BankLine, kurus: number): BankLine =>
  changeCells(line, { commission: writeKurus(readKurus(line.text.split(";")[columns.commission]) + kurus) });
