import * as z from "zod";
import { istanbulDate } from "@/server/domain/business-day";
import { AppError } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";
import { payoutValueDay } from "@/server/domain/payouts/collection";
import { payoutsAtOnce } from "@/server/domain/payouts/payout-inputs";
import { inTx, type Tx } from "@/server/store/db";
import { movePayout, type PayoutRecord } from "@/server/store/payouts/payout-moves";
import type { Ctx } from "@/server/usecases/ctx";
import { freezeAccount } from "@/server/usecases/payouts/shared/freeze-account";
import { findObstacle } from "@/server/usecases/payouts/shared/obstacle";
import { getPayoutForMove } from "@/server/usecases/payouts/shared/payout-for-move";
import { defineChangeKind } from "../change-kind";

/** The proposed payouts. What they pay cannot change, so their identifiers say it. */
const payoutsPayload = z.object({ payoutIds: z.array(z.string()).min(1).max(payoutsAtOnce) });

/**
 * Approves prepared payouts, so that they may be sent to the bank (D-39). The subject is the first of them. Refuses
 * with not_found, payout_moved where one is not prepared any more, and with what stands against one: payouts_held,
 * payout_payment_held or payout_without_iban.
 */
export const payouts = defineChangeKind({
  permission: "payout.approve",
  payload: payoutsPayload,
  async check(ctx, { payload }) {
    await inTx(ctx.db, async (tx) => void (await getApprovable(tx, payload.payoutIds)));
  },
  async describe(ctx, { payload }) {
    const found = await inTx(ctx.db, (tx) => getApprovable(tx, payload.payoutIds));
    const total = found.reduce((sum, { amount }) => sum + amount, 0n);
    return [
      { field: "payouts", before: null, after: String(found.length) },
      { field: "payoutTotal", before: null, after: `${decimalText(total)} TL` },
    ];
  },
  async apply(ctx, tx, { id, payload }) {
    for (const payout of await getApprovable(tx, payload.payoutIds)) await approve(ctx, tx, payout, id);
  },
});

/** Returns the payouts, locked in the order of their identifiers, so that two approvals do not block each other. */
async function getApprovable(tx: Tx, payoutIds: readonly string[]): Promise<PayoutRecord[]> {
  const found: PayoutRecord[] = [];
  for (const payoutId of [...new Set(payoutIds)].sort()) {
    const payout = await getPayoutForMove(tx, payoutId);
    if (payout.status !== "prepared") throw new AppError("payout_moved", `${payoutId} is ${payout.status}`);
    const obstacle = await findObstacle(tx, payout);
    if (obstacle) throw new AppError(obstacle, `${payoutId} of ${payout.partnerId}: ${obstacle}`);
    found.push(payout);
  }
  return found;
}

async function approve(ctx: Ctx, tx: Tx, payout: PayoutRecord, changeId: string): Promise<void> {
  const account = await freezeAccount(ctx, tx, payout);
  const now = ctx.clock.now();
  const valueDate = new Date(istanbulDate(payoutValueDay(now)));
  const isLate = valueDate > payout.valueDate;
  const facts = { ...account, changeId, autoAt: null, ...(isLate && { valueDate }) };
  if (!(await movePayout(tx, payout, "approved", facts, now))) {
    throw new AppError("payout_moved", `${payout.id} has moved`);
  }
}
