import * as z from "zod";
import { istanbulDate } from "@/server/domain/business-day";
import { AppError } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";
import { payoutValueDay } from "@/server/domain/payouts/collection";
import { payoutsAtOnce } from "@/server/domain/payouts/payout-inputs";
import { inTx, type Tx } from "@/server/store/db";
import { movePayout, type PayoutRecord } from "@/server/store/payouts/payout-moves";
import { listProposedPayouts, listWaitingPayouts, lockPayouts } from "@/server/store/payouts/payout-proposals";
import type { Ctx } from "@/server/usecases/ctx";
import { freezeAccount } from "@/server/usecases/payouts/shared/freeze-account";
import { findObstacle } from "@/server/usecases/payouts/shared/obstacle";
import { defineChangeKind } from "../change-kind";

/** The proposed payouts. What they pay cannot change, so their identifiers say it. */
const payoutsPayload = z.object({ payoutIds: z.array(z.string()).min(1).max(payoutsAtOnce) });

/**
 * Approves prepared payouts, so that they may be sent to the bank (D-39). The subject is the first of them. Refuses
 * with not_found, payout_moved where one is not prepared any more, with what stands against one: payouts_held,
 * payout_payment_held or payout_without_iban, and at the proposal with change_waiting where one waits in another
 * proposal (D-392).
 */
export const payouts = defineChangeKind({
  permission: "payout.approve",
  payload: payoutsPayload,
  async check(ctx, { payload }) {
    await inTx(ctx.db, async (tx) => void (await getApprovable(tx, payload.payoutIds)));
  },
  async describe(ctx, { payload }) {
    // A proposal must stay readable, so that people can end it, also when one of its payouts has been withdrawn.
    const found = await listProposedPayouts(ctx.db, payload.payoutIds);
    const total = found.reduce((sum, { amount }) => sum + amount, 0n);
    const movedCount = found.filter(({ status }) => status !== "prepared").length;
    return [
      { field: "payouts", before: null, after: String(found.length) },
      { field: "payoutTotal", before: null, after: `${decimalText(total)} TL` },
      ...(movedCount > 0 ? [{ field: "payoutsMoved", before: null, after: String(movedCount) }] : []),
    ];
  },
  async refuseOverlap(tx, { payload: { payoutIds } }) {
    await lockPrepared(tx, payoutIds);
    const [waiting] = await listWaitingPayouts(tx, payoutIds);
    if (!waiting) return;
    const { payoutId, changeId } = waiting;
    throw new AppError("change_waiting", `${payoutId} waits in ${changeId}`, { waitingChangeId: changeId });
  },
  async apply(ctx, tx, { id, payload }) {
    for (const payout of await getApprovable(tx, payload.payoutIds)) await approve(ctx, tx, payout, id);
  },
});

/**
 * Returns the payouts and locks them and their accounts' terms. All payouts are locked before the first account, and
 * the accounts in one order: otherwise two transactions could hold a payout and an account that the other one waits
 * for.
 */
async function getApprovable(tx: Tx, payoutIds: readonly string[]): Promise<PayoutRecord[]> {
  const found = await lockPrepared(tx, payoutIds);
  for (const payout of found.toSorted(byAccount)) {
    const obstacle = await findObstacle(tx, payout);
    if (obstacle) throw new AppError(obstacle, `${payout.id} of ${payout.partnerId}: ${obstacle}`);
  }
  return found;
}

const byAccount = (one: PayoutRecord, other: PayoutRecord): number =>
  Number(one.partnerId > other.partnerId) - Number(one.partnerId < other.partnerId);

/** Locks payouts and returns them in the order of their identifiers. Throws not_found and payout_moved. */
async function lockPrepared(tx: Tx, payoutIds: readonly string[]): Promise<PayoutRecord[]> {
  const found = await lockPayouts(tx, payoutIds);
  const known = new Set(found.map(({ id }) => id));
  const unknown = payoutIds.find((payoutId) => !known.has(payoutId));
  if (unknown !== undefined) throw new AppError("not_found", `There is no payout ${unknown}`);
  const moved = found.find(({ status }) => status !== "prepared");
  if (moved) throw new AppError("payout_moved", `${moved.id} is ${moved.status}`);
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
