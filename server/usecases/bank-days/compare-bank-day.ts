import { AppError } from "@/server/domain/errors";
import { findBankDayRow, listLines, lockBankDays } from "@/server/store/bank-days/bank-days";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { bookChargebacks } from "./shared/book-chargebacks";
import { compareWithBooks } from "./shared/compare-books";

/** The same limit as that of an import. */
const timeoutMs = 120_000;

/**
 * Compares an imported day with the books again, for example after a correction of them. A chargeback that could not be
 * booked when its file was imported is booked if it can be now (D-401). Throws not_found.
 */
export async function compareBankDay(
  ctx: Ctx,
  { bankDayId }: { readonly bankDayId: string },
): Promise<{ readonly openCount: number; readonly matchedCount: number }> {
  await bookChargebacks(ctx, await listLines(ctx.db.prisma, bankDayId));
  return inTx(
    ctx.db,
    async (tx) => {
      await lockBankDays(tx);
      const bankDay = await findBankDayRow(tx, bankDayId);
      if (!bankDay) throw new AppError("not_found", `There is no bank day ${bankDayId}`);
      return compareWithBooks(ctx, tx, bankDay, await listLines(tx, bankDayId));
    },
    timeoutMs,
  );
}
