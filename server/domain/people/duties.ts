import { days } from "../clock";
import { mayInPanel, movesMoney, type PanelPermission, type PanelRole, panelAccess } from "./access";
import type { SignInDoor } from "./sign-in";

/** What a signed-in person has to do before anything but the own account opens (S11). */
export type Duty = "password" | "second_factor" | "passkey";

/** The factor that a person needs: any second one, or one that no other site can ask for (D-316). */
export type FactorNeed = "none" | "second_factor" | "passkey";

/** For how long a code app is enough for a person who needs a passkey, in ms. */
const appEnoughMs = days(7);

/**
 * Returns which factor a role needs in live mode: staff and owners a passkey, every other role that moves money a
 * second factor.
 */
export function findFactorNeed(door: SignInDoor, role: string): FactorNeed {
  if (door === "staff" || role === "owner") return "passkey";
  const permissions = Object.keys(panelAccess) as PanelPermission[];
  const moves = permissions.some((permission) => movesMoney(permission) && mayInPanel(role as PanelRole, permission));
  return moves ? "second_factor" : "none";
}

/** What decides which duty a person has. */
export interface DutyFacts {
  /** Whether an operator issued the password. */
  readonly mustChangePassword: boolean;
  readonly need: FactorNeed;
  /** Whether the person has a code app or a passkey. */
  readonly hasSecondFactor: boolean;
  readonly hasPasskey: boolean;
  /** The person's first sign-in under the rule; null before it. */
  readonly ruleSince: Date | null;
  readonly now: Date;
}

/** Returns the first duty of a person; null where there is none. */
export function findDuty(facts: DutyFacts): Duty | null {
  const { mustChangePassword, need, hasSecondFactor, hasPasskey, now } = facts;
  if (mustChangePassword) return "password";
  if (need === "none" || hasPasskey) return null;
  if (!hasSecondFactor) return "second_factor";
  return need === "passkey" && now >= appEndsAt(facts) ? "passkey" : null;
}

/** Returns when a code app stops being enough for a person who needs a passkey and has none; null for others. */
export function findAppEnd(facts: DutyFacts): Date | null {
  return facts.need === "passkey" && !facts.hasPasskey ? appEndsAt(facts) : null;
}

const appEndsAt = ({ ruleSince, now }: Pick<DutyFacts, "ruleSince" | "now">): Date =>
  new Date((ruleSince ?? now).getTime() + appEnoughMs);
