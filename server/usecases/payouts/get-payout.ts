import { AppError } from "@/server/domain/errors";
import { findPayout } from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** One payout of an account (D-39), and how many settlements it collects: the sandbox's examples have none. Throws not_found. */
export async function getPayout(ctx: Ctx, input: { partnerId: PartnerId; payoutItemId: string }) {
  const payout = await findPayout(ctx.db, input.partnerId, input.payoutItemId);
  if (!payout) throw new AppError("not_found", "There is no such payout");
  return payout;
}
