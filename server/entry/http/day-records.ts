import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import ExcelJS from "exceljs";
import iconv from "iconv-lite";
import type { DayFileFormat } from "@/server/domain/bank-days/day-file-format";
import type { Cell, DayRecord } from "@/server/domain/bank-days/read-day-file";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";

/** The largest file after it is unpacked, bytes: more than a hundred thousand lines need. */
const fileBytesMax = 64 * 1024 * 1024;

/**
 * Reads the records of a bank's day-end file: CSV, or the first sheet of an XLSX workbook, either also packed by gzip.
 * @throws AppError validation_error for what is neither
 */
export async function readDayRecords(contents: Uint8Array, format: DayFileFormat): Promise<readonly DayRecord[]> {
  const file = isGzip(contents) ? unpack(contents) : Buffer.from(contents);
  if (file.length > fileBytesMax) throw unreadable("it is too large");
  return isZip(file) ? readSheet(file) : readCsv(file, format);
}

const isGzip = (file: Uint8Array): boolean => file[0] === 0x1f && file[1] === 0x8b;
const isZip = (file: Uint8Array): boolean => file[0] === 0x50 && file[1] === 0x4b;

function unpack(contents: Uint8Array): Buffer {
  try {
    return gunzipSync(contents, { maxOutputLength: fileBytesMax });
  } catch (error) {
    throw unreadable(String(error));
  }
}

const unreadable = (why: string, fault = problem("file")): AppError =>
  new AppError("validation_error", `The day-end file cannot be read: ${why}`, { problem: fault });

interface CsvRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function readCsv(file: Buffer, { delimiter, encoding, columns }: DayFileFormat): DayRecord[] {
  // A byte order mark says UTF-8 whatever the layout says.
  const isMarked = file.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  const [head, ...rows] = parseRows(isMarked ? file.toString("utf8") : iconv.decode(file, encoding), delimiter);
  const names = head?.record ?? [];
  const isRightLayout = names.includes(columns.orderId);
  return rows.map(({ record, info: { lines: line } }) => {
    // In a line with more cells than names, an amount could stand in a wrong column. A total often has fewer of them.
    if (isRightLayout && record.slice(names.length).some((cell) => cell !== "")) {
      throw unreadable(`line ${line} has more columns than the header`, problem("file_line", line));
    }
    return { line, cells: Object.fromEntries(names.map((name, n) => [name, record[n] ?? null])) };
  });
}

function parseRows(text: string, delimiter: string): CsvRow[] {
  const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true } as const;
  try {
    return parse(text, { ...options, delimiter }) as unknown as CsvRow[];
  } catch (error) {
    throw unreadable(String(error));
  }
}

async function readSheet(file: Buffer): Promise<DayRecord[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file as unknown as ArrayBuffer).catch((error: unknown) => {
    throw unreadable(String(error));
  });
  const rows: { readonly line: number; readonly values: readonly Cell[] }[] = [];
  workbook.worksheets[0]?.eachRow((row, line) => rows.push({ line, values: readRow(row) }));
  // Banks put a title above the header, so the first row with several names is the header.
  const start = rows.findIndex(
    ({ values }) => values.filter((value) => typeof value === "string" && value !== "").length > 2,
  );
  const names = rows[start]?.values.map((value) => String(value ?? "").trim()) ?? [];
  return rows.slice(start + 1).map(({ line, values }) => ({
    line,
    cells: Object.fromEntries(names.map((name, n) => [name, values[n] ?? null])),
  }));
}

/** Returns the values of a row. Formulas count with their result, and links and rich texts with what they show. */
const readRow = (row: ExcelJS.Row): Cell[] =>
  Array.from({ length: row.cellCount }, (_, n) => {
    const cell = row.getCell(n + 1);
    const value =
      cell.value !== null && typeof cell.value === "object" && "result" in cell.value ? cell.result : cell.value;
    return typeof value === "number" || value instanceof Date ? value : cell.text;
  });
