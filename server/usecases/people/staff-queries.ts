import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { isSecretToken, tokenHash } from "@/server/domain/ids";
import type { StaffRole } from "@/server/domain/people/access";
import { sessionLimits } from "@/server/domain/people/sign-in";
import {
  type Colleague,
  findOpenStaffInvitation,
  listColleagues,
  listOpenStaffInvitations,
} from "@/server/store/people/staff";
import type { Ctx } from "../ctx";

/** Lists the staff in the order of joining. */
export function listStaff(ctx: Ctx): Promise<Colleague[]> {
  const now = ctx.realTime.now();
  return listColleagues(ctx.db, now, plusMs(now, -sessionLimits.staff.idleMs));
}

/** Lists the invitations to the back-office that can still be accepted, the newest first. */
export async function listStaffInvitations(ctx: Ctx) {
  const rows = await listOpenStaffInvitations(ctx.db, ctx.realTime.now());
  const staff = new Map((await listStaff(ctx)).map(({ userId, name, email }) => [userId, name || email]));
  return rows.map(({ id, email, role, invitedBy, createdAt, expiresAt }) => ({
    invitationId: id,
    email,
    role: role as StaffRole,
    createdAt,
    expiresAt,
    invitedBy: staff.get(invitedBy) ?? invitedBy,
  }));
}

/**
 * Returns the invitation of a token. Throws invitation_invalid, equally for an unknown, used, revoked or expired one.
 */
export async function getStaffInvitation(ctx: Ctx, { token }: { readonly token: string }) {
  const found = isSecretToken(token)
    ? await findOpenStaffInvitation(ctx.db, tokenHash(token), ctx.realTime.now())
    : null;
  if (!found) throw new AppError("invitation_invalid");
  const { id, email, role, invitedBy, expiresAt } = found;
  return { invitationId: id, email, role: role as StaffRole, invitedBy, expiresAt };
}
