import { minutes, systemClock } from "@/server/domain/clock";
import { isSessionEnded, type SessionTimes, type SignInDoor } from "@/server/domain/people/sign-in";
import {
  findPanelSession as findPanelRow,
  findStaffSession as findStaffRow,
  type PanelSessionRow,
  type StaffSessionRow,
  touchSession,
} from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/** A session of the panel with its user and the present state of the account. */
export type PanelSession = Omit<PanelSessionRow, "isRemoved" | keyof SessionTimes>;
export type StaffSession = Omit<StaffSessionRow, "isRemoved" | keyof SessionTimes> & {
  /** Staff need a second factor, except in a sandbox. A user without one may only set it up (S11). */
  readonly mustSetUpSecondFactor: boolean;
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
  return keepValid(ctx, await findPanelRow(ctx.db, sessionId), "panel", use);
}

export async function findStaffSession(
  ctx: Ctx,
  sessionId: string,
  use: SessionUse = used,
): Promise<StaffSession | null> {
  const session = keepValid(ctx, await findStaffRow(ctx.db, sessionId), "staff", use);
  const isLive = ctx.sandboxTime === null;
  return session && { ...session, mustSetUpSecondFactor: isLive && !session.user.hasSecondFactor };
}

/** The precision of `lastSeenAt`, ms: a write for every request would cost more than it is worth. */
const touchedEveryMs = minutes(1);

function keepValid<S extends SessionTimes & { sessionId: string; isRemoved: boolean }>(
  ctx: Ctx,
  session: S | null,
  door: SignInDoor,
  { isUse }: SessionUse,
): S | null {
  const now = systemClock.now();
  if (!session || session.isRemoved || isSessionEnded(session, door, now)) return null;
  if (isUse && session.lastSeenAt.getTime() + touchedEveryMs <= now.getTime()) {
    ctx.background(touchSession(ctx.db, session.sessionId, now));
  }
  return session;
}
