import { type Reduction, type Verdict, whole } from "../simulate";

/** A failing simulation, reduced as far as it still breaks the same rule. */
export interface Shrunk {
  readonly reduction: Reduction;
  readonly verdict: Verdict;
}

/**
 * Makes a failing simulation smaller: leaves people out one by one, then lets the troubles end earlier and earlier, as
 * long as the same oracle still finds something.
 * @param repeat runs the simulation with a reduction
 */
export async function shrink(failing: Verdict, repeat: (reduction: Reduction) => Promise<Verdict>): Promise<Shrunk> {
  let best: Shrunk = { reduction: whole, verdict: failing };
  const attempt = async (reduction: Reduction): Promise<boolean> => {
    const verdict = await repeat(reduction);
    const isSame = verdict.finding !== null && verdict.finding.oracle === failing.finding?.oracle;
    if (isSame) best = { reduction, verdict };
    return isSame;
  };
  for (const name of failing.people) {
    const { without } = best.reduction;
    await attempt({ ...best.reduction, without: [...without, name] });
  }
  let [works, fails] = [best.verdict.steps, 0];
  for (let rounds = 0; rounds < roundsMax && works - fails > 1; rounds += 1) {
    const middle = Math.floor((works + fails) / 2);
    if (await attempt({ ...best.reduction, troubleUntil: middle })) works = middle;
    else fails = middle;
  }
  return best;
}

/** How often the end of the troubles is moved. */
const roundsMax = 12;

/** Writes the command that repeats a simulation. */
export function writeCommand(seed: string, { without, troubleUntil }: Reduction): string {
  const parts = [`npm run sim -- --seed ${seed}`];
  if (without.length > 0) parts.push(`--without ${without.join(",")}`);
  if (troubleUntil !== null) parts.push(`--trouble-until ${troubleUntil}`);
  return parts.join(" ");
}
