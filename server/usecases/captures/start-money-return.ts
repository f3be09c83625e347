import { machineTime } from "@/server/domain/payments/send-window";
import { inTx } from "@/server/store/db";
import { lockPaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { sendMoneyReturn } from "./send-money-return";
import { beginMoneyReturn, type StartMoneyReturnInput } from "./shared/money-return-intent";

/**
 * Returns money that the bank has for a payment which ended without it (D-72): by one void, or by one credit of what
 * the bank holds if the void is refused or the bank's day has ended. The intent, the alert and the end of the checks
 * are one transaction; after it the bank is called once. Money that cannot go back in this way is left to a person,
 * with an alert.
 */
export async function startMoneyReturn(ctx: Ctx, input: StartMoneyReturnInput): Promise<void> {
  const recordedAt = machineTime(ctx.realTime);
  const returnId = await inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, input.attempt.paymentId);
    return beginMoneyReturn(ctx, tx, input);
  });
  if (returnId !== null) await sendMoneyReturn(ctx, { returnId, recordedAt });
}
