import { cardSchemes } from "../card";
import { cardBrands, cardFamilies } from "./installments";

type BinProblemCode =
  | "bin"
  | "choice"
  | "choice_or_empty"
  | "too_long"
  | "unprintable"
  | "spaces"
  | "width"
  | "repeated"
  | "header_lacks"
  | "header_twice"
  | "empty_file"
  | "no_bin"
  | "quote_open"
  | "quote_closing"
  | "quote_inside"
  | "unreadable";

/** What is wrong with a line of a file of the BIN table, for pages that say it in their own language. */
export interface BinProblem {
  readonly code: BinProblemCode;
  /** The column, or the columns; empty where the problem is not about one. */
  readonly column?: string;
  /** What the sentence names: the allowed values, a number, or a BIN. It is never a value of the file but a BIN. */
  readonly what?: string;
  /** A second number that the sentence compares it with. */
  readonly other?: number;
}

/** The allowed values of the columns that have a fixed list. */
export const binChoices = {
  brand: cardBrands,
  family: cardFamilies,
  network: cardSchemes,
  commercial: ["0", "1"],
  confidence: ["low", "medium", "high"],
} as const;

/** The largest number of characters of a bank's name. */
export const bankNameMax = 120;

const sentences: Readonly<Record<BinProblemCode, (problem: BinProblem) => string>> = {
  bin: () => "bin must be 6 to 8 digits",
  choice: ({ column, what }) => `${column} must be ${what}`,
  choice_or_empty: ({ column, what }) => `${column} must be empty or ${what}`,
  too_long: ({ column, what }) => `${column} must have at most ${what} characters`,
  unprintable: ({ column }) => `${column} must not hold characters that cannot be printed`,
  spaces: ({ column }) => `${column} must not begin or end with a space`,
  width: ({ what, other }) => `has ${what} columns, the header ${other}`,
  repeated: ({ what, other }) => `lists BIN ${what} once more, with other facts than line ${other}`,
  header_lacks: ({ column }) => `the header lacks ${column}`,
  header_twice: ({ column }) => `the header names ${column} twice`,
  empty_file: () => "the file is empty",
  no_bin: () => "the file lists no BIN",
  quote_open: () => "a quote that opens here or earlier is not closed",
  quote_closing: () => "text follows a closing quote",
  quote_inside: () => "a quote is inside a value",
  unreadable: () => "cannot be read",
};

/** Describes the problems of a line as an English sentence without a full stop. */
export const describeBinProblems = (problems: readonly BinProblem[]): string =>
  problems.map((problem) => sentences[problem.code](problem)).join("; ");

/** Names some values as a choice in every language: `low | medium | high`. */
export const nameChoices = (values: readonly string[]): string => values.join(" | ");
