import { stringify } from "csv-stringify/sync";
import type { TableCell, TableColumn } from "@/server/documents/table";
import { istanbulDate } from "@/server/domain/business-day";
import type { Language } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";

export interface CsvFile<Row> {
  /** The name of the file without its ending: letters, digits and hyphens. */
  readonly name: string;
  /** The language of the columns, in whose notation the file is written. */
  readonly language: Language;
  readonly columns: readonly TableColumn<Row>[];
  /**
   * The rows, read only as fast as the client receives them: at most one chunk is in memory, however long the file is.
   */
  readonly rows: AsyncIterable<Row>;
  /**
   * Called once at the end of the file with the number of rows that were read. The end is also a failure to read, or a
   * client that disconnects, even before the first row.
   */
  onEnd?(count: number, hasFailed: boolean): Promise<unknown>;
}

/** The number of rows in a chunk. */
const chunkSize = 200;

/**
 * Streams a table as a CSV file for spreadsheets: UTF-8 with a byte order mark, and no cell runs as a formula (S31).
 */
export function csvResponse<Row>(file: CsvFile<Row>): Response {
  return new Response(toStream(csvChunks(file)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

async function* csvChunks<Row>({ language, columns, rows, onEnd }: CsvFile<Row>): AsyncGenerator<string> {
  const write = (lines: string[][]) =>
    stringify(lines, {
      delimiter: delimiters[language],
      record_delimiter: "windows",
      quoted_match: /[\r\n]/,
    });
  let [lines, count, hasFailed]: [string[][], number, boolean] = [[], 0, false];
  try {
    yield `\uFEFF${write([columns.map(({ head }) => csvText(head, language))])}`;
    for await (const row of rows) {
      count += 1;
      lines.push(columns.map((column) => csvText(column.cell(row), language, column.isDay)));
      if (lines.length < chunkSize) continue;
      yield write(lines);
      lines = [];
    }
    if (lines.length > 0) yield write(lines);
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    await onEnd?.(count, hasFailed);
  }
}

/** Turkish spreadsheets use the comma as decimal separator, so it cannot separate cells. */
const delimiters: Readonly<Record<Language, string>> = { tr: ";", en: "," };

/** Formats a cell. A text that a spreadsheet would run as a formula gets an apostrophe in front (S31). */
export function csvText(cell: TableCell, language: Language, isDay = false): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "bigint") {
    const text = decimalText(cell);
    return language === "tr" ? text.replace(".", ",") : text;
  }
  if (cell instanceof Date) return isDay ? istanbulDate(cell) : istanbulText(cell);
  return /^[\s]*[=+\-@\t\r\n|%＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
}

const istanbul = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Istanbul",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** Formats an instant in Istanbul time: `2026-11-20 12:00:00`. */
const istanbulText = (at: Date): string => istanbul.format(at);

function toStream(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
}
