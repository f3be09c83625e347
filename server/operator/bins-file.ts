import { readFileSync } from "node:fs";
import { type CsvError, parse } from "csv-parse/sync";
import { type BinFile, createBinFileReader } from "../domain/pricing/bin-import-file";
import { LaunchFailure } from "../launch/failure";

/**
 * Reads a BIN table as it is delivered: CSV in UTF-8 with a header, with or without a byte order mark, lines ended by
 * LF or CRLF. Throws LaunchFailure when there is no such file or it is not text.
 */
export const readBinFile = (path: string): BinFile => {
  const reader = createBinFileReader();
  parse(textOf(path), {
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
    // A line with too many or too few columns is one more fault to tell, not the end; so is a quote out of place.
    relax_column_count: true,
    skip_records_with_error: true,
    on_skip: (error) =>
      void reader.refuse(Number(error?.lines), quoteFaults[error?.code ?? ""] ?? "cannot be read"),
    // Nothing is answered, so that the records are not kept beside what the reader makes of them.
    on_record: (fields: string[], { lines }) => void reader.take(lines, fields),
  });
  return reader.end();
};

const quoteFaults: Partial<Record<CsvError["code"] | "", string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote that was opened here or before is not closed",
  CSV_INVALID_CLOSING_QUOTE: "something follows a closing quote",
  INVALID_OPENING_QUOTE: "a quote stands within a value",
};

/** Bytes of another character set would make other names of the banks, and nobody would notice. */
const textOf = (path: string): string => {
  const bytes = bytesOf(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new LaunchFailure(`${path} is not UTF-8: save it as CSV in UTF-8.`);
  }
};

const bytesOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new LaunchFailure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};
