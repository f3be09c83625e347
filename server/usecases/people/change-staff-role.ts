import type { StaffRole } from "@/server/domain/people/access";
import { inTx } from "@/server/store/db";
import { revokeStaffInvitations, setStaffRole } from "@/server/store/people/staff";
import type { Ctx } from "../ctx";
import { lockColleague } from "./shared/staff-locks";

/**
 * Changes the role of a colleague, effective from the colleague's next request on, and revokes the invitations of a
 * former administrator. Throws access_denied and not_found.
 */
export const changeStaffRole = (
  ctx: Ctx,
  { staffId, userId, role }: { readonly staffId: string; readonly userId: string; readonly role: StaffRole },
): Promise<{ email: string; former: StaffRole }> =>
  inTx(ctx.db, async (tx) => {
    const colleague = await lockColleague(tx, { staffId, userId });
    await setStaffRole(tx, userId, role);
    if (role !== "admin") await revokeStaffInvitations(tx, { invitedBy: userId }, ctx.realTime.now());
    return { email: colleague.email, former: colleague.role as StaffRole };
  });
