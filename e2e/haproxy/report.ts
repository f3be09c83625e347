import { type Blow, hasFailed, longestErrors } from "../chaos/errors";
import { isCutOff, type Passed } from "./access-log";
import { isGood, type Sent, slowMs } from "./sent";

export interface Facts {
  /** The number of restarts, which came before the first kill. */
  readonly restarts: number;
  /** The kills, in their order. */
  readonly kills: readonly Blow[];
  readonly sent: readonly Sent[];
  /** What HAProxy logged, of everybody who sent something. */
  readonly passed: readonly Passed[];
  /** The payments of the database by their code. */
  readonly payments: ReadonlyMap<string, unknown>;
}

/** How long after a kill requests may still fail, ms (D-334). */
const errorsMax = 1_000;

/** Describes what the restarts and the kills cost, and says whether that is allowed (D-336). */
export function createReport({ restarts, kills, sent, passed, payments }: Facts) {
  const firstKillAt = kills[0]?.at ?? Number.POSITIVE_INFINITY;
  const [calm, rough] = split(sent, firstKillAt);
  const [calmPassed, roughPassed] = split(passed, firstKillAt);
  const cutOff = calmPassed.filter(isCutOff);
  const errorsFor = longestErrors(kills, rough).get("web") ?? 0;
  const missing = sent.filter(({ code }) => code !== null && !payments.has(code));
  const created = sent.flatMap(({ code }) => code ?? []);
  const repeated = created.length - new Set(created).size;
  const isKept = {
    calm: calm.length > 0 && calm.every(({ status }) => isGood(status)) && cutOff.length === 0,
    rough: errorsFor <= errorsMax && rough.every((one) => isGood(one.status) || hasFailed(one)),
    books: missing.length === 0 && repeated === 0,
  };
  const mark = (isGood: boolean): string => (isGood ? "" : " (missed)");
  return {
    hasPassed: isKept.calm && isKept.rough && isKept.books,
    lines: [
      `${restarts} restarts: ${describe(calm)}${mark(isKept.calm)}`,
      `  by kind: ${countBy(calm, ({ kind }) => kind)}`,
      `  as HAProxy saw it, buyers and refunds included: ${describePassed(calmPassed)}, ${cutOff.length} cut off`,
      `${kills.length} kills: ${describe(rough)}; errors for ${seconds(errorsFor)} at most, allowed ` +
        `${seconds(errorsMax)}${mark(isKept.rough)}`,
      `  as HAProxy saw it: ${describePassed(roughPassed)}, ${roughPassed.filter(isCutOff).length} cut off`,
      `${created.length} payments created; ${missing.length} of them are not in the books, ${repeated} have the code ` +
        `of another one${mark(isKept.books)}`,
    ],
  };
}

/** Splits requests by whether they had ended at an instant: what was under way at the first kill may be lost by it. */
const split = <T extends { readonly at: number; readonly ms: number }>(all: readonly T[], at: number): [T[], T[]] => [
  all.filter((one) => one.at + one.ms < at),
  all.filter((one) => one.at + one.ms >= at),
];

function describe(sent: readonly Sent[]): string {
  const lost = sent.filter(hasFailed).length;
  const others = sent.filter(({ status }) => !isGood(status));
  // The slow ones take as long as their body.
  const times = sent.map(({ kind, ms }) => (kind === "slow creation" ? ms - slowMs : ms)).sort((one, two) => one - two);
  const codes = others.length === 0 ? "none" : countBy(others, ({ status }) => String(status));
  return (
    `${sent.length} requests sent, ${sent.length - lost} answered, ${lost} lost; not 2xx: ${codes}; ` +
    `half within ${times[Math.floor(times.length / 2)] ?? 0} ms, 99 % within ` +
    `${times[Math.floor(times.length * 0.99)] ?? 0} ms, the slowest after ${times.at(-1) ?? 0} ms`
  );
}

function describePassed(passed: readonly Passed[]): string {
  const retried = passed.filter(({ retries }) => retries > 0).length;
  const brokenOff = passed.filter(({ ending }) => /^[Cc]/.test(ending)).length;
  return (
    `${passed.length} requests, ${retried} sent to another process because a connection was refused, ` +
    `${brokenOff} left by the client`
  );
}

function countBy<T>(all: readonly T[], nameOf: (one: T) => string): string {
  const counts = new Map<string, number>();
  for (const name of all.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
