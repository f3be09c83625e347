import { z } from "zod";
import type { BinRow } from "./bin-table";
import { cardSchemes } from "./card";
import { cardBrands, cardFamilies } from "./installments";

/** A line that cannot be imported, and why. Values are not repeated: a line may hold what nobody should print. */
export interface BinFault {
  readonly line: number;
  readonly reason: string;
}

/** A line whose sources disagreed when the file was made; what it says is imported all the same. */
export interface BinConflict {
  readonly line: number;
  readonly bin: string;
  readonly conflict: string;
}

/** A file of the BIN table. It can be imported when there is no fault. */
export interface BinFile {
  readonly rows: readonly BinRow[];
  readonly conflicts: readonly BinConflict[];
  readonly faults: readonly BinFault[];
}

/** Takes the records of a file in their order, the header first; line numbers count from 1. */
export interface BinFileReader {
  take(line: number, fields: readonly string[]): void;
  /** A line that is no record at all. */
  refuse(line: number, reason: string): void;
  end(): BinFile;
}

const needed = ["bin", "bank", "brand", "family", "network", "commercial", "confidence"] as const;
const conflictColumn = "conflict";

const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}` });
const orEmpty = <const T extends readonly string[]>(values: T) =>
  z.enum(["", ...values], { error: `must be empty, ${values.slice(0, -1).join(", ")} or ${values.at(-1)}` });

const lineSchema = z.object({
  bin: z.string().regex(/^[0-9]{6,8}$/, "must be 6 to 8 digits"),
  bank: z
    .string()
    .max(120, "must have at most 120 characters")
    .refine((name) => !/\p{C}|\uFFFD/u.test(name), "must not hold characters that cannot be printed")
    .refine((name) => name === name.trim(), "must not begin or end with a space"),
  brand: orEmpty(cardBrands),
  family: choice(cardFamilies),
  network: orEmpty(cardSchemes),
  commercial: choice(["0", "1"]),
  confidence: choice(["low", "medium", "high"]),
});

/**
 * Reads a file of the BIN table: every line is looked at and every fault is told. Columns that are not known are passed
 * over. A BIN that is listed twice with the same facts is one; with different ones it is a fault (D-32).
 */
export function createBinFileReader(): BinFileReader {
  const rows = new Map<string, BinRow & { readonly line: number }>();
  const conflicts: BinConflict[] = [];
  const faults: BinFault[] = [];
  const share = createShare();
  let header: Header | null = null;

  const refuse = (line: number, reason: string): void => void faults.push({ line, reason });
  const takeLine = (line: number, fields: readonly string[], { places, width }: Header): void => {
    if (fields.length !== width) {
      refuse(line, `has ${fields.length} columns, the header ${width}`);
      return;
    }
    const record = Object.fromEntries(needed.map((name) => [name, fields[places.get(name) ?? -1]]));
    const parsed = lineSchema.safeParse({ ...record, bank: record.bank?.normalize("NFC") });
    if (!parsed.success) {
      refuse(line, reasonsIn(parsed.error));
      return;
    }
    const row = toRow(parsed.data, share);
    const before = rows.get(row.bin);
    if (before && changedFields(before, row).length > 0) {
      refuse(line, `lists BIN ${row.bin} once more, with other facts than line ${before.line}`);
      return;
    }
    if (!before) rows.set(row.bin, { ...row, line });
    const conflict = fields[places.get(conflictColumn) ?? -1] ?? "";
    if (conflict !== "") conflicts.push({ line, bin: row.bin, conflict });
  };

  return {
    refuse,
    take(line, fields) {
      if (header) {
        // Of lines under a header that is wrong nothing can be said.
        if (header.faults.length === 0) takeLine(line, fields, header);
        return;
      }
      header = readHeader(fields);
      for (const reason of header.faults) refuse(line, reason);
    },
    end() {
      if (!header) refuse(1, "the file is empty");
      else if (rows.size === 0 && faults.length === 0) refuse(1, "the file lists no BIN");
      return {
        rows: [...rows.values()].map(({ line: _, ...row }) => row),
        conflicts,
        faults: faults.sort((a, b) => a.line - b.line),
      };
    },
  };
}

/** What an import compares, by the names of our rows. */
export const binFields = ["bank", "brand", "family", "scheme", "commercial", "confidence"] as const;
export type BinField = (typeof binFields)[number];

/** The fields in which two rows of one prefix differ. */
export const changedFields = (before: BinRow, after: BinRow): BinField[] =>
  binFields.filter((field) => before[field] !== after[field]);

interface Header {
  readonly places: ReadonlyMap<string, number>;
  readonly width: number;
  readonly faults: readonly string[];
}

function readHeader(names: readonly string[]): Header {
  const missing = needed.filter((name) => !names.includes(name));
  const known = [...needed, conflictColumn];
  const twice = known.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return {
    places: new Map(names.map((name, place) => [name, place])),
    width: names.length,
    faults: [
      ...(missing.length > 0 ? [`the header lacks ${missing.join(", ")}`] : []),
      ...twice.map((name) => `the header names ${name} twice`),
    ],
  };
}

type Line = z.output<typeof lineSchema>;

const toRow = (line: Line, share: Share): BinRow => ({
  bin: line.bin,
  bank: share(line.bank),
  brand: line.brand === "" ? null : share(line.brand),
  family: share(line.family),
  scheme: share(line.network),
  commercial: line.commercial === "1",
  confidence: share(line.confidence),
});

type Share = <T extends string>(text: T) => T;

/** Equal texts become one in memory: half a million lines name some hundred banks. */
function createShare(): Share {
  const known = new Map<string, string>();
  return <T extends string>(text: T): T => {
    const first = known.get(text);
    if (first !== undefined) return first as T;
    known.set(text, text);
    return text;
  };
}

const reasonsIn = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");
