import { machineTime } from "@/server/domain/payments/send-window";
import { inTx } from "@/server/store/db";
import { lockPaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { sendReturn } from "./send-return";
import { beginReturn, type ReturnMoneyInput } from "./shared/return-intent";

/**
 * Returns money that the bank has for a payment which ended without it (D-72): by one void, or by one credit of the
 * whole amount if the void is refused or the bank's day has ended. The intent, the alert and the end of the checks are
 * one transaction; after it the bank is called once. Money that cannot go back in this way is left to a person, with an
 * alert.
 */
export async function returnMoney(ctx: Ctx, input: ReturnMoneyInput): Promise<void> {
  const recordedAt = machineTime();
  const returnId = await inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, input.attempt.paymentId);
    return beginReturn(ctx, tx, input);
  });
  if (returnId !== null) await sendReturn(ctx, { returnId, recordedAt });
}
