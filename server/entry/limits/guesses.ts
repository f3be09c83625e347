import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { PolicyName } from "./rate-limit-policies";
import type { RateLimits } from "./rate-limiter";

/** The signed-in user whose password or code is guessed. */
export interface Guess {
  readonly limits: RateLimits;
  readonly userId: string;
}

/**
 * Lets a signed-in user confirm their identity. Each guess is counted before it is checked, so simultaneous guesses
 * cannot exceed the limit. A right guess clears the count; a refusal for another reason does not count. Throws
 * rate_limited with the seconds to wait, and what `work` throws.
 */
export async function countGuess<T>({ limits, userId }: Guess, work: () => Promise<T>): Promise<T> {
  const policy: PolicyName = "confirm-user";
  const usage = await limits.take(policy, userId);
  if (!usage.allowed) {
    throw new AppError("rate_limited", policy, { retryAfterSeconds: usage.resetSeconds });
  }
  try {
    const result = await work();
    await limits.forget(policy, userId);
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await limits.giveBack(policy, userId);
    throw error;
  }
}

const isWrongGuess = (error: unknown): boolean =>
  error instanceof AppError && (wrongGuesses as readonly (string | undefined)[]).includes(error.details.problem);

const wrongGuesses = [problem("password_wrong"), problem("second_factor_wrong")];
