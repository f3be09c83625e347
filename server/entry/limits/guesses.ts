import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { PolicyName } from "./rate-limit-policies";
import type { RateLimits } from "./rate-limiter";

/** One more guess at the password or the code of somebody who is signed in. */
export interface Guess {
  readonly limits: RateLimits;
  readonly userId: string;
}

/**
 * Lets somebody show again who they are. Each guess is counted before it is looked at, so that no number of simultaneous
 * ones passes; a right one clears the count, and what is refused for another reason was no guess. Throws rate_limited, with
 * the seconds to wait, and what `work` throws.
 */
export async function countGuess<T>({ limits, userId }: Guess, work: () => Promise<T>): Promise<T> {
  const policy: PolicyName = "confirm-user";
  const standing = await limits.take(policy, userId);
  if (!standing.allowed) {
    throw new AppError("rate_limited", policy, { retryAfterSeconds: standing.resetSeconds });
  }
  try {
    const done = await work();
    await limits.forget(policy, userId);
    return done;
  } catch (error) {
    if (!isWrongGuess(error)) await limits.giveBack(policy, userId);
    throw error;
  }
}

const isWrongGuess = (error: unknown): boolean =>
  error instanceof AppError &&
  (wrongGuesses as readonly (string | undefined)[]).includes(error.details.problem);

const wrongGuesses = [problem("password_wrong"), problem("second_factor_wrong")];
