import { days, plusMs, systemClock } from "@/server/domain/clock";
import { eraseMails } from "@/server/store/mail/outbox";
import { eraseFailedSignIns } from "@/server/store/people/failed-sign-ins";
import { eraseInvitations } from "@/server/store/people/invitations";
import { eraseMailedLinks } from "@/server/store/people/mailed-links";
import { eraseSessions } from "@/server/store/people/sign-in-sessions";
import { eraseStaffInvitations } from "@/server/store/people/staff";
import type { Ctx } from "../ctx";

/**
 * How long sessions, invitations and mailed links are kept after they expired, for investigations, ms. Real time
 * (D-47).
 */
const keptMs = days(30);

/**
 * Erases old sessions (user, address and browser), refused sign-ins, invitations, mailed links and mails. Returns how
 * many of each.
 */
export async function eraseOldSignIns(
  ctx: Ctx,
): Promise<{ sessions: number; refusals: number; invitations: number; links: number; mails: number }> {
  const until = plusMs(systemClock.now(), -keptMs);
  const [sessions, refusals, ofMerchants, ofStaff, links, mails] = await Promise.all([
    eraseSessions(ctx.db, until),
    eraseFailedSignIns(ctx.db, until),
    eraseInvitations(ctx.db, until),
    eraseStaffInvitations(ctx.db, until),
    eraseMailedLinks(ctx.db, until),
    eraseMails(ctx.db, until),
  ]);
  return { sessions, refusals, invitations: ofMerchants + ofStaff, links, mails };
}
