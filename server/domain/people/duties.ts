/** What a signed-in person has to do before anything but the own account opens (S11). */
export type Duty = "password" | "second_factor";

/** What decides which duty a person has. */
export interface DutyFacts {
  /** Whether an operator issued the password. */
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
  /** Whether the role and the mode require a second factor. */
  readonly needsSecondFactor: boolean;
}

/** Returns the first duty of a person; null where there is none. */
export function findDuty({ mustChangePassword, hasSecondFactor, needsSecondFactor }: DutyFacts): Duty | null {
  if (mustChangePassword) return "password";
  return needsSecondFactor && !hasSecondFactor ? "second_factor" : null;
}
