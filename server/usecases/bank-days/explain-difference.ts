import { AppError } from "@/server/domain/errors";
import { lockBankDays, updateBankDay } from "@/server/store/bank-days/bank-days";
import { closeExplained, lockDifference } from "@/server/store/bank-days/differences";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";

export interface ExplainDifferenceInput {
  readonly differenceId: string;
  /** What the person found out, for the next one who looks. */
  readonly explanation: string;
  /** The member of staff. */
  readonly staffId: string;
}

/**
 * Closes a difference by a person's explanation, which books nothing. The day is closed with its last difference.
 * Throws not_found, and difference_closed where it is not open any more.
 */
export async function explainDifference(
  ctx: Ctx,
  input: ExplainDifferenceInput,
): Promise<{ readonly openCount: number }> {
  const { differenceId, explanation, staffId } = input;
  return inTx(ctx.db, async (tx) => {
    await lockBankDays(tx);
    const difference = await lockDifference(tx, differenceId);
    if (!difference) throw new AppError("not_found", `There is no difference ${differenceId}`);
    if (difference.closedAt !== null) throw new AppError("difference_closed", `${differenceId} is closed`);
    const now = ctx.clock.now();
    const openCount = await closeExplained(tx, difference, { explainedBy: staffId, explanation }, now);
    if (openCount === 0) await updateBankDay(tx, difference.bankDayId, { closedAt: now });
    return { openCount };
  });
}
