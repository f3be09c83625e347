/** How long a merchant's server waits for an answer, ms. */
export const patienceMs = 15_000;

/** One creation of a payment, which was sent once. */
export interface Creation {
  /** The real instant at which it was sent, ms. */
  readonly at: number;
  /** How long it took, ms. */
  readonly ms: number;
  /** The status of the answer; 0 where none came. */
  readonly status: number;
  readonly code: string | null;
  /** What went wrong; null for a good answer. */
  readonly trouble: string | null;
}

/** One creation behind the proxy of the tests. */
export interface TriedCreation extends Creation {
  /** How many processes the proxy sent it to. */
  readonly tries: number;
}

/** What was done to the installation. */
export interface Blow {
  readonly kind: BlowKind;
  /** The real instant, ms. */
  readonly at: number;
  /**
   * The real instant at which its cause was gone, ms: PostgreSQL took connections again, a stopped process went on;
   * without it, the blow was over at once.
   */
  readonly until?: number;
}

/** The blows that kill a program without warning. */
const killKinds = ["web", "launcher", "connection", "postmaster", "immediate", "redis"] as const;

/** A kill, or what lasts for some time: a stopped process, connection or Redis, and a disk without room. */
export type BlowKind = (typeof killKinds)[number] | "stoppedWeb" | "stoppedConnection" | "stoppedRedis" | "fullDisk";

export const isKill = ({ kind }: Pick<Blow, "kind">): boolean => killKinds.some((name) => name === kind);

/** The instant at which nothing of a blow's cause is left, ms. */
export const endOf = ({ at, until = at }: Blow): number => until;

/**
 * Returns how long after the end of a blow's cause the last creation failed, the longest of each kind of blow, ms; 0
 * where creations failed only before that end, and nothing where none failed. An error belongs to the blow that
 * `findCause` names.
 */
export function longestErrors(blows: readonly Blow[], creations: readonly Creation[]): Map<BlowKind, number> {
  const longest = new Map<BlowKind, number>();
  for (const failure of creations.filter(hasFailed)) {
    const cause = findCause(blows, failure);
    if (!cause) continue;
    const after = failure.at + failure.ms - endOf(cause);
    longest.set(cause.kind, Math.max(longest.get(cause.kind) ?? 0, after));
  }
  return longest;
}

/** From which time on a creation that fails was held by something that does not answer, ms. */
const heldMs = 3_000;

/** The blows to PostgreSQL: while one lasts, a process answers 503 (D-68). */
const databaseKinds: readonly BlowKind[] = ["connection", "postmaster", "immediate", "stoppedConnection", "fullDisk"];

/**
 * Finds the blow to which an error belongs: the last one before it, by the instant at which it was seen. A request that
 * was held for long belongs to the blow that lasted longest while it was under way, unless it was answered during a
 * blow to PostgreSQL: what held it before did not make it fail.
 */
export function findCause(blows: readonly Blow[], { at, ms, status }: Creation): Blow | undefined {
  const seenAt = at + ms;
  const last = blows.findLast((blow) => blow.at <= seenAt);
  const isAnswered = status !== 0 && last && databaseKinds.includes(last.kind) && seenAt <= endOf(last);
  if (ms < heldMs || isAnswered) return last;
  const overlap = (blow: Blow): number => Math.min(seenAt, endOf(blow)) - Math.max(at, blow.at);
  const lasting = blows.filter((blow) => endOf(blow) > blow.at && overlap(blow) > 0);
  return lasting.sort((one, other) => overlap(other) - overlap(one))[0] ?? last;
}

/** Whether the answer names a payment: a new one, or the one that a process had created before it was killed. */
export const isCreated = ({ status }: Creation): boolean => status === 200 || status === 201;

/** Whether the installation could not do it. A refusal, such as 409, is neither this nor a creation. */
export const hasFailed = ({ status }: Creation): boolean => status === 0 || status >= 500;
