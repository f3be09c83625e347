import { AppError } from "@/server/domain/errors";
import type { PolicyName } from "./rate-limit-policies";
import type { RateLimits } from "./rate-limiter";

/** One more guess at the password or the code of somebody who is signed in. */
export interface Guess {
  readonly limits: RateLimits;
  readonly userId: string;
}

/**
 * Lets somebody show again who they are. Each guess is counted before it is looked at, so that no number of simultaneous
 * ones passes, and a right one clears the count. Throws rate_limited, with the seconds to wait, and what `work` throws.
 */
export async function countGuess<T>({ limits, userId }: Guess, work: () => Promise<T>): Promise<T> {
  const policy: PolicyName = "confirm-user";
  const standing = await limits.take(policy, userId);
  if (!standing.allowed) {
    throw new AppError("rate_limited", policy, { retryAfterSeconds: standing.resetSeconds });
  }
  const done = await work();
  await limits.forget(policy, userId);
  return done;
}
