import { isCalendarDay, istanbulDate, istanbulOffsetMs } from "../business-day";
import { plusMs } from "../clock";
import { parseDateTime } from "../fields";
import type { DayFileFormat } from "./day-file-format";
import { type DayLine, dayLinesMax, type LineKind } from "./day-line";

/** The value of a cell: text from a CSV file; also numbers and dates (as if Istanbul were UTC) from a spreadsheet. */
export type Cell = string | number | Date | null;

/** A record of a file by the names of its header. */
export interface DayRecord {
  /** The number of its line in the file, from 1. */
  readonly line: number;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What is wrong with a file or a line of it. */
export interface DayFileFault {
  /** Null for the file as a whole. */
  readonly line: number | null;
  readonly what: "columns" | "empty" | "too_long" | "kind" | "order_id" | "amount" | "commission" | "time";
  /** The names of the missing columns, or the value that cannot be read. */
  readonly value: string;
}

/** The length of the product's order ids (D-50). */
const orderIdLength = 20;

/**
 * Reads the records of a bank's day-end file. Returns its lines, or every fault: a file that was read in part would
 * hide money.
 */
export function readDayFile(
  format: DayFileFormat,
  records: readonly DayRecord[],
): { readonly lines: readonly DayLine[]; readonly faults: readonly DayFileFault[] } {
  const [first] = records;
  if (!first) return refuse({ line: null, what: "empty", value: "" });
  if (records.length > dayLinesMax) return refuse({ line: null, what: "too_long", value: String(records.length) });
  const { kind, orderId, amount, date, timeOfDay } = format.columns;
  const needed = [kind, orderId, amount, date, ...(timeOfDay === null ? [] : [timeOfDay])];
  const missing = needed.filter((name) => !Object.hasOwn(first.cells, name));
  if (missing.length > 0) return refuse({ line: 1, what: "columns", value: missing.join(", ") });
  const lines: DayLine[] = [];
  const faults: DayFileFault[] = [];
  for (const record of records) {
    const read = readLine(format, record);
    if (read === null) continue;
    if ("what" in read) faults.push(read);
    else lines.push(read);
  }
  return faults.length > 0 ? { lines: [], faults } : { lines, faults };
}

const refuse = (fault: DayFileFault) => ({ lines: [], faults: [fault] });

/** Returns the line, what is wrong with it, or null for a line that is left out. */
function readLine(format: DayFileFormat, { line, cells }: DayRecord): DayLine | DayFileFault | null {
  const { columns } = format;
  const word = text(cells[columns.kind]);
  const kind = format.kinds[word.toLocaleLowerCase("tr")];
  if (kind === undefined) {
    return format.leftOut.includes(word.toLocaleLowerCase("tr")) ? null : { line, what: "kind", value: word };
  }
  const orderId = text(cells[columns.orderId]);
  if (!/^[\w-]{1,64}$/.test(orderId)) return { line, what: "order_id", value: orderId };
  const amountKurus = readMoved(format, kind, cells);
  if (amountKurus === null) return { line, what: "amount", value: text(cells[columns.amount]) };
  const commission = readCommission(format, cells);
  if (commission === "unreadable") return { line, what: "commission", value: text(cells[columns.commission ?? ""]) };
  const at = readInstant(format, cells);
  if (at === null) return { line, what: "time", value: text(cells[columns.date]) };
  return {
    number: line,
    kind,
    orderId: orderId.slice(-orderIdLength),
    amountKurus,
    commissionKurus: commission,
    at,
    authCode: readReference(cells, columns.authCode),
    rrn: readReference(cells, columns.rrn),
    caseNumber: readReference(cells, columns.caseNumber),
    reasonCode: readReference(cells, columns.reasonCode),
    respondBy: readDay(format, columns.respondBy === null ? null : (cells[columns.respondBy] ?? null)),
  };
}

/** Reads what moved, more than 0; null where it is none. Some files write refunds with a minus. */
function readMoved(format: DayFileFormat, kind: LineKind, cells: DayRecord["cells"]): bigint | null {
  const moved = readKurus(format, cells[format.columns.amount] ?? null);
  if (moved === null || moved === 0n) return null;
  if (moved > 0n) return moved;
  return kind === "sale" ? null : -moved;
}

function readCommission(format: DayFileFormat, cells: DayRecord["cells"]): bigint | null | "unreadable" {
  const cell = cells[format.columns.commission ?? ""] ?? null;
  return text(cell) === "" ? null : (readKurus(format, cell) ?? "unreadable");
}

const text = (cell: Cell | undefined): string =>
  cell instanceof Date ? cell.toISOString() : String(cell ?? "").trim();

const readReference = (cells: DayRecord["cells"], column: string | null): string | null => {
  const found = column === null ? "" : text(cells[column]);
  return /^[\w.-]{1,32}$/.test(found) ? found : null;
};

/** Amounts with their sign, their lira and up to two digits of kuruş. */
const amountForms = {
  comma: /^(-?)(\d{1,3}(?:\.\d{3}){0,4}|\d{1,13})(?:,(\d{1,2}))?$/,
  dot: /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/,
} as const;

/** Reads an amount with two decimals or none, also with a minus; null where it is none. */
function readKurus({ amounts }: DayFileFormat, cell: Cell): bigint | null {
  if (typeof cell === "number") return readNumber(cell);
  const written = text(cell).replace(/\s|TL|TRY|₺/g, "");
  const parts = amountForms[amounts].exec(written);
  if (parts === null) return null;
  const [, minus, whole = "0", decimals = ""] = parts;
  const kurus = BigInt(whole.replaceAll(".", "")) * 100n + BigInt(decimals.padEnd(2, "0"));
  return minus ? -kurus : kurus;
}

/** Reads a number of a spreadsheet; null where it has parts of a kuruş. */
function readNumber(value: number): bigint | null {
  const kurus = Math.round(value * 100);
  return Number.isSafeInteger(kurus) && Math.abs(value * 100 - kurus) < 1e-4 ? BigInt(kurus) : null;
}

function readInstant({ columns, times }: DayFileFormat, cells: DayRecord["cells"]): Date | null {
  const date = cells[columns.date] ?? null;
  if (date instanceof Date) return plusMs(date, -istanbulOffsetMs);
  const time = columns.timeOfDay === null ? "" : ` ${text(cells[columns.timeOfDay])}`;
  return times === "iso" ? parseDateTime(text(date)) : readLocalTime(times, text(date) + time);
}

/** Reads a day in Istanbul without a time; null where the cell has none. */
function readDay({ times }: DayFileFormat, cell: Cell): string | null {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  const written = text(cell);
  if (times === "iso") return isCalendarDay(written) ? written : null;
  const at = readLocalTime(times.split(" ")[0] ?? times, written);
  return at && istanbulDate(at);
}

const unitPatterns: Readonly<Record<string, string>> = {
  yyyy: "(?<yyyy>\\d{4})",
  MM: "(?<MM>\\d{2})",
  dd: "(?<dd>\\d{2})",
  HH: "(?<HH>\\d{2})",
  mm: "(?<mm>\\d{2})",
  ss: "(?<ss>\\d{2})",
};

/** Reads a time in Istanbul that has the form of a pattern such as `dd.MM.yyyy HH:mm:ss`; null where it has not. */
function readLocalTime(pattern: string, written: string): Date | null {
  const form = pattern.replace(/[.]/g, "\\.").replace(/yyyy|MM|dd|HH|mm|ss/g, (unit) => unitPatterns[unit] ?? unit);
  const parts = new RegExp(`^${form}$`).exec(written)?.groups;
  if (!parts) return null;
  const { yyyy, MM, dd, HH = "00", mm = "00", ss = "00" } = parts;
  const at = new Date(`${yyyy}-${MM}-${dd}T${HH}:${mm}:${ss}+03:00`);
  // The 31st of a month with 30 days is another date than the written one.
  const isReal = !Number.isNaN(at.getTime()) && plusMs(at, istanbulOffsetMs).getUTCDate() === Number(dd);
  return isReal ? at : null;
}
