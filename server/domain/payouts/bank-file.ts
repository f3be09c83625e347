import { toAscii } from "../ascii";
import { decimalText } from "../money";

/** A transfer of a bank's bulk file: one payout to one account. */
export interface BankTransfer {
  readonly payoutId: string;
  readonly beneficiary: string;
  /** In capitals without blanks. */
  readonly iban: string;
  readonly amountKurus: bigint;
  /** `YYYY-MM-DD`. */
  readonly valueDay: string;
}

/** A column of a file: its name, and what it says of a transfer. */
interface FileColumn {
  readonly name: string;
  readonly value: (transfer: BankTransfer, number: number) => string;
}

/** A column of a file without separators: its width in characters, and on which side it is filled with what. */
interface FixedColumn extends FileColumn {
  readonly width: number;
  readonly fill: " " | "0";
  readonly align: "left" | "right";
}

const description = ({ valueDay }: BankTransfer): string => `Hak edis odemesi ${valueDay}`;

/** The columns of the separated file. Most banks let a customer map them by their names. */
const csvColumns: readonly FileColumn[] = [
  { name: "Sira", value: (_, number) => String(number) },
  { name: "Alici", value: ({ beneficiary }) => beneficiary },
  { name: "IBAN", value: ({ iban }) => iban },
  { name: "Tutar", value: ({ amountKurus }) => decimalText(amountKurus).replace(".", ",") },
  { name: "Para birimi", value: () => "TRY" },
  { name: "Tarih", value: ({ valueDay }) => valueDay },
  { name: "Aciklama", value: description },
  { name: "Referans", value: ({ payoutId }) => payoutId },
];

/**
 * The columns of the file of fixed width. They are an example: every bank hands out its own table, and the operator
 * puts it here.
 */
const exampleColumns: readonly FixedColumn[] = [
  { name: "record type", width: 1, fill: " ", align: "left", value: () => "D" },
  { name: "number", width: 6, fill: "0", align: "right", value: (_, number) => String(number) },
  { name: "value date", width: 8, fill: " ", align: "left", value: ({ valueDay }) => valueDay.replaceAll("-", "") },
  { name: "IBAN", width: 26, fill: " ", align: "left", value: ({ iban }) => iban },
  { name: "beneficiary", width: 40, fill: " ", align: "left", value: ({ beneficiary }) => beneficiary },
  { name: "amount in kuruş", width: 15, fill: "0", align: "right", value: ({ amountKurus }) => amountKurus.toString() },
  { name: "currency", width: 3, fill: " ", align: "left", value: () => "TRY" },
  { name: "description", width: 40, fill: " ", align: "left", value: description },
  { name: "reference", width: 30, fill: " ", align: "left", value: ({ payoutId }) => payoutId },
];

export const bankFileFormats = ["csv", "fixed_width_example"] as const;
export type BankFileFormat = (typeof bankFileFormats)[number];

/** The ending of a file's name by its format. */
export const bankFileEndings: Readonly<Record<BankFileFormat, string>> = { csv: "csv", fixed_width_example: "txt" };

/**
 * Writes a bank's bulk-transfer file: a line for each transfer, in ASCII, because the encodings that banks read differ.
 * Lines end with CR LF.
 */
export function buildBankFile(format: BankFileFormat, transfers: readonly BankTransfer[]): string {
  const lines = transfers.map((transfer, index) => toLine(format, transfer, index + 1));
  const head = format === "csv" ? [csvColumns.map(({ name }) => name).join(";")] : [];
  return [...head, ...lines].map((line) => `${line}\r\n`).join("");
}

const toLine = (format: BankFileFormat, transfer: BankTransfer, number: number): string =>
  format === "csv"
    ? csvColumns.map(({ value }) => toCsvCell(toAscii(value(transfer, number)))).join(";")
    : exampleColumns.map((column) => fitText(toAscii(column.value(transfer, number)), column)).join("");

/** Writes a cell that no reader takes for two cells, and no spreadsheet for a formula. */
function toCsvCell(text: string): string {
  const safe = text.replace(/^[=+\-@]+/, "").replace(/[;"\r\n]/g, " ");
  return safe.trim();
}

/** Cuts or fills a text to the width of its column. An amount or a number that does not fit is an error. */
function fitText(text: string, { name, width, fill, align }: FixedColumn): string {
  if (align === "right" && text.length > width) throw new Error(`The value of the column "${name}" is too long`);
  const cut = text.slice(0, width);
  return align === "right" ? cut.padStart(width, fill) : cut.padEnd(width, fill);
}
