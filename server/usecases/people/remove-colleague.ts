import { inTx } from "@/server/store/db";
import { markStaffRemoved } from "@/server/store/people/people";
import { endSessions } from "@/server/store/people/sign-in-sessions";
import { revokeStaffInvitations } from "@/server/store/people/staff";
import type { Ctx } from "../ctx";
import { lockColleague } from "./shared/staff-locks";

/**
 * Removes a colleague from the back-office: all sessions end, the invitations that the colleague sent are revoked, and
 * the address becomes free. Records of the colleague's actions stay. Throws access_denied and not_found.
 */
export const removeColleague = (
  ctx: Ctx,
  input: { readonly staffId: string; readonly userId: string },
): Promise<{ email: string; role: string; sessionsEnded: number }> =>
  inTx(ctx.db, async (tx) => {
    const { email, role } = await lockColleague(tx, input);
    const now = ctx.realTime.now();
    await markStaffRemoved(tx, input.userId, now);
    await revokeStaffInvitations(tx, { invitedBy: input.userId }, now);
    const person = { door: "staff", userId: input.userId } as const;
    return { email, role, sessionsEnded: await endSessions(tx, person, { allBut: null }, now) };
  });
