import type { Tried } from "./verdict";

/** How many mutants may survive without a reason in the list. */
const survivorsMax = 2;

/** The mutants that survived without a reason in the list, and those that could not be tried. */
export const listMissed = (tried: readonly Tried[]): readonly Tried[] =>
  tried.filter(({ mutant, verdict }) => verdict.kind !== "found" && mutant.survives === undefined);

/** Whether the simulations see enough: each mutant could be tried, and no more than `survivorsMax` survived. */
export function isEnough(tried: readonly Tried[]): boolean {
  const missed = listMissed(tried);
  return missed.length <= survivorsMax && missed.every(({ verdict }) => verdict.kind === "survived");
}

const widths = { name: 36, seed: 7, oracle: 26 } as const;

/** The head of the table. */
export const tableHead = row(["mutant", "seed", "oracle"], "seconds");

/** Formats the line of a mutant. */
export function formatTried({ mutant: { name, survives }, verdict, seconds }: Tried): string {
  if (verdict.kind === "found") return row([name, String(verdict.seed), verdict.oracle], String(seconds));
  if (verdict.kind === "broken") return row([name, "broken", verdict.why], String(seconds));
  return row([name, "-", survives === undefined ? "SURVIVES" : "survives, as listed"], String(seconds));
}

function row([name = "", seed = "", oracle = ""]: readonly string[], seconds: string): string {
  return [name.padEnd(widths.name), seed.padStart(widths.seed), "  ", oracle.padEnd(widths.oracle), seconds].join("");
}

/** Formats the sum: how many were found, and each that was not, with what it does and the reason in the list. */
export function formatSummary(tried: readonly Tried[]): string {
  const found = tried.filter(({ verdict }) => verdict.kind === "found");
  const others = tried.filter(({ verdict }) => verdict.kind !== "found");
  return [
    `${found.length} of ${tried.length} mutants were found.`,
    ...others.map(({ mutant, verdict }) => {
      const how = verdict.kind === "broken" ? `Could not be tried (${verdict.why})` : "Survives";
      return `${how}: ${mutant.name}. ${mutant.what}${mutant.survives === undefined ? "" : ` ${mutant.survives}`}`;
    }),
  ].join("\n");
}

/** Returns the highest seed that found a mutant; 0 where none did. */
export const highestSeed = (tried: readonly Tried[]): number =>
  Math.max(0, ...tried.map(({ verdict }) => (verdict.kind === "found" ? verdict.seed : 0)));
