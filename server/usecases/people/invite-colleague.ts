import { plusMs, systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import type { PanelRole } from "@/server/domain/people/access";
import { invitationMs, normalEmail } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import { insertInvitation, revokeInvitations } from "@/server/store/people/invitations";
import { isMember, lockPartner } from "@/server/store/people/team";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { requireMember } from "./require-member";

/** Who invites from the command line, in what is kept of an invitation. */
const operatorName = "operator";

export interface InviteColleagueInput {
  readonly partnerId: PartnerId;
  /** Who invites; null: whoever runs the installation. */
  readonly userId: string | null;
  readonly email: string;
  readonly role: PanelRole;
}

export interface NewInvitation {
  readonly invitationId: string;
  /** Shown once: its token stands behind a `#`, which browsers send to no server. */
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link by which a colleague joins the account, for seven days of real time (D-47). An earlier one to the same address
 * is worth nothing any more. Throws access_denied, and email_taken where somebody of the account signs in with the address; of other
 * accounts' people nothing is said here.
 */
export async function inviteColleague(ctx: Ctx, input: InviteColleagueInput): Promise<NewInvitation> {
  const { partnerId, userId, role } = input;
  const email = normalEmail(input.email);
  const now = systemClock.now();
  const token = newSecretToken();
  const made = { id: newId("invitation", now), expiresAt: plusMs(now, invitationMs) };
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
      invitedBy: userId ?? operatorName,
      tokenHash: hash,
      createdAt: now,
    });
  });
  const url = `${ctx.origins.panel}/panel/invitation#${token}`;
  return { invitationId: made.id, url, expiresAt: made.expiresAt };
}
