import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import ExcelJS from "exceljs";
import { istanbulOffsetMs } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { decimalText } from "@/server/domain/money";
import type { TableCell, TableColumn } from "./table";

export interface XlsxTable<Row> {
  /** The name of the sheet. */
  readonly sheet: string;
  readonly columns: readonly TableColumn<Row>[];
  /** The rows, read only as fast as the client receives them. */
  readonly rows: AsyncIterable<Row>;
  /** The text of the first cell in the row of totals; the first column has no total of its own. */
  readonly totalWord: string;
  /** The issuer, for the metadata of the file. */
  readonly issuer: string;
  /** The instant (UTC) that the metadata name as the time of creation. */
  readonly at: Date;
  /** Called once with the number of rows that were read, at the end, at a failure, or when the client disconnects. */
  onEnd?(count: number, hasFailed: boolean): Promise<unknown>;
}

/** The number of rows after which the writer looks whether the client keeps up. */
const chunkSize = 200;

const formats = { amount: "#,##0.00", instant: "yyyy-mm-dd hh:mm:ss", day: "yyyy-mm-dd", number: "0", text: "@" };

/**
 * Streams a table as an XLSX file. Amounts are numbers with two decimals, instants are dates in Istanbul time, and each
 * text is a cell of the type text, so that none runs as a formula (S31, D-376). The stream fails when the rows do.
 */
export function writeXlsx<Row>(table: XlsxTable<Row>): ReadableStream<Uint8Array> {
  const sink = new PassThrough();
  const disconnection = new AbortController();
  sink.once("close", () => disconnection.abort());
  writeWorkbook(table, sink, disconnection.signal).catch((error: Error) => sink.destroy(error));
  // Without a strategy some releases of Node take 16,384 chunks before they wait for the client.
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: sink.readableHighWaterMark });
  return Readable.toWeb(sink, { strategy }) as ReadableStream<Uint8Array>;
}

async function writeWorkbook<Row>(table: XlsxTable<Row>, sink: PassThrough, signal: AbortSignal): Promise<void> {
  const { columns, issuer, at } = table;
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, useSharedStrings: false });
  Object.assign(workbook, { creator: issuer, lastModifiedBy: issuer, created: at, modified: at });
  const sheet = workbook.addWorksheet(table.sheet, { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map((column) => ({ width: widthOf(column) }));
  const head = sheet.addRow(columns.map(({ head }) => head));
  head.font = { bold: true };
  head.commit();
  await writeRows(table, sheet, signal);
  if (signal.aborted) return;
  sheet.commit();
  await workbook.commit();
}

/** Writes the rows and their totals, until the client disconnects. */
async function writeRows<Row>(table: XlsxTable<Row>, sheet: ExcelJS.Worksheet, signal: AbortSignal): Promise<void> {
  const { columns, rows, totalWord, onEnd } = table;
  const totals = columns.map(() => 0n);
  let [count, hasFailed] = [0, false];
  try {
    for await (const row of rows) {
      if (signal.aborted) return;
      const cells = columns.map((column) => column.cell(row));
      for (const [index, cell] of cells.entries()) {
        if (typeof cell === "bigint") totals[index] = (totals[index] ?? 0n) + cell;
      }
      addRow(sheet, columns, cells).commit();
      count += 1;
      if (count % chunkSize === 0) await keepUp(sheet, signal);
    }
    if (count === 0 || !columns.some(({ hasTotal }) => hasTotal)) return;
    const total = (index: number): TableCell => (columns[index]?.hasTotal ? (totals[index] ?? 0n) : null);
    const last = addRow(sheet, columns, [totalWord, ...columns.slice(1).map((_, index) => total(index + 1))]);
    last.font = { bold: true };
    last.commit();
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    await onEnd?.(count, hasFailed);
  }
}

function addRow<Row>(
  sheet: ExcelJS.Worksheet,
  columns: readonly TableColumn<Row>[],
  cells: readonly TableCell[],
): ExcelJS.Row {
  const row = sheet.addRow(cells.map(toValue));
  cells.forEach((cell, index) => {
    if (cell !== null) row.getCell(index + 1).numFmt = formatOf(cell, columns[index]?.isDay === true);
  });
  return row;
}

function toValue(cell: TableCell): ExcelJS.CellValue {
  if (typeof cell === "bigint") return Number(decimalText(cell));
  // The library writes the fields of UTC, and a spreadsheet knows no time zones.
  if (cell instanceof Date) return plusMs(cell, istanbulOffsetMs);
  return cell;
}

function formatOf(cell: NonNullable<TableCell>, isDay: boolean): string {
  if (typeof cell === "bigint") return formats.amount;
  if (cell instanceof Date) return isDay ? formats.day : formats.instant;
  return typeof cell === "number" ? formats.number : formats.text;
}

/** Returns the width of a column in characters: its head, and what its cells usually have. */
const widthOf = <Row>({ head, isDay }: TableColumn<Row>): number => Math.max(head.length + 3, isDay ? 12 : 20);

/**
 * Waits until the compression, which waits for the client, has taken what was written. The library's writer accepts
 * rows without a limit, so the streams that it writes to are asked: an empty write answers whether they are full.
 */
async function keepUp(sheet: ExcelJS.Worksheet, signal: AbortSignal): Promise<void> {
  const { pipes } = (sheet as unknown as { readonly stream: { readonly pipes: readonly PassThrough[] } }).stream;
  const full = pipes.filter((pipe) => !pipe.write(""));
  await Promise.all(full.map((pipe) => once(pipe, "drain", { signal }))).catch((error: Error) => {
    if (!signal.aborted) throw error;
  });
}
