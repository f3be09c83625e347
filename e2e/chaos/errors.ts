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
}

export type BlowKind = "web" | "connection" | "postmaster" | "immediate" | "redis";

/** Returns how long after a blow the last creation failed, the longest of each kind of blow, ms. */
export function longestErrors(blows: readonly Blow[], creations: readonly Creation[]): Map<BlowKind, number> {
  const failures = creations.filter(hasFailed).map(({ at, ms }) => at + ms);
  const longest = new Map<BlowKind, number>();
  for (const [index, { kind, at }] of blows.entries()) {
    const next = blows[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const last = Math.max(at, ...failures.filter((failedAt) => failedAt >= at && failedAt < next));
    longest.set(kind, Math.max(longest.get(kind) ?? 0, last - at));
  }
  return longest;
}

export const hasFailed = ({ status }: Creation): boolean => status === 0 || status >= 500;
