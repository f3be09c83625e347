import { minutes, systemClock } from "@/server/domain/clock";
import { isSessionOver, type SessionTimes, type SignInDoor } from "@/server/domain/people/sign-in";
import {
  findPanelSession as findPanelRow,
  findStaffSession as findStaffRow,
  type PanelSessionRow,
  type StaffSessionRow,
  touchSession,
} from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/** Somebody who is signed in to the panel, with their account as it is now. */
export type PanelSession = Omit<PanelSessionRow, "isRemoved" | keyof SessionTimes>;
export type StaffSession = Omit<StaffSessionRow, "isRemoved" | keyof SessionTimes> & {
  /** Staff have a second factor, except in a sandbox; whoever has none yet may do nothing but set one up (S11). */
  readonly mustSetUpSecondFactor: boolean;
};

/** Whether somebody does something, or a page that stands open has asked by itself: only the former is no idling. */
export interface SessionUse {
  readonly isUse: boolean;
}

const used: SessionUse = { isUse: true };

/** The session of an id; null when it has ended, run out, stood idle too long, or its user was removed. */
export async function findPanelSession(
  ctx: Ctx,
  sessionId: string,
  use: SessionUse = used,
): Promise<PanelSession | null> {
  return held(ctx, await findPanelRow(ctx.db, sessionId), "panel", use);
}

export async function findStaffSession(
  ctx: Ctx,
  sessionId: string,
  use: SessionUse = used,
): Promise<StaffSession | null> {
  const session = held(ctx, await findStaffRow(ctx.db, sessionId), "staff", use);
  const isLive = ctx.sandboxTime === null;
  return session && { ...session, mustSetUpSecondFactor: isLive && !session.user.hasSecondFactor };
}

/** How exactly `lastSeenAt` is kept, ms: a write for every request would cost more than it tells. */
const touchedEveryMs = minutes(1);

function held<S extends SessionTimes & { sessionId: string; isRemoved: boolean }>(
  ctx: Ctx,
  session: S | null,
  door: SignInDoor,
  { isUse }: SessionUse,
): S | null {
  const now = systemClock.now();
  if (!session || session.isRemoved || isSessionOver(session, door, now)) return null;
  if (isUse && session.lastSeenAt.getTime() + touchedEveryMs <= now.getTime()) {
    ctx.background(touchSession(ctx.db, session.sessionId, now));
  }
  return session;
}
