import { readFileSync } from "node:fs";
import { type CsvError, parse } from "csv-parse/sync";
import { type BinFile, createBinFileReader } from "../domain/pricing/bin-import-file";
import { LaunchFailure } from "../launch/failure";

/**
 * Reads a BIN table: CSV in UTF-8 with a header, with or without a byte order mark, with LF or CRLF.
 * @throws LaunchFailure when the file cannot be read or is not UTF-8
 */
export const readBinFile = (path: string): BinFile => {
  const reader = createBinFileReader();
  parse(readText(path), {
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
    // A wrong number of columns and a misplaced quote are reported as faults of their line and do not end the reading.
    relax_column_count: true,
    skip_records_with_error: true,
    on_skip: (error) => void reader.refuse(Number(error?.lines), quoteFaults[error?.code ?? ""] ?? "cannot be read"),
    // Returning nothing makes the parser drop the record, which the reader has already converted.
    on_record: (fields: string[], { lines }) => void reader.take(lines, fields),
  });
  return reader.end();
};

const quoteFaults: Partial<Record<CsvError["code"] | "", string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote that opens here or earlier is not closed",
  CSV_INVALID_CLOSING_QUOTE: "text follows a closing quote",
  INVALID_OPENING_QUOTE: "a quote is inside a value",
};

/** Reads the file as strict UTF-8, because bytes of another character set would change the banks' names unnoticed. */
const readText = (path: string): string => {
  const bytes = readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new LaunchFailure(`The file ${path} is not UTF-8. Save it as CSV in UTF-8.`);
  }
};

const readBytes = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new LaunchFailure(`The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};
