import { plusMs } from "@/server/domain/clock";
import { AppError, type Language } from "@/server/domain/errors";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import type { PanelRole } from "@/server/domain/people/access";
import { invitationMs, normalizeEmail } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import { insertInvitation, revokeInvitations } from "@/server/store/people/invitations";
import { findNamesOfInvitation, isMember, lockPartner } from "@/server/store/people/team";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { writeMail } from "../mail/shared/write-mail";
import { requireMember } from "./shared/member-locks";

/** The stored inviter of an invitation from the command line. */
const operatorName = "operator";

export interface InviteColleagueInput {
  readonly partnerId: PartnerId;
  /** The user who invites; null for a member of staff and for the operator of the installation. */
  readonly userId: string | null;
  /** The member of staff who invites. */
  readonly staffId?: string;
  readonly email: string;
  readonly role: PanelRole;
  /** The language of the mail with the link: that of the person who invites. */
  readonly language: Language;
}

export interface NewInvitation {
  readonly invitationId: string;
  /** The address, shown only once. Its token is in the fragment (`#`), which browsers do not send to a server. */
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * Creates an invitation to join the account, valid for seven days of real time (D-47), mails its link, and revokes an
 * earlier one to the same address. Throws access_denied, and email_taken where a member of the account signs in with
 * the address. It does not reveal whether a user of another account does.
 */
export async function inviteColleague(ctx: Ctx, input: InviteColleagueInput): Promise<NewInvitation> {
  const { partnerId, userId, staffId, role } = input;
  const email = normalizeEmail(input.email);
  const now = ctx.realTime.now();
  const token = newSecretToken(ctx.random);
  const made = { id: newId(ctx.random, "invitation", now), expiresAt: plusMs(now, invitationMs) };
  const url = `${ctx.origins.panel}/panel/invitation#${token}`;
  await inTx(ctx.db, async (tx) => {
    await lockPartner(tx, partnerId);
    if (userId !== null) await requireMember(tx, { partnerId, userId }, "team.write");
    if (await isMember(tx, partnerId, email)) throw new AppError("email_taken");
    await revokeInvitations(tx, partnerId, { email }, now);
    const hash = Uint8Array.from(tokenHash(token));
    await insertInvitation(tx, {
      ...made,
      partnerId,
      email,
      role,
      invitedBy: userId ?? staffId ?? operatorName,
      tokenHash: hash,
      createdAt: now,
    });
    const names = await findNamesOfInvitation(tx, partnerId, userId);
    const values = { ...names, role, url, until: made.expiresAt.toISOString() };
    await writeMail(ctx, tx, { kind: "panel_invitation", values, to: email, language: input.language });
  });
  return { invitationId: made.id, url, expiresAt: made.expiresAt };
}
