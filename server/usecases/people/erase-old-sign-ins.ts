import { days, plusMs, systemClock } from "@/server/domain/clock";
import { eraseInvitations } from "@/server/store/people/invitations";
import { eraseSessions } from "@/server/store/people/sign-in-sessions";
import { eraseStaffInvitations } from "@/server/store/people/staff";
import type { Ctx } from "../ctx";

/** How long sessions and invitations are kept after they expired, for investigations, ms. Real time (D-47). */
const keptMs = days(30);

/** Erases old sessions (user, address and browser) and old invitations. Returns how many of each. */
export async function eraseOldSignIns(ctx: Ctx): Promise<{ sessions: number; invitations: number }> {
  const until = plusMs(systemClock.now(), -keptMs);
  const [sessions, ofMerchants, ofStaff] = await Promise.all([
    eraseSessions(ctx.db, until),
    eraseInvitations(ctx.db, until),
    eraseStaffInvitations(ctx.db, until),
  ]);
  return { sessions, invitations: ofMerchants + ofStaff };
}
