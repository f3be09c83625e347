import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { AppError } from "@/server/domain/errors";

/** A record of a CSV file by the names of its header, with the number of its last line. */
export interface CsvRecord {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** Reads a CSV file with a header. @throws AppError validation_error when it cannot be read or is no CSV file */
export async function readCsvFile(file: string): Promise<readonly CsvRecord[]> {
  return parseCsv(await readText(file), file);
}

const readText = (file: string): Promise<string> =>
  readFile(file, "utf8").catch((error: unknown) => {
    throw new AppError("validation_error", `${file} cannot be read: ${describeReason(error)}`);
  });

function parseCsv(text: string, file: string): CsvRecord[] {
  try {
    const options = { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true } as const;
    const found: unknown = parse(text, options);
    return (found as { record: Record<string, string>; info: { lines: number } }[]).map(({ record, info }) => ({
      line: info.lines,
      values: record,
    }));
  } catch (error) {
    throw new AppError("validation_error", `${file} is not a CSV file: ${describeReason(error)}`);
  }
}

const describeReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
