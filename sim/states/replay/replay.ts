import { describeMove } from "../model/move";
import { type ModelMove, type MoveName, makeMove, moves } from "../model/moves";
import { soundRules } from "../model/rules";
import { beginScene, sceneAt } from "../model/scenes";
import type { State, Work } from "../model/state";
import type { Path } from "../search/paths";
import { cardPlayers, returnBrowser } from "./card-players";
import { compareRows } from "./compare";
import { moneyPlayers } from "./money-players";
import { Disagreement, PathRun } from "./path-run";
import { peoplePlayers, timePlayers } from "./people-players";
import type { Player } from "./player";
import type { Stage } from "./stage";

/** How each kind of move of the model is made at the product. */
const players: Readonly<Record<MoveName, Player>> = {
  ...cardPlayers,
  ...moneyPlayers,
  ...peoplePlayers,
  ...timePlayers,
};

/** Where model and product disagree: after which move of a path, and in what. */
export interface ReplayFault {
  readonly path: Path;
  readonly step: number;
  readonly what: string;
}

/**
 * Makes the moves of a path at the product, and compares its rows with the model after each. Returns null where they
 * agree.
 * @param disturbs whether browsers of ended attempts come back between the moves, which must change nothing
 */
export async function replayPath(stage: Stage, path: Path, disturbs: boolean): Promise<ReplayFault | null> {
  const run = await PathRun.begin(stage, sceneAt(path.scene));
  let state: State = beginScene(path.scene);
  let step = 0;
  try {
    for (const move of path.moves) {
      step += 1;
      if (disturbs && step % disturbEvery === 0) await disturb(run, state);
      state = await replayMove(run, state, move);
    }
    return null;
  } catch (error) {
    const what = error instanceof Disagreement ? error.message : String(error instanceof Error ? error.stack : error);
    return { path, step, what };
  } finally {
    await run.endProcess();
  }
}

/** How many moves lie between two disturbances. */
const disturbEvery = 5;

/** Lets the browser of the last ended attempt come back from the bank once more, as authenticated (D-17). */
async function disturb(run: PathRun, state: State): Promise<void> {
  const place = state.attempts.findLastIndex(
    (attempt) => attempt !== null && state.payments[attempt.payment]?.status !== "initiated",
  );
  if (!run.tokens.has(place)) return;
  await returnBrowser(run, place, "authenticated");
  if (run.findNewGate() !== null) throw new Disagreement("A late return from the bank has led to a call");
  const differences = compareRows(await run.read(), state);
  if (differences.length > 0) throw new Disagreement(`A late return changed something: ${differences.join("; ")}`);
}

async function replayMove(run: PathRun, before: State, move: ModelMove): Promise<State> {
  const after = makeMove(before, numberOf(move), soundRules);
  if (!after) throw new Disagreement(`The model does not have this move: ${describeMove(move)}`);
  const { place, choice } = move;
  // Each move takes a millisecond, so that rows are in the order of their creation.
  run.clock.advanceMs(1);
  await players[move.name](run, { place, choice, before, after });
  keepGate(run, after);
  const differences = compareRows(await run.read(), after);
  if (differences.length > 0) throw new Disagreement(differences.join("; "));
  return after;
}

const numbers = new Map(moves.map((move, number) => [describeMove(move), number]));

function numberOf(move: ModelMove): number {
  const number = numbers.get(describeMove(move));
  if (number === undefined) throw new RangeError(`There is no move ${describeMove(move)}`);
  return number;
}

/** Keeps the gate at which the work of a move waits, under the record of the model that waits for it. */
function keepGate(run: PathRun, state: State): void {
  const awaited = listAwaited(state);
  const fresh = awaited.filter((key) => !run.gates.has(key));
  const gate = run.findNewGate();
  if (gate !== null) {
    const [key] = fresh;
    if (key === undefined) throw new Disagreement("The product asks the bank, and the model does not");
    run.gates.set(key, gate);
  } else if (fresh.length > 0) throw new Disagreement(`The product asks the bank nothing for ${fresh.join(", ")}`);
  const forgotten = [...run.gates.keys()].filter((key) => !awaited.includes(key));
  if (forgotten.length > 0) throw new Disagreement(`The product still waits for ${forgotten.join(", ")}`);
}

const isAwaited = (work: Work): boolean => work !== "none" && work !== "form_lost" && work !== "orphaned";

/** Lists the records for which work of a live process waits. */
function listAwaited({ attempts, refunds }: State): string[] {
  const works = [
    ...attempts.map((attempt, place) => [`attempt ${place}`, attempt?.work] as const),
    ...attempts.flatMap((attempt, place) => [
      [`back ${2 * place}`, attempt?.voidBack?.work] as const,
      [`back ${2 * place + 1}`, attempt?.creditBack?.work] as const,
    ]),
    ...refunds.map((refund, place) => [`refund ${place}`, refund?.work] as const),
  ];
  return works.flatMap(([key, work]) => (work !== undefined && isAwaited(work) ? [key] : []));
}
