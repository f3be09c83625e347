import { stripVTControlCharacters } from "node:util";
import type { Mutant } from "./mutant";

/** How a run of the simulations with a mutant ended. */
export interface Ended {
  /** The exit code; null where the run took too long and was ended. */
  readonly code: number | null;
  /** What the run printed. */
  readonly output: string;
}

/** What the simulations said about a mutant. */
export type Verdict =
  /** They began with the seed 1, so the number of the seed is also the number of simulations that it took. */
  | { readonly kind: "found"; readonly seed: number; readonly oracle: string; readonly evidence: string }
  | { readonly kind: "survived" }
  /** The simulator itself failed, which says nothing about what the oracles can see. */
  | { readonly kind: "broken"; readonly why: string };

/** A mutant with its verdict, and how long the simulations took. */
export interface Tried {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
  readonly seconds: number;
}

/** Judges a run by its exit code and by the line with which it describes a failing simulation. */
export function judgeRun({ code, output }: Ended): Verdict {
  if (code === null) return { kind: "broken", why: "the simulations took too long" };
  if (code === 0) return { kind: "survived" };
  const lines = stripVTControlCharacters(output).split("\n");
  const place = lines.findIndex((line) => finding.test(line));
  const [, seed = "", oracle = ""] = finding.exec(lines[place] ?? "") ?? [];
  if (place >= 0) return { kind: "found", seed: Number(seed), oracle, evidence: lines[place + 1]?.trim() ?? "" };
  const why = lines.find((line) => /error|fail/i.test(line)) ?? lines.find((line) => line.trim() !== "");
  return { kind: "broken", why: why?.trim() ?? `the run ended with the code ${code}` };
}

const finding = /^Seed (\d+) breaks "(.+)" after/;
