import { days, plusMs } from "../clock";

/** How long before the end of a key its account is warned, ms: the first and the last time (D-323). */
const warnedBeforeMs = [days(7), days(1)] as const;

/** How long before its end a key is shown as one that ends soon, ms. */
export const endsSoonMs: number = warnedBeforeMs[0];

/** Returns when the account is warned next that a key ends; null where the key has no end, or no warning is left. */
export function nextEndWarning(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  return warnedBeforeMs.map((ms) => plusMs(expiresAt, -ms)).find((at) => at > now) ?? null;
}
