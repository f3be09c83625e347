import { minutes } from "@/server/domain/clock";
import { mayAsStaff, type PanelStanding } from "@/server/domain/people/access";
import { type Duty, findAppEnd, findDuty, findFactorNeed } from "@/server/domain/people/duties";
import { isSessionEnded, type SessionTimes, type SignInDoor } from "@/server/domain/people/sign-in";
import {
  findPanelSession as findPanelRow,
  findStaffSession as findStaffRow,
  findViewingSession as findViewingRow,
  type PanelSessionRow,
  type SignedInUser,
  type StaffSessionRow,
  touchSession,
  type Viewing,
} from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { endLapsedViewings } from "./end-lapsed-viewings";

/** A session of the panel with its user and the present state of the account. */
export type PanelSession = Omit<PanelSessionRow, "role" | "isRemoved" | keyof SessionTimes> & {
  readonly role: PanelStanding;
  /** Set while staff view the account: then the user is the member of staff, and the role is `viewer` (D-261). */
  readonly viewing: Viewing | null;
  /** What the person has to do first; until then only the own account opens (S11). */
  readonly duty: Duty | null;
  /** When the code app stops being enough for the person; null where it does not. */
  readonly appEndsAt: Date | null;
};
export type StaffSession = Omit<StaffSessionRow, "isRemoved" | keyof SessionTimes> & {
  /** What the person has to do first; until then only the own account opens (S11). */
  readonly duty: Duty | null;
  /** When the code app stops being enough for the person; null where it does not. */
  readonly appEndsAt: Date | null;
};

/** `isUse` is false for an automatic request of an open page, which does not restart the idle time. */
export interface SessionUse {
  readonly isUse: boolean;
}

const used: SessionUse = { isUse: true };

/** Finds a valid panel session; null where it has ended, expired or been idle too long, or its user was removed. */
export async function findPanelSession(
  ctx: Ctx,
  sessionId: string,
  use: SessionUse = used,
): Promise<PanelSession | null> {
  const session = keepValid(ctx, await findPanelRow(ctx.db, sessionId), "panel", use);
  return session && { ...session, viewing: null, ...readDuty(ctx, "panel", session) };
}

/**
 * Finds the account that a session of staff views, as a session of its panel; null where it views none. The session has
 * to be valid, with a role that may view and with no duty left; and the time of the viewing must not be over.
 */
export async function findViewingSession(
  ctx: Ctx,
  staffSessionId: string,
  use: SessionUse = used,
): Promise<PanelSession | null> {
  const row = await findViewingRow(ctx.db, staffSessionId);
  if (row === null) return null;
  const session = keepValid(ctx, row, "staff", use);
  if (!session || session.viewing.expiresAt <= ctx.realTime.now()) {
    ctx.background(endLapsedViewings(ctx));
    return null;
  }
  if (!mayAsStaff(session.role, "partner.view_as") || readDuty(ctx, "staff", session).duty) return null;
  return { ...session, role: "viewer", duty: null, appEndsAt: null };
}

export async function findStaffSession(
  ctx: Ctx,
  sessionId: string,
  use: SessionUse = used,
): Promise<StaffSession | null> {
  const session = keepValid(ctx, await findStaffRow(ctx.db, sessionId), "staff", use);
  return session && { ...session, ...readDuty(ctx, "staff", session) };
}

/** A sandbox asks for no factor, so that its demo logins work. */
function readDuty(ctx: Ctx, door: SignInDoor, { user, role }: { user: SignedInUser; role: string }) {
  const { mustChangePassword, hasSecondFactor, hasPasskey, factorRuleSince: ruleSince } = user;
  const need = ctx.sandboxTime === null ? findFactorNeed(door, role) : "none";
  const facts = { mustChangePassword, need, hasSecondFactor, hasPasskey, ruleSince, now: ctx.realTime.now() };
  return { duty: findDuty(facts), appEndsAt: findAppEnd(facts) };
}

/** The precision of `lastSeenAt`, ms: a write for every request would cost more than it is worth. */
const touchedEveryMs = minutes(1);

function keepValid<S extends SessionTimes & { sessionId: string; isRemoved: boolean }>(
  ctx: Ctx,
  session: S | null,
  door: SignInDoor,
  { isUse }: SessionUse,
): S | null {
  const now = ctx.realTime.now();
  if (!session || session.isRemoved || isSessionEnded(session, door, now)) return null;
  if (isUse && session.lastSeenAt.getTime() + touchedEveryMs <= now.getTime()) {
    ctx.background(touchSession(ctx.db, session.sessionId, now));
  }
  return session;
}
