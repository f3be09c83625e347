import type { WatchedKind } from "../alerts";
import { days, seconds } from "../clock";
import { holidaysKnownUntil } from "../holidays";

// What each web process looks for in its surroundings, and from when on it is an incident (D-364). Everything is
// judged by several looks in succession: a busy machine, a restart of a neighbour or one lost packet is no incident.

/** How often a process looks, ms. */
export const lookEveryMs = seconds(15);

/** The looks in succession that open an incident, and those without the cause that end it for this process. */
const badLooks = 2;
const goodLooks = 2;

/** After this time without a process that sees its cause, an incident is closed, ms: a process may have been killed. */
export const unseenMs = seconds(45);

/** What one look found about one thing. `isBad` is null where this look says nothing about it. */
export interface Look {
  readonly kind: WatchedKind;
  /** The thing that the incident is about: one incident, however many processes see it. */
  readonly subject: string;
  readonly isBad: boolean | null;
  /** Whether one look is enough, because what it found does not come and go. */
  readonly isCertain?: boolean;
  /** What was found, for people; without addresses that hold passwords. */
  readonly detail: string;
}

/** A cause that this process sees now. */
export interface Sighting {
  readonly kind: WatchedKind;
  readonly subject: string;
  readonly detail: string;
}

interface Trail extends Sighting {
  readonly bad: number;
  readonly good: number;
  readonly isSeen: boolean;
}

/** Follows the looks of a process. Each call returns what counts as seen after these looks. */
export function followLooks(): (looks: readonly Look[]) => Sighting[] {
  const trails = new Map<string, Trail>();
  return (looks) => {
    for (const look of looks) {
      const key = `${look.kind} ${look.subject}`;
      const next = follow(trails.get(key), look);
      if (next.isSeen || next.bad > 0) trails.set(key, next);
      else trails.delete(key);
    }
    return [...trails.values()]
      .filter(({ isSeen }) => isSeen)
      .map(({ kind, subject, detail }) => ({ kind, subject, detail }));
  };
}

function follow(trail: Trail | undefined, { kind, subject, isBad, isCertain, detail }: Look): Trail {
  const known = trail ?? { kind, subject, detail, bad: 0, good: 0, isSeen: false };
  if (isBad === null) return known;
  if (!isBad) {
    const good = known.good + 1;
    return { ...known, bad: 0, good, isSeen: known.isSeen && good < (isCertain ? 1 : goodLooks) };
  }
  const bad = known.bad + 1;
  return { kind, subject, detail, bad, good: 0, isSeen: known.isSeen || bad >= (isCertain ? 1 : badLooks) };
}

/** A round trip to the database on a connection of its own that takes this long is slow, ms. */
export const slowDatabaseMs = 500;

/** What the probes of the database found: the shortest round trip, or why none ended. */
export type DatabaseProbe =
  | { readonly ms: number; readonly aheadMs: number; readonly at: Date }
  | { readonly failure: string };

export const lookAtDatabase = (probe: DatabaseProbe): Look => ({
  kind: "database_slow",
  subject: "database",
  isBad: "failure" in probe || probe.ms > slowDatabaseMs,
  detail:
    "failure" in probe
      ? `The database does not answer: ${probe.failure}`
      : `The shortest of three round trips to the database takes ${Math.round(probe.ms)} ms`,
});

/** How far the clocks may be apart, ms. The same difference is a warning of the doctor (D-326). */
const clockApartMs = seconds(2);

/** @param machine the name of this machine */
export const lookAtClock = (probe: DatabaseProbe, machine: string): Look => ({
  kind: "clock_off",
  subject: machine,
  // A slow answer says too little about the time at which it was given.
  isBad: "failure" in probe || probe.ms > slowDatabaseMs ? null : Math.abs(probe.aheadMs) > clockApartMs,
  detail:
    "failure" in probe
      ? ""
      : `The clock is ${(Math.abs(probe.aheadMs) / 1_000).toFixed(1)} s ${probe.aheadMs > 0 ? "ahead of" : "behind"} the database's`,
});

/** A wait for a connection of the pool that is no queue any more, ms. */
const longWaitMs = seconds(2);

/** @param waitedMs the longest wait for a connection of the pool since the look before */
export const lookAtPool = (waitedMs: number, connections: number, machine: string): Look => ({
  kind: "pool_exhausted",
  subject: machine,
  isBad: waitedMs >= longWaitMs,
  detail: `All ${connections} database connections of a process are in use; a wait took ${Math.round(waitedMs)} ms`,
});

/** @param isAnswering null where no Redis is configured */
export const lookAtRedis = (isAnswering: boolean | null): Look[] =>
  isAnswering === null
    ? []
    : [{ kind: "redis_gone", subject: "redis", isBad: !isAnswering, detail: "Redis does not answer a ping" }];

/** The space of the disk of a folder, bytes. */
export interface Disk {
  readonly path: string;
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

const fullBytes = 100_000_000;
const fullShare = 0.05;

/** A disk is nearly full below 100 MB, or below a twentieth of a small one. */
export const lookAtDisk = ({ path, freeBytes, sizeBytes }: Disk, machine: string): Look => ({
  kind: "disk_full",
  subject: `${machine}:${path}`,
  isBad: freeBytes < Math.min(fullBytes, sizeBytes * fullShare),
  detail: `${Math.floor(freeBytes / 1_000_000)} MB are free at ${path}`,
});

/** The sweep comes each minute; without it for this long, the engine of the functions does not come, ms. */
const silenceMs = seconds(120);

export interface FunctionsState {
  /** Whether the functions run in the embedded executor. */
  readonly isEmbedded: boolean;
  /** Whether the executor of this database works, or the Inngest server answers. */
  readonly isAnswering: boolean;
  /** The time since the last sweep in any process, or since this process began to look, ms. */
  readonly silentMs: number;
  /** Whether the sandbox clock is being moved, which holds the sweeps back. */
  readonly isClockMoving: boolean;
}

export const lookAtFunctions = ({ isEmbedded, isAnswering, silentMs, isClockMoving }: FunctionsState): Look => ({
  kind: "jobs_gone",
  subject: "functions",
  isBad: !isAnswering || (isClockMoving ? null : silentMs > silenceMs),
  detail: isAnswering
    ? `No sweep has come for ${Math.round(silentMs / 1_000)} s`
    : `${isEmbedded ? "No embedded executor works" : "The Inngest server does not answer"}; the web processes do the due work themselves`,
});

/** The days before its end from which a certificate is an incident, and from which it is another, urgent one. */
const endingDays = 21;
const urgentDays = 3;

/** @param daysLeft null where no certificate could be read, of which page_unreachable tells */
export const lookAtCertificate = (origin: string, daysLeft: number | null): Look[] =>
  [
    { subject: origin, days: endingDays },
    { subject: `${origin} (${urgentDays} days)`, days: urgentDays },
  ].map(({ subject, days }) => ({
    kind: "certificate_ending",
    subject,
    isBad: daysLeft === null ? null : daysLeft < days,
    // The look is made in each third round only, and two of them would take too long.
    isCertain: true,
    detail:
      daysLeft !== null && daysLeft < 0
        ? `The certificate of ${origin} has ended`
        : `The certificate of ${origin} ends in ${Math.floor(daysLeft ?? 0)} days`,
  }));

/** How long before the end of the calendar of holidays staff are warned, days: its next years are data of a release. */
const calendarDays = 365;

/** @param now the product's clock, by which business days count */
export function lookAtCalendar(now: Date): Look {
  const daysLeft = (new Date(holidaysKnownUntil).getTime() - now.getTime()) / days(1);
  return {
    kind: "calendar_ending",
    subject: "holidays",
    isBad: daysLeft < calendarDays,
    isCertain: true,
    detail: `The dates of the feasts are known until ${holidaysKnownUntil}; after that their days count as business days`,
  };
}

/** A receiver fails after this many attempts without an answer, over at least this time, ms (D-365). */
const failuresMin = 3;
const failingMinMs = seconds(30);

/** A receiver that nothing is sent to any more is forgotten after this time, ms: retries end after a day. */
export const forgottenMs = 25 * 3_600_000;

export const isReceiverFailing = ({
  failures,
  since,
  lastAt,
}: {
  readonly failures: number;
  readonly since: Date;
  readonly lastAt: Date;
}): boolean => failures >= failuresMin && lastAt.getTime() - since.getTime() >= failingMinMs;
