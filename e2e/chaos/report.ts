import { type Blow, type BlowKind, hasFailed, longestErrors, type TriedCreation } from "./errors";

export interface Facts {
  readonly blows: readonly Blow[];
  readonly creations: readonly TriedCreation[];
  /** The payments of the database by their code. */
  readonly payments: ReadonlyMap<string, unknown>;
}

/** How long after a blow a creation may still fail, by its kind, ms. */
const errorsMax: Readonly<Record<BlowKind, number>> = {
  web: 1_000,
  connection: 5_000,
  postmaster: 5_000,
  immediate: 5_000,
  redis: 0,
};

/** The least share of creations that the product answers, however often its processes are killed. */
const answeredMin = 0.9995;

/** Describes what happened, and says whether the figures of operations.md hold. */
export function createReport({ blows, creations, payments }: Facts) {
  const count = (isCounted: (one: TriedCreation) => boolean): number => creations.filter(isCounted).length;
  const answered = count(({ status }) => status !== 0) / creations.length;
  const atFirstTry = count((one) => !hasFailed(one) && one.tries === 1) / creations.length;
  const lost = creations.filter(({ code }) => code !== null && !payments.has(code));
  const times = creations.filter((one) => !hasFailed(one)).map(({ ms }) => ms);
  const longest = [...longestErrors(blows, creations)].sort(([one], [other]) => one.localeCompare(other));
  const kinds = longest.map(([kind, ms]) => {
    const isKept = ms <= errorsMax[kind];
    const times = `${blows.filter((blow) => blow.kind === kind).length} times`;
    return {
      isKept,
      line: `${kind}: ${times}, errors for ${seconds(ms)} at most, allowed ${seconds(errorsMax[kind])}`,
    };
  });
  return {
    hasPassed: lost.length === 0 && answered >= answeredMin && kinds.every(({ isKept }) => isKept),
    lines: [
      `${blows.length} blows`,
      ...kinds.map(({ isKept, line }) => (isKept ? line : `${line} (missed)`)),
      `${creations.length} creations: ${percent(answered)} answered, ${percent(atFirstTry)} created at the first try, ` +
        `${count(({ tries }) => tries > 1)} sent again by the proxy, ${count(({ status }) => status === 200)} of these ` +
        `had been created; the slowest after ${seconds(Math.max(0, ...times))}`,
      `${lost.length} of the payments that were answered are not in the books`,
    ],
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const percent = (share: number): string => `${(share * 100).toFixed(3)} %`;
