import type { Tally } from "./doors";
import { type Blow, type BlowKind, findCause, hasFailed, isKill, longestErrors, type TriedCreation } from "./errors";
import { type InTime, measureAvailability, measureRecoveries, type Quantiles, type Struck } from "./recovery";

export interface Facts {
  /** How long blows fell, minutes. */
  readonly minutes: number;
  readonly blows: readonly Struck[];
  readonly creations: readonly TriedCreation[];
  /** The payments of the database by their code. */
  readonly payments: ReadonlyMap<string, unknown>;
  /** What passed the proxy, by door. */
  readonly doors: Tally;
}

/** How long after the end of a blow's cause a creation may still fail, by its kind, ms; 0 where none may fail. */
const errorsMax: Readonly<Record<BlowKind, number>> = {
  web: 1_000,
  launcher: 0,
  connection: 5_000,
  postmaster: 5_000,
  immediate: 5_000,
  redis: 0,
  // Its connections to the database may have ended while it was stopped.
  stoppedWeb: 5_000,
  stoppedConnection: 5_000,
  stoppedRedis: 0,
  fullDisk: 5_000,
};

/** The least share of creations that the product answers, however often its processes are killed. */
const answeredMin = 0.9995;

/** Describes what happened, and says whether the figures of operations.md hold. */
export function createReport(facts: Facts) {
  const { blows, creations, payments, minutes, doors } = facts;
  const held = creations.filter((one) => one.status === 0 && findCause(blows, one)?.kind === "stoppedWeb");
  const isHeld = new Set(held);
  const others = creations.filter((one) => !isHeld.has(one));
  const answered = share(others, ({ status }) => status !== 0);
  const lost = creations.filter(({ code }) => code !== null && !payments.has(code));
  const kinds = describeKinds(blows, creations);
  const { calm, rough } = measureAvailability(blows, creations);
  return {
    hasPassed: lost.length === 0 && answered >= answeredMin && kinds.every(({ isKept }) => isKept),
    lines: [
      `${blows.length} blows in ${minutes.toFixed(1)} minutes, ${blows.filter(isKill).length} of them kills`,
      ...kinds.map(({ isKept, line }) => (isKept ? line : `${line} (missed)`)),
      describeCreations(others, answered),
      `${held.length} more creations were held by a stopped process until their merchant gave up`,
      `answered within 1 s: ${describeShare(calm)} outside of restarts, ${describeShare(rough)} during one`,
      `errors of creations: ${describeErrors(blows, creations)}`,
      ...doors.describe(),
      `${lost.length} of the payments that were answered are not in the books`,
    ],
  };
}

function describeKinds(blows: readonly Struck[], creations: readonly TriedCreation[]) {
  const longest = longestErrors(blows, creations);
  return measureRecoveries(blows, creations).map(({ kind, times, cause, ready, whole, creation }) => {
    const errorsFor = longest.get(kind);
    const allowed = errorsMax[kind] === 0 ? "none" : seconds(errorsMax[kind]);
    const lasted = cause.max > 0 ? ` for ${describeQuantiles(cause)}` : "";
    const errors = errorsFor === undefined ? "no errors" : `errors for ${seconds(errorsFor)} at most`;
    return {
      isKept: errorsFor === undefined || (errorsMax[kind] > 0 && errorsFor <= errorsMax[kind]),
      line:
        `${kind}: ${times} times${lasted}; ready after ${describeQuantiles(ready)}, whole after ${describeQuantiles(whole)}, ` +
        `next creation after ${describeQuantiles(creation)}; ${errors}, allowed ${allowed}`,
    };
  });
}

function describeCreations(creations: readonly TriedCreation[], answered: number): string {
  const atFirstTry = share(creations, (one) => !hasFailed(one) && one.tries === 1);
  const count = (isCounted: (one: TriedCreation) => boolean): number => creations.filter(isCounted).length;
  const slowest = creations.filter((one) => !hasFailed(one)).reduce((most, { ms }) => Math.max(most, ms), 0);
  return (
    `${creations.length} creations: ${percent(answered)} answered, ${percent(atFirstTry)} created at the first try, ` +
    `${count(({ tries }) => tries > 1)} sent again by the proxy, ${count(({ status }) => status === 200)} of these ` +
    `had been created; the slowest after ${seconds(slowest)}`
  );
}

/** Counts the errors by the kind of blow to which they belong and by status, such as `web 3 × 503`. */
function describeErrors(blows: readonly Blow[], creations: readonly TriedCreation[]): string {
  const counts = new Map<string, number>();
  for (const one of creations.filter(hasFailed)) {
    const name = `${findCause(blows, one)?.kind ?? "before all blows"} ${one.status || "without an answer"}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = [...counts].sort(([one], [other]) => one.localeCompare(other));
  return all.length === 0 ? "none" : all.map(([name, count]) => `${name} × ${count}`).join(", ");
}

const share = (all: readonly TriedCreation[], isCounted: (one: TriedCreation) => boolean): number =>
  all.filter(isCounted).length / Math.max(1, all.length);

const describeShare = ({ creations, inTime }: InTime): string =>
  creations === 0 ? "none" : `${percent(inTime / creations)} of ${creations}`;
const describeQuantiles = ({ p50, p99, max }: Quantiles): string =>
  `${[p50, p99, max].map((ms) => (ms / 1_000).toFixed(1)).join("/")} s`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const percent = (part: number): string => `${(part * 100).toFixed(3)} %`;
