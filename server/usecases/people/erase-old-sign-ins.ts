import { eraseBatch } from "@/server/store/erasable";
import type { Ctx } from "../ctx";

/**
 * Erases old sessions (user, address and browser), refused sign-ins, invitations, mailed links and mails, a batch of
 * each, at the ages of the retention table in real time (D-47, D-281). Returns how many of each.
 */
export async function eraseOldSignIns(
  ctx: Ctx,
): Promise<{ sessions: number; refusals: number; invitations: number; links: number; mails: number }> {
  const now = ctx.realTime.now();
  const [sessions, refusals, ofMerchants, ofStaff, links, mails] = await Promise.all([
    eraseBatch(ctx.db, "sessions", now),
    eraseBatch(ctx.db, "refused_sign_ins", now),
    eraseBatch(ctx.db, "invitations", now),
    eraseBatch(ctx.db, "staff_invitations", now),
    eraseBatch(ctx.db, "mailed_links", now),
    eraseBatch(ctx.db, "mails", now),
  ]);
  return { sessions, refusals, invitations: ofMerchants + ofStaff, links, mails };
}
