import { endApiKey, listKeysSeenBy } from "@/server/store/accounts/api-keys";
import { inTx } from "@/server/store/db";
import { endSessions } from "@/server/store/people/sign-in-sessions";
import { markRemoved } from "@/server/store/people/team";
import { withdrawRefundRequests } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { lockMemberForChange } from "./shared/member-locks";

export interface RemoveMemberInput {
  readonly partnerId: PartnerId;
  readonly userId: string;
  /** The ids of the keys that stay in use although the member knows them. */
  readonly keptKeyIds?: readonly string[];
}

/**
 * Removes a member from the account. The member's sessions end, the e-mail address becomes free, waiting refund
 * requests are withdrawn, and the API keys that the member made or received are revoked, except those that are kept on
 * purpose (D-66); records of the member's actions stay. Returns the names of the revoked and of the kept keys. Throws
 * not_found and last_owner.
 */
export async function removeMember(
  ctx: Ctx,
  { partnerId, userId, keptKeyIds = [] }: RemoveMemberInput,
): Promise<{ email: string; revokedKeys: string[]; keptKeys: string[] }> {
  return inTx(ctx.db, async (tx) => {
    const { email } = await lockMemberForChange(ctx, tx, partnerId, userId, { isOwnerAfter: false });
    await markRemoved(tx, userId, ctx.clock.now());
    await withdrawRefundRequests(tx, partnerId, userId, ctx.clock.now());
    await endSessions(tx, { door: "panel", userId }, { allBut: null }, ctx.realTime.now());
    // The lock of the account makes a key that the member is creating wait, and then be refused.
    const seen = await listKeysSeenBy(tx, partnerId, userId);
    const revoked = seen.filter(({ id }) => !keptKeyIds.includes(id));
    for (const { id } of revoked) await endApiKey(tx, partnerId, id, ctx.clock.now());
    const toName = ({ name, prefix }: { name: string; prefix: string }) => `${name} (${prefix})`;
    const kept = seen.filter((key) => !revoked.includes(key));
    return { email, revokedKeys: revoked.map(toName), keptKeys: kept.map(toName) };
  });
}
