import { plusMs } from "@/server/domain/clock";
import { AppError, type Language } from "@/server/domain/errors";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import type { StaffRole } from "@/server/domain/people/access";
import { invitationMs, normalizeEmail } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import { insertStaffInvitation, revokeStaffInvitations } from "@/server/store/people/staff";
import type { Ctx } from "../ctx";
import { writeMail } from "../mail/shared/write-mail";
import { lockAsAdministrator } from "./shared/staff-locks";

export interface InviteStaffInput {
  /** The administrator who invites. */
  readonly staffId: string;
  readonly email: string;
  readonly role: StaffRole;
  /** The language of the mail. */
  readonly language: Language;
}

/**
 * Mails an invitation to the back-office, valid for seven days of real time (D-47), and revokes an earlier one to the
 * same address. The link is in the mail only, so who accepts it reads the address (D-260). Throws access_denied, and
 * email_taken where a member of staff signs in with the address.
 */
export async function inviteStaff(
  ctx: Ctx,
  { staffId, role, language, ...given }: InviteStaffInput,
): Promise<{ readonly invitationId: string; readonly expiresAt: Date }> {
  const email = normalizeEmail(given.email);
  const now = ctx.realTime.now();
  const token = newSecretToken(ctx.random);
  const made = { id: newId(ctx.random, "staffInvitation", now), expiresAt: plusMs(now, invitationMs) };
  await inTx(ctx.db, async (tx) => {
    const { staff } = await lockAsAdministrator(tx, staffId);
    if (staff.some((member) => member.email === email)) throw new AppError("email_taken");
    await revokeStaffInvitations(tx, { email }, now);
    const hash = Uint8Array.from(tokenHash(token));
    await insertStaffInvitation(tx, { ...made, email, role, tokenHash: hash, invitedBy: staffId, createdAt: now });
    const values = { url: `${ctx.origins.panel}/staff/invitation#${token}`, until: made.expiresAt.toISOString() };
    await writeMail(ctx, tx, { kind: "staff_invitation", values, to: email, language });
  });
  return { invitationId: made.id, expiresAt: made.expiresAt };
}
