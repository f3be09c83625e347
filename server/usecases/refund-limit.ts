import { panelAccess } from "@/server/domain/access";
import { readApprovalLimit, setApprovalLimit } from "@/server/store/refund-requests";
import { countOthers } from "@/server/store/team";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "./ctx";

/**
 * Above what a refund from the panel wants a second person, kuruş (null: none does), and how many others could be that
 * person for whoever asks.
 */
export async function getRefundLimit(
  ctx: Ctx,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
): Promise<{ limit: bigint | null; otherDeciders: number }> {
  const roles = panelAccess["refund.decide"];
  const [limit, otherDeciders] = await Promise.all([
    readApprovalLimit(ctx.db.prisma, partnerId),
    countOthers(ctx.db.prisma, partnerId, { roles, beside: userId }),
  ]);
  return { limit, otherDeciders };
}

/** Sets it from now on: requests that wait go on waiting. */
export async function setRefundLimit(
  ctx: Ctx,
  { partnerId, limitKurus }: { readonly partnerId: PartnerId; readonly limitKurus: bigint | null },
): Promise<void> {
  await setApprovalLimit(ctx.db, partnerId, limitKurus);
}
