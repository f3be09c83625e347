import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Protocol } from "../bank";
import { reproduce as garanti } from "../garanti";
import { reproduce as nestpay } from "../nestpay";
import { reproduce as payfor } from "../payfor";
import { reproduce as posnet } from "../posnet";
import { differences, type Reproduce, type Vector } from "./vector";

/** The function that computes a vector, for each protocol. */
const families: Readonly<Record<Protocol, Reproduce>> = { nestpay, garanti, posnet, payfor };

/**
 * Counts the vectors of each family and kind that reproduce. Returns lines to print; `failed` is true when a vector of
 * a built protocol does not reproduce.
 */
export function checkVectors(vectors: readonly Vector[]): { lines: string[]; failed: boolean } {
  const groups = new Map<string, { family: string; total: number; failures: string[] }>();
  for (const vector of vectors) {
    const name = `${vector.family} ${vector.kind}`;
    const group = groups.get(name) ?? { family: vector.family, total: 0, failures: [] };
    groups.set(name, group);
    group.total += 1;
    const problem = findProblem(vector);
    if (problem !== null) group.failures.push(`  ${vector.id}: ${problem}`);
  }
  const lines = [...groups].flatMap(([name, { family, total, failures }]) =>
    findReproduce(family) === undefined
      ? [`${name}: ${total} not supported`]
      : [`${name}: ${total - failures.length} of ${total} reproduce`, ...failures],
  );
  return { lines, failed: [...groups.values()].some(({ failures }) => failures.length > 0) };
}

const findReproduce = (family: string): Reproduce | undefined =>
  Object.hasOwn(families, family) ? families[family as Protocol] : undefined;

/** Returns the problem of a vector; null when it reproduces or its family is not built. */
function findProblem(vector: Vector): string | null {
  const reproduce = findReproduce(vector.family);
  if (reproduce === undefined) return null;
  try {
    const different = differences(vector, reproduce(vector));
    return different.length === 0 ? null : `differs in ${different.join(", ")}`;
  } catch (error) {
    return `cannot be computed: ${String(error)}`;
  }
}

/** Runs `npm run vectors -- FILE`; exits with 1 when a vector of a built protocol does not reproduce. */
function main(path: string | undefined): void {
  process.exitCode = 1;
  if (path === undefined) {
    console.error("Usage: npm run vectors -- FILE");
    return;
  }
  try {
    const { vectors } = JSON.parse(readFileSync(path, "utf8")) as { vectors: Vector[] };
    const { lines, failed } = checkVectors(vectors);
    console.log(lines.join("\n"));
    if (!failed) process.exitCode = 0;
  } catch (error) {
    console.error(`No vectors could be read from ${path}: ${String(error)}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.argv[2]);
