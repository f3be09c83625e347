import { istanbulDate } from "@/server/domain/business-day";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { BankFileFormat } from "@/server/domain/payouts/bank-file";
import { payoutValueDay } from "@/server/domain/payouts/collection";
import { inTx } from "@/server/store/db";
import { insertPayoutFile, lockUnfiledPayouts, type PayoutFileRow } from "@/server/store/payouts/payout-files";
import type { Ctx } from "../ctx";

/** The number of payouts in a file. */
const filedMax = 5_000;

/**
 * Puts the approved payouts that are in no file into a new one for the bank (D-39); each payout is in one file only.
 * Returns the file. Throws payout_moved where none is left.
 * @param staffId the person who makes the file
 */
export async function createPayoutFile(
  ctx: Ctx,
  { format, staffId }: { readonly format: BankFileFormat; readonly staffId: string },
): Promise<PayoutFileRow> {
  return inTx(ctx.db, async (tx) => {
    const payouts = await lockUnfiledPayouts(tx, filedMax);
    if (payouts.length === 0) throw new AppError("payout_moved", "No approved payout is without a file");
    const now = ctx.clock.now();
    const file: PayoutFileRow = {
      id: newId(ctx.random, "payoutFile", now),
      format,
      count: payouts.length,
      amount: payouts.reduce((sum, { amount }) => sum + amount, 0n),
      valueDate: new Date(istanbulDate(payoutValueDay(now))),
      createdAt: now,
      createdBy: staffId,
    };
    const ids = payouts.map(({ id }) => id);
    await insertPayoutFile(tx, file, ids);
    return file;
  });
}
