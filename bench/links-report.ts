import { percentile } from "./load";
import { width } from "./table";

/** What a question took of each account, ms, one after the other in turns. */
export interface Answered {
  readonly question: string;
  /** Whether the aim is meant for it. */
  readonly isAimed: boolean;
  readonly small: readonly number[];
  readonly large: readonly number[];
}

/** How many times as long the large account may take. */
const aim = 2;

/** Median and p99 of each account, and how many times as long the large one took. */
export const linksReport = (answers: readonly Answered[], linkCounts: readonly number[]): string => {
  const line = (name: string, cells: readonly string[], end = "") =>
    `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join("")}${end}`;
  const [small = "", large = ""] = linkCounts.map((count) => count.toLocaleString("en"));
  const head = line("links", [small, "", large, "", "ratio", ""]);
  const units = line("", ["p50 ms", "p99 ms", "p50 ms", "p99 ms", "p50", "p99"]);
  const rows = answers.map(({ question, isAimed, small, large }) => {
    const [s50, s99] = [percentile(small, 0.5), percentile(small, 0.99)];
    const [l50, l99] = [percentile(large, 0.5), percentile(large, 0.99)];
    const verdict = isAimed ? `   aim ${aim}: ${l99 / s99 <= aim ? "reached" : "missed"}` : "";
    const times = [s50, s99, l50, l99].map((ms) => ms.toFixed(1));
    return line(question, [...times, (l50 / s50).toFixed(2), (l99 / s99).toFixed(2)], verdict);
  });
  return ["", head, units, ...rows, ""].join("\n");
};
