import { AppError } from "@/server/domain/errors";
import { revokeStaffInvitations } from "@/server/store/people/staff";
import type { Ctx } from "../ctx";

/** Revokes an open invitation to the back-office. Throws not_found. */
export async function revokeStaffInvitation(
  ctx: Ctx,
  { invitationId }: { readonly invitationId: string },
): Promise<void> {
  const count = await revokeStaffInvitations(ctx.db.prisma, { id: invitationId }, ctx.realTime.now());
  if (count === 0) throw new AppError("not_found", "No open invitation to the back-office");
}
