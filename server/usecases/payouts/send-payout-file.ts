import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { findPayoutFile, lockUnsentPayouts } from "@/server/store/payouts/payout-files";
import { movePayout } from "@/server/store/payouts/payout-moves";
import type { Ctx } from "../ctx";

/**
 * Records that a file was handed to the bank: its payouts are on their way (D-39). Returns how many moved. Throws
 * not_found, and payout_moved where none of them waits any more.
 */
export async function sendPayoutFile(ctx: Ctx, { fileId }: { readonly fileId: string }): Promise<{ sent: number }> {
  if (!(await findPayoutFile(ctx.db, fileId))) throw new AppError("not_found", `There is no file ${fileId}`);
  const sent = await inTx(ctx.db, async (tx) => {
    const payouts = await lockUnsentPayouts(tx, fileId);
    const now = ctx.clock.now();
    let moved = 0;
    for (const payout of payouts) moved += Number(await movePayout(tx, payout, "sent", {}, now));
    return moved;
  });
  if (sent === 0) throw new AppError("payout_moved", `${fileId} was sent already`);
  ctx.log.info({ fileId, sent }, "A file of payouts was handed to the bank");
  return { sent };
}
