import type { Path } from "../search/paths";
import { type ReplayFault, replayPath } from "./replay";
import type { Stage } from "./stage";

/** What came of many replays. */
export interface ReplayResult {
  readonly paths: number;
  readonly moves: number;
  readonly faults: readonly ReplayFault[];
}

/** Ends the replays: more would say the same. */
const faultsMax = 5;

/**
 * Replays paths, one at a time in each stage, until a few of them have shown a disagreement.
 * @param disturbs whether browsers of ended attempts come back between the moves
 */
export async function replayAll(
  stages: readonly Stage[],
  paths: readonly Path[],
  disturbs: boolean,
): Promise<ReplayResult> {
  const waiting = paths.slice();
  const faults: ReplayFault[] = [];
  let [replayed, moves] = [0, 0];
  const work = async (stage: Stage): Promise<void> => {
    for (let path = waiting.shift(); path && faults.length < faultsMax; path = waiting.shift()) {
      const fault = await replayPath(stage, path, disturbs);
      if (fault) faults.push(fault);
      replayed += 1;
      moves += path.moves.length;
    }
  };
  await Promise.all(stages.map(work));
  return { paths: replayed, moves, faults };
}
