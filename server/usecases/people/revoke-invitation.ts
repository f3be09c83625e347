import { AppError } from "@/server/domain/errors";
import { revokeInvitations } from "@/server/store/people/invitations";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** Revokes an open invitation of the account. Throws not_found where the account has no such open invitation. */
export async function revokeInvitation(
  ctx: Ctx,
  { partnerId, invitationId }: { readonly partnerId: PartnerId; readonly invitationId: string },
): Promise<void> {
  const which = { id: invitationId };
  const count = await revokeInvitations(ctx.db.prisma, partnerId, which, ctx.realTime.now());
  if (count === 0) throw new AppError("not_found", "No open invitation of the account");
}
