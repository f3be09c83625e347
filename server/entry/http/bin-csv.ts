import { createHash } from "node:crypto";
import { type CsvError, parse } from "csv-parse/sync";
import type { BinProblem } from "@/server/domain/pricing/bin-file-problem";
import { type BinFile, createBinFileReader } from "@/server/domain/pricing/bin-import-file";

/** A file of the BIN table that was read, with the SHA-256 hash of its bytes in hexadecimal characters. */
export interface DigestedBinFile extends BinFile {
  readonly digest: string;
}

/**
 * Reads the bytes of a BIN table: CSV in UTF-8 with a header, with or without a byte order mark, with LF or CRLF. Null
 * for bytes that are not UTF-8, because bytes of another character set would change the banks' names unnoticed.
 */
export function readBinCsv(bytes: Uint8Array): DigestedBinFile | null {
  const text = decode(bytes);
  if (text === null) return null;
  const reader = createBinFileReader();
  parse(text, {
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
    // A wrong number of columns and a misplaced quote are reported as faults of their line and do not end the reading.
    relax_column_count: true,
    skip_records_with_error: true,
    on_skip: (error) =>
      void reader.refuse(Number(error?.lines), { code: quoteFaults[error?.code ?? ""] ?? "unreadable" }),
    // Returning nothing makes the parser drop the record, which the reader has already converted.
    on_record: (fields: string[], { lines }) => void reader.take(lines, fields),
  });
  const { rows, conflicts, faults } = reader.end();
  return { rows, conflicts, faults, digest: createHash("sha256").update(bytes).digest("hex") };
}

const quoteFaults: Partial<Record<CsvError["code"] | "", BinProblem["code"]>> = {
  CSV_QUOTE_NOT_CLOSED: "quote_open",
  CSV_INVALID_CLOSING_QUOTE: "quote_closing",
  INVALID_OPENING_QUOTE: "quote_inside",
};

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
