import { stringify } from "csv-stringify/sync";
import type { Language } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";

/** What a cell holds: a text, an amount in kuruş, an instant, a plain number, or nothing. */
export type CsvCell = string | bigint | Date | number | null;

export interface CsvColumn<Row> {
  readonly head: Readonly<Record<Language, string>>;
  cell(row: Row, language: Language): CsvCell;
}

export interface CsvFile<Row> {
  /** Of the file, without its ending: letters, digits and hyphens. */
  readonly name: string;
  readonly language: Language;
  readonly columns: readonly CsvColumn<Row>[];
  /** Read as the browser takes them, so that a file of any length keeps no more than a chunk in memory. */
  readonly rows: AsyncIterable<Row>;
  /** Told how many rows were taken, also where whoever took them went away, before the first one even, or the reading failed. */
  whenOver?(count: number, hasFailed: boolean): Promise<unknown>;
}

/** Rows that are sent together. */
const chunkSize = 200;

/** A table as a file that spreadsheets open: streamed, in UTF-8 with its mark, its cells harmless (S31). */
export function csvResponse<Row>(file: CsvFile<Row>): Response {
  return new Response(streamOf(csvChunks(file)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

async function* csvChunks<Row>({ language, columns, rows, whenOver }: CsvFile<Row>): AsyncGenerator<string> {
  const write = (lines: string[][]) =>
    stringify(lines, {
      delimiter: delimiters[language],
      record_delimiter: "windows",
      quoted_match: /[\r\n]/,
    });
  let [lines, count, hasFailed]: [string[][], number, boolean] = [[], 0, false];
  try {
    yield `\uFEFF${write([columns.map(({ head }) => csvText(head[language], language))])}`;
    for await (const row of rows) {
      count += 1;
      lines.push(columns.map((column) => csvText(column.cell(row, language), language)));
      if (lines.length < chunkSize) continue;
      yield write(lines);
      lines = [];
    }
    if (lines.length > 0) yield write(lines);
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    await whenOver?.(count, hasFailed);
  }
}

/** Spreadsheets in Turkish take the comma for the decimals. */
const delimiters: Readonly<Record<Language, string>> = { tr: ";", en: "," };

/** A cell as it stands in the file. A text that a spreadsheet would run as a formula begins with an apostrophe (S31). */
export function csvText(cell: CsvCell, language: Language): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "bigint") {
    const text = decimalText(cell);
    return language === "tr" ? text.replace(".", ",") : text;
  }
  if (cell instanceof Date) return istanbulText(cell);
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

/** `2026-11-20 12:00:00` in Istanbul. */
const istanbulText = (at: Date): string => istanbul.format(at);

function streamOf(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
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
