import type { Tally } from "./doors";
import {
  type Blow,
  type BlowKind,
  findCause,
  hasFailed,
  isCreated,
  isKill,
  longestErrors,
  patienceMs,
  type TriedCreation,
} from "./errors";
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

/**
 * The least time after which a merchant may have given up, ms. A timer may fire a millisecond early, and the time of
 * day, by which creations are measured, may be adjusted meanwhile.
 */
const givenUpMs = patienceMs - 100;

/** How many refusals are quoted. */
const quotesMax = 3;

/** Describes what happened, and says whether the figures of operations.md hold. */
export function createReport(facts: Facts) {
  const { blows, creations, payments, minutes, doors } = facts;
  const held = creations.filter((one) => wasHeld(blows, one));
  const isHeld = new Set(held);
  const others = creations.filter((one) => !isHeld.has(one));
  const answered = share(others, ({ status }) => status !== 0);
  // Each creation has a new code and is valid, so nothing is a reason to refuse it.
  const refused = creations.filter((one) => !isCreated(one) && !hasFailed(one));
  const codes = creations.flatMap(({ code }) => code ?? []);
  const lost = codes.filter((code) => !payments.has(code));
  const repeated = codes.length - new Set(codes).size;
  const areBooksKept = lost.length === 0 && repeated === 0;
  const kinds = describeKinds(blows, creations);
  const { calm, rough } = measureAvailability(blows, creations);
  return {
    hasPassed: [
      areBooksKept,
      refused.length === 0,
      doors.defects === 0,
      answered >= answeredMin,
      ...kinds.map(({ isKept }) => isKept),
    ].every(Boolean),
    lines: [
      `${blows.length} blows in ${minutes.toFixed(1)} minutes, ${blows.filter(isKill).length} of them kills`,
      ...kinds.map(({ isKept, line }) => (isKept ? line : `${line} (missed)`)),
      describeCreations(others, answered),
      `${held.length} more creations were held by a stopped process until their merchant gave up`,
      `answered within 1 s: ${describeShare(calm)} outside of restarts, ${describeShare(rough)} during one`,
      `errors of creations: ${describeErrors(blows, creations)}`,
      ...describeRefusals(refused),
      ...doors.describe(),
      `requests that were answered 500: ${doors.defects === 0 ? "none" : `${doors.defects} (missed)`}`,
      `${lost.length} of the payments that were answered are not in the books, ${repeated} have the code of another ` +
        `one${areBooksKept ? "" : " (missed)"}`,
    ],
  };
}

/** Whether a stopped process held a creation until its merchant gave up: what failed sooner was not held. */
const wasHeld = (blows: readonly Blow[], one: TriedCreation): boolean =>
  one.status === 0 && one.ms >= givenUpMs && findCause(blows, one)?.kind === "stoppedWeb";

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
  const atFirstTry = share(creations, (one) => isCreated(one) && one.tries === 1);
  const count = (isCounted: (one: TriedCreation) => boolean): number => creations.filter(isCounted).length;
  const slowest = creations.filter(isCreated).reduce((most, { ms }) => Math.max(most, ms), 0);
  return (
    `${creations.length} creations: ${percent(answered)} answered, ${percent(atFirstTry)} created at the first try, ` +
    `${count(({ tries }) => tries > 1)} sent again by the proxy, ${count(({ status }) => status === 200)} of these ` +
    `had been created; the slowest after ${seconds(slowest)}`
  );
}

/** Counts the errors by the kind of blow to which they belong and by status, such as `web 3 × 503`. */
function describeErrors(blows: readonly Blow[], creations: readonly TriedCreation[]): string {
  const nameOf = (one: TriedCreation): string =>
    `${findCause(blows, one)?.kind ?? "before all blows"} ${one.status || "without an answer"}`;
  return countBy(creations.filter(hasFailed), nameOf);
}

/** Counts refused creations by status, and quotes the first ones. */
function describeRefusals(refused: readonly TriedCreation[]): string[] {
  const quotes = refused.slice(0, quotesMax).map(({ status, trouble }) => `  ${status}: ${trouble}`);
  const counts = countBy(refused, ({ status }) => String(status));
  return [`surprising refusals of creations: ${counts}${refused.length === 0 ? "" : " (missed)"}`, ...quotes];
}

function countBy(creations: readonly TriedCreation[], nameOf: (one: TriedCreation) => string): string {
  const counts = new Map<string, number>();
  for (const name of creations.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
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
