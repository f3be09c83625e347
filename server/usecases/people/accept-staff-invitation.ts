import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { inTx } from "@/server/store/db";
import { insertColleague, markStaffInvitationAccepted } from "@/server/store/people/staff";
import type { Ctx } from "../ctx";
import type { AcceptInvitationInput } from "./accept-invitation";
import { hashPassword } from "./shared/password";
import { requireGoodPassword } from "./shared/password-rules";
import { getStaffInvitation } from "./staff-queries";

/**
 * Makes the holder of an invitation a member of staff, once. The address counts as proved, because the link was only
 * mailed. Throws invitation_invalid, validation_error for a password that is easy to guess (S11), and email_taken.
 */
export async function acceptStaffInvitation(
  ctx: Ctx,
  { token, name, password, language }: AcceptInvitationInput,
): Promise<{ userId: string }> {
  const { invitationId, email, role, invitedBy } = await getStaffInvitation(ctx, { token });
  requireGoodPassword(password, [email, name]);
  const passwordHash = await hashPassword(password);
  const now = ctx.realTime.now();
  const userId = newId(ctx.random, "user", ctx.clock.now());
  await inTx(ctx.db, async (tx) => {
    if (!(await markStaffInvitationAccepted(tx, invitationId, now))) throw new AppError("invitation_invalid");
    const user = {
      id: userId,
      email,
      name,
      role,
      passwordHash,
      emailProvedAt: now,
      invitedBy,
      language,
      createdAt: now,
    };
    await insertColleague(tx, user);
  });
  return { userId };
}
