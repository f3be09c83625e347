import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { isSecretToken, newId, tokenHash } from "@/server/domain/ids";
import type { PanelRole } from "@/server/domain/people/access";
import { inTx } from "@/server/store/db";
import { findOpenInvitation, markInvitationAccepted } from "@/server/store/people/invitations";
import { insertMember, lockPartner } from "@/server/store/people/team";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { hashPassword } from "./password";
import { requireGoodPassword } from "./password-rules";

/** The facts of an invitation that its holder may see. */
export interface OpenInvitation {
  readonly invitationId: string;
  readonly partnerId: PartnerId;
  readonly accountName: string;
  readonly email: string;
  readonly role: PanelRole;
  readonly expiresAt: Date;
}

/**
 * Returns the invitation of a token. Throws invitation_invalid, equally for an unknown, used, revoked or expired one.
 */
export async function getInvitation(ctx: Ctx, { token }: { readonly token: string }): Promise<OpenInvitation> {
  const found = isSecretToken(token) ? await findOpenInvitation(ctx.db, tokenHash(token), systemClock.now()) : null;
  if (!found) throw new AppError("invitation_invalid");
  const { id, partnerId, partner, email, role, expiresAt } = found;
  return {
    invitationId: id,
    partnerId: asPartnerId(partnerId),
    accountName: partner.name,
    email,
    role: role as PanelRole,
    expiresAt,
  };
}

export interface AcceptInvitationInput {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Makes the holder of an invitation a user of its account, once. Throws invitation_invalid, and validation_error for a
 * password that is easy to guess (S11). Throws email_taken where a user signs in with the address; the invitation then
 * stays open.
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token, name, password }: AcceptInvitationInput,
): Promise<{ userId: string }> {
  const { invitationId, partnerId, accountName, email, role } = await getInvitation(ctx, { token });
  requireGoodPassword(password, [email, name, accountName]);
  const passwordHash = await hashPassword(password);
  const userId = newId("user", ctx.clock.now());
  await inTx(ctx.db, async (tx) => {
    await lockPartner(tx, partnerId);
    if (!(await markInvitationAccepted(tx, invitationId, systemClock.now()))) {
      throw new AppError("invitation_invalid");
    }
    const createdAt = ctx.clock.now();
    await insertMember(tx, { id: userId, partnerId, email, name, role, passwordHash, createdAt });
  });
  return { userId };
}
