import { AppError } from "@/server/domain/errors";
import { mayInPanel, type PanelPermission, type PanelRole } from "@/server/domain/people/access";
import type { Tx } from "@/server/store/db";
import { findMember, lockPartnerShared } from "@/server/store/people/team";
import type { PartnerId } from "@/server/store/tenant";

/**
 * Checks that a user has a permission, and keeps it so until the transaction ends: a change of the role or a removal of
 * the user waits for the shared lock of the account. Call it before any other lock, because the account is the first in
 * the lock order (see `inTx`). Throws access_denied.
 */
export async function requireMember(
  tx: Tx,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
  permission: PanelPermission,
): Promise<void> {
  await lockPartnerShared(tx, partnerId);
  const member = await findMember(tx, partnerId, userId);
  if (!member || !mayInPanel(member.role as PanelRole, permission)) {
    throw new AppError("access_denied", `${userId} may not ${permission} any more`);
  }
}
