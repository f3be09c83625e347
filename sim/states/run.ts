import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LaunchFailure } from "@/server/launch/failure";
import { projectRoot } from "@/server/launch/project";
import { allTables } from "./diagrams/all-tables";
import { findUsesForDocument } from "./diagrams/document-search";
import { writeStatesDocument } from "./diagrams/states-document";
import { invariants } from "./model/invariants";
import { rows } from "./model/rows";
import { soundRules } from "./model/rules";
import { scenes } from "./model/scenes";
import { type ReplayResult, replayAll } from "./replay/replay-all";
import { withStages } from "./replay/stage";
import { explore, type Graph } from "./search/explore";
import { findStuckStates } from "./search/liveness";
import { findRowPairs, findRowPaths } from "./search/pairs";
import { keepLongest, type Path } from "./search/paths";
import { describeDeadRows, describeFault, describeStuck, listForeignTables, writePath } from "./search/report";
import { collectUses } from "./search/uses";
import { createDraw, drawPath } from "./search/walk";

const usage = "npm run sim -- --states [--write-diagrams] [--no-replay] [--random N] [--seed S]";

/** The file of the diagrams. */
export const statesDocument = join(projectRoot, "docs", "states.md");

/**
 * Runs `npm run sim -- --states`: searches the model of the state tables, and replays its moves against the use-cases.
 * Prints the figures. Throws `LaunchFailure` where the search finds a mistake, or model and product disagree.
 */
export async function runStateSearch(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.writesDiagrams) {
    writeFileSync(statesDocument, writeStatesDocument(findUsesForDocument()));
    say("docs/states.md is written");
    return;
  }
  const graph = searchModel();
  const { paths, pairs } = findSystematicPaths(graph);
  if (options.replays) await replay(paths, pairs, options);
}

interface Options {
  readonly writesDiagrams: boolean;
  readonly replays: boolean;
  /** The number of random paths, and the seed from which they are drawn. */
  readonly random: number;
  readonly seed: number;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        "write-diagrams": { type: "boolean", default: false },
        "no-replay": { type: "boolean", default: false },
        random: { type: "string", default: "2000" },
        seed: { type: "string", default: "1" },
      },
    });
    const [random, seed] = [Number(values.random), Number(values.seed)];
    if (Number.isSafeInteger(random) && random >= 0 && Number.isSafeInteger(seed)) {
      return { writesDiagrams: values["write-diagrams"], replays: !values["no-replay"], random, seed };
    }
  } catch {
    // The usage is said below.
  }
  throw new LaunchFailure(usage);
}

/** Searches all scenes, and throws what the search finds. */
function searchModel(): Graph {
  const elapsed = startWatch();
  const graph = explore({ rules: soundRules, scenes: [...scenes.keys()] });
  const { count } = graph.store;
  say(`${count} states and ${graph.targets.length} moves between them, of ${scenes.length} scenes, in ${elapsed()} s`);
  failWith(describeFault(graph));
  say(`${invariants.length} invariants hold in each state`);
  failWith(describeStuck(graph, findStuckStates(graph)));
  say("From each state, jobs, banks and time alone lead to an end");
  const uses = collectUses(graph);
  failWith(describeDeadRows(new Set(uses.keys())));
  say(
    `Each of the ${rows.length} rows of the model is used; it has no record of: ${listForeignTables(allTables).join(", ")}`,
  );
  if (writeStatesDocument(uses) !== writeStatesDocument(findUsesForDocument())) {
    throw new LaunchFailure("The search for docs/states.md is too small: the whole search finds more uses of rows.");
  }
  return graph;
}

function findSystematicPaths(graph: Graph): { readonly paths: readonly Path[]; readonly pairs: number } {
  const elapsed = startWatch();
  const single = findRowPaths(graph);
  const pairs = findRowPairs(graph);
  const paths = keepLongest([...single.values(), ...pairs.map(({ path }) => path)]);
  say(`${pairs.length} pairs of rows can follow each other; ${paths.length} paths show all, found in ${elapsed()} s`);
  return { paths, pairs: pairs.length };
}

/** The number of paths that are replayed at a time: while one waits for the database, another one works. */
const stagesCount = 3;

/** The most moves of a random path. */
const lengthMax = 30;

const replay = (paths: readonly Path[], pairs: number, { random, seed }: Options): Promise<void> =>
  withStages(stagesCount, async (stages) => {
    let elapsed = startWatch();
    const systematic = await replayAll(stages, paths, false);
    failWith(describeDisagreements(systematic));
    say(`${rows.length} rows and ${pairs} pairs replayed: ${describeResult(systematic)} in ${elapsed()} s`);
    elapsed = startWatch();
    const draw = createDraw(seed);
    const drawn = await replayAll(
      stages,
      Array.from({ length: random }, () => drawPath(draw, lengthMax)),
      true,
    );
    failWith(describeDisagreements(drawn));
    say(`Random paths replayed (seed ${seed}): ${describeResult(drawn)} in ${elapsed()} s`);
  });

const describeResult = ({ paths, moves }: ReplayResult): string => `${paths} paths with ${moves} moves`;

function describeDisagreements({ faults }: ReplayResult): string | null {
  if (faults.length === 0) return null;
  const texts = faults.map(({ path, step, what }) => {
    const moves = path.moves.slice(0, step);
    return `${writePath({ scene: path.scene, moves })}\n  Model and product disagree: ${what}`;
  });
  return texts.join("\n\n");
}

function failWith(what: string | null): void {
  if (what !== null) throw new LaunchFailure(what);
}

/** Returns a function that says how many seconds have passed. */
function startWatch(): () => string {
  const startedAt = performance.now();
  return () => ((performance.now() - startedAt) / 1_000).toFixed(1);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
