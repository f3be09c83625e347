import { AppError, type Language } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { inTx } from "@/server/store/db";
import { markInvitationAccepted } from "@/server/store/people/invitations";
import { insertMember, lockPartner } from "@/server/store/people/team";
import type { Ctx } from "../ctx";
import { getInvitation } from "./queries";
import { writeMailedLink } from "./shared/mailed-links";
import { hashPassword } from "./shared/password";
import { requireGoodPassword } from "./shared/password-rules";

export interface AcceptInvitationInput {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  /** The language of the mails to the new user. */
  readonly language: Language;
}

/**
 * Makes the holder of an invitation a user of its account, once, and mails a link that proves the address. Throws
 * invitation_invalid, and validation_error for a password that is easy to guess (S11). Throws email_taken where a user
 * signs in with the address; the invitation then stays open.
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token, name, password, language }: AcceptInvitationInput,
): Promise<{ userId: string }> {
  const { invitationId, partnerId, accountName, email, role, invitedBy } = await getInvitation(ctx, { token });
  requireGoodPassword(password, [email, name, accountName]);
  const passwordHash = await hashPassword(password);
  const userId = newId(ctx.random, "user", ctx.clock.now());
  await inTx(ctx.db, async (tx) => {
    await lockPartner(tx, partnerId);
    if (!(await markInvitationAccepted(tx, invitationId, ctx.realTime.now()))) {
      throw new AppError("invitation_invalid");
    }
    // The time in the team is real time, because it decides when a member is a second person (D-67).
    const createdAt = ctx.realTime.now();
    const user = { id: userId, partnerId, email, name, role, passwordHash, createdAt, language, invitedBy };
    await insertMember(tx, user);
    // The inviter has the link of the invitation, too, so its use proves nothing about the address (D-232).
    await writeMailedLink(ctx, tx, "address_proof", { person: { door: "panel", userId }, email, language });
  });
  return { userId };
}
