import { AppError } from "@/server/domain/errors";
import { mayInPanel, type PanelPermission, type PanelRole } from "@/server/domain/people/access";
import type { Tx } from "@/server/store/db";
import { findMember, holdPartner } from "@/server/store/people/team";
import type { PartnerId } from "@/server/store/tenant";

/**
 * Whoever acts still may, and goes on to until this transaction ends: who takes the role away, or takes them out of the account,
 * waits for it. Before any other lock, as the account is the first of them. Throws access_denied.
 */
export async function requireMember(
  tx: Tx,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
  permission: PanelPermission,
): Promise<void> {
  await holdPartner(tx, partnerId);
  const member = await findMember(tx, partnerId, userId);
  if (!member || !mayInPanel(member.role as PanelRole, permission)) {
    throw new AppError("access_denied", `${userId} may not ${permission} any more`);
  }
}
