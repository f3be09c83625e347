import { days, plusMs, systemClock } from "@/server/domain/clock";
import { eraseInvitations } from "@/server/store/people/invitations";
import { eraseSessions } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/** So long sessions and invitations are kept after their time, for who looks into a sign-in, ms. Real time (D-47). */
const keptMs = days(30);

/** Erases whose session it was, from where and by which browser, and who was invited, once nobody needs it any more. */
export async function eraseOldSignIns(ctx: Ctx): Promise<{ sessions: number; invitations: number }> {
  const until = plusMs(systemClock.now(), -keptMs);
  const [sessions, invitations] = await Promise.all([
    eraseSessions(ctx.db, until),
    eraseInvitations(ctx.db, until),
  ]);
  return { sessions, invitations };
}
