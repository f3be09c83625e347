import type { Row } from "./check";

type Verdict = "holds" | "violated" | "not testable here";

export interface Result {
  readonly row: Row;
  readonly verdict: Verdict;
  readonly evidence: string;
  readonly seconds: number;
}

const widths = { id: 13, promise: 58, verdict: 18, seconds: 6 };

export const formatHead = (): string => toLine("id", "promise", "verdict", "s", "what was done");

export const formatLine = ({ row, verdict, evidence, seconds }: Result): string =>
  toLine(row.id, row.promise, verdict, seconds.toFixed(1), toOneLine(evidence));

/** Formats the last lines of a run: the violated checks, and how many checks had each verdict. */
export function formatSum(results: readonly Result[]): string {
  const count = (wanted: Verdict): number => results.filter(({ verdict }) => verdict === wanted).length;
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const violated = results.filter(({ verdict }) => verdict === "violated").map(({ row }) => row.id);
  return [
    ...(violated.length > 0 ? [`Violated: ${violated.join(", ")}`] : []),
    `${seconds.toFixed(0)} seconds`,
    `${count("holds")} hold, ${count("violated")} violated, ${count("not testable here")} not testable`,
  ].join("\n");
}

const toLine = (id: string, promise: string, verdict: string, seconds: string, evidence: string): string =>
  [
    id.padEnd(widths.id),
    promise.padEnd(widths.promise),
    verdict.padEnd(widths.verdict),
    seconds.padStart(widths.seconds),
    `  ${evidence}`,
  ].join("");

/** Removes the colours and the line breaks of an expectation's message, and shortens it. */
const toOneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with an escape
    .replace(/\u001b\[[\d;]*m/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 400);
