import * as z from "zod";
import { type BinProblem, bankNameMax, binChoices, nameChoices } from "./bin-file-problem";
import type { BinRow } from "./bin-table";

/** A line that cannot be imported, and why. No value is repeated, because a line may contain a card number. */
interface BinFault {
  readonly line: number;
  readonly problems: readonly BinProblem[];
}

/** A line for which the sources of the file disagreed. Its values are imported nevertheless. */
interface BinConflict {
  readonly line: number;
  readonly bin: string;
  readonly conflict: string;
}

/** A file of the BIN table that was read. It can be imported only without faults. */
export interface BinFile {
  readonly rows: readonly BinRow[];
  readonly conflicts: readonly BinConflict[];
  readonly faults: readonly BinFault[];
}

/** Reads the records of a file in their order, the header first. Line numbers start at 1. */
export interface BinFileReader {
  /** Reads one record. */
  take(line: number, fields: readonly string[]): void;
  /** Adds a fault for a line that is not a record at all. */
  refuse(line: number, problem: BinProblem): void;
  /** Returns the result after the last line. */
  end(): BinFile;
}

const needed = ["bin", "bank", "brand", "family", "network", "commercial", "confidence"] as const;
const conflictColumn = "conflict";

// The message of an issue is the code of its problem.
const choice = <const T extends readonly string[]>(values: T) => z.enum(values, { error: "choice" });
const orEmpty = <const T extends readonly string[]>(values: T) => z.enum(["", ...values], { error: "choice_or_empty" });

const binForm = /^[0-9]{6,8}$/;

/** The columns of a line except its BIN. */
const factsSchema = z
  .object({
    bank: z
      .string()
      .max(bankNameMax, "too_long")
      .refine((name) => !/\p{C}|\uFFFD/u.test(name), "unprintable")
      .refine((name) => name === name.trim(), "spaces")
      .transform((name) => name.normalize("NFC")),
    brand: orEmpty(binChoices.brand),
    family: choice(binChoices.family),
    network: orEmpty(binChoices.network),
    commercial: choice(binChoices.commercial),
    confidence: choice(binChoices.confidence),
  })
  .transform(
    ({ bank, brand, family, network, commercial, confidence }): BinFacts => ({
      bank,
      brand: brand === "" ? null : brand,
      family,
      scheme: network,
      commercial: commercial === "1",
      confidence,
    }),
  );

type BinFacts = Omit<BinRow, "bin">;

/**
 * Creates a reader for a file of the BIN table. It checks every line and reports every fault. Unknown columns are
 * ignored. A BIN that occurs twice with the same facts counts once; with different facts it is a fault (D-32).
 */
export function createBinFileReader(): BinFileReader {
  const taken = new Map<string, { readonly row: BinRow; readonly line: number }>();
  const conflicts: BinConflict[] = [];
  const faults: BinFault[] = [];
  const readFacts = createFactsReader();
  let header: Header | null = null;

  const refuse = (line: number, ...problems: readonly BinProblem[]): void => void faults.push({ line, problems });
  const takeLine = (line: number, fields: readonly string[], { places, width }: Header): void => {
    if (fields.length !== width) {
      refuse(line, { code: "width", what: String(fields.length), other: width });
      return;
    }
    const [bin = "", ...values] = places.map((place) => fields[place] ?? "");
    const read = readFacts(values);
    const problems = [...(binForm.test(bin) ? [] : [{ code: "bin" } as const]), ...read.problems];
    const before = taken.get(bin);
    if (!read.facts || problems.length > 0) refuse(line, ...problems);
    else if (!before) taken.set(bin, { row: { bin, ...read.facts }, line });
    else if (changedFields(before.row, { bin, ...read.facts }).length > 0) {
      refuse(line, { code: "repeated", what: bin, other: before.line });
    }
    const conflict = values.at(-1) ?? "";
    if (problems.length === 0 && conflict !== "") conflicts.push({ line, bin, conflict });
  };

  return {
    refuse,
    take(line, fields) {
      if (header) {
        // The lines below an invalid header cannot be checked.
        if (header.faults.length === 0) takeLine(line, fields, header);
        return;
      }
      header = readHeader(fields);
      for (const problem of header.faults) refuse(line, problem);
    },
    end() {
      if (!header) refuse(1, { code: "empty_file" });
      else if (taken.size === 0 && faults.length === 0) refuse(1, { code: "no_bin" });
      return {
        rows: [...taken.values()].map(({ row }) => row),
        conflicts,
        faults: faults.sort((a, b) => a.line - b.line),
      };
    },
  };
}

interface ReadFacts {
  /** Null when a value is invalid. */
  readonly facts: BinFacts | null;
  readonly problems: readonly BinProblem[];
}

/**
 * Creates a function that checks the facts of a line. Half a million lines have only some hundreds of different facts,
 * so each combination is checked once, and lines with equal facts share one object.
 */
function createFactsReader(): (values: readonly string[]) => ReadFacts {
  const known = new Map<string, ReadFacts>();
  return (values) => {
    const [bank, brand, family, network, commercial, confidence] = values;
    const key = JSON.stringify([bank, brand, family, network, commercial, confidence]);
    const before = known.get(key);
    if (before) return before;
    const parsed = factsSchema.safeParse({ bank, brand, family, network, commercial, confidence });
    const read = parsed.success
      ? { facts: parsed.data, problems: [] }
      : { facts: null, problems: parsed.error.issues.map(({ path, message }) => toProblem(String(path[0]), message)) };
    known.set(key, read);
    return read;
  };
}

function toProblem(column: string, message: string): BinProblem {
  const code = message as BinProblem["code"];
  if (code === "too_long") return { code, column, what: String(bankNameMax) };
  if (code !== "choice" && code !== "choice_or_empty") return { code, column };
  return { code, column, what: nameChoices(binChoices[column as keyof typeof binChoices]) };
}

/** The fields of a row that an import compares. */
const binFields = ["bank", "brand", "family", "scheme", "commercial", "confidence"] as const;
export type BinField = (typeof binFields)[number];

/** Returns the fields in which two rows of one prefix differ. */
export const changedFields = (before: BinRow, after: BinRow): BinField[] =>
  binFields.filter((field) => before[field] !== after[field]);

interface Header {
  /** The indexes of the required columns and of the conflict column; -1 for a missing one. */
  readonly places: readonly number[];
  readonly width: number;
  readonly faults: readonly BinProblem[];
}

function readHeader(names: readonly string[]): Header {
  const known = [...needed, conflictColumn];
  const missing = needed.filter((name) => !names.includes(name));
  const twice = known.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return {
    places: known.map((name) => names.indexOf(name)),
    width: names.length,
    faults: [
      ...(missing.length > 0 ? [{ code: "header_lacks", column: missing.join(", ") } as const] : []),
      ...twice.map((column) => ({ code: "header_twice", column }) as const),
    ],
  };
}
