import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { PanelRole } from "@/server/domain/people/access";
import { listOpenInvitations, revokeInvitations } from "@/server/store/people/invitations";
import { listMembers, listUsersById, type Member } from "@/server/store/people/team";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** An account's team, in the order in which they joined. */
export const listTeam = (ctx: Ctx, { partnerId }: { readonly partnerId: PartnerId }): Promise<Member[]> =>
  listMembers(ctx.db, partnerId);

/** The invitations that can still be taken up, the newest first. */
export async function listInvitations(ctx: Ctx, { partnerId }: { readonly partnerId: PartnerId }) {
  const rows = await listOpenInvitations(ctx.db, partnerId, systemClock.now());
  const people = await listUsersById(
    ctx.db,
    partnerId,
    rows.map(({ invitedBy }) => invitedBy),
  );
  const names = new Map(people.map(({ id, name, email }) => [id, name || email]));
  return rows.map(({ id, email, role, invitedBy, createdAt, expiresAt }) => ({
    invitationId: id,
    email,
    role: role as PanelRole,
    createdAt,
    expiresAt,
    invitedBy: names.get(invitedBy) ?? invitedBy,
  }));
}

/** Makes an invitation worth nothing. Throws not_found where there is no open one. */
export async function revokeInvitation(
  ctx: Ctx,
  { partnerId, invitationId }: { readonly partnerId: PartnerId; readonly invitationId: string },
): Promise<void> {
  const which = { id: invitationId };
  const count = await revokeInvitations(ctx.db.prisma, partnerId, which, systemClock.now());
  if (count === 0) throw new AppError("not_found", "No open invitation of the account");
}
