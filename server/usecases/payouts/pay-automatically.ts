import { exampleIban } from "@/server/domain/iban";
import { inTx } from "@/server/store/db";
import { movePayout } from "@/server/store/payouts/payout-moves";
import { lockPayoutTerms } from "@/server/store/payouts/payout-terms";
import { findPayoutForMove } from "@/server/store/payouts/payouts";
import type { Ctx } from "../ctx";
import { freezeAccount } from "./shared/freeze-account";
import { findObstacle } from "./shared/obstacle";

/**
 * Approves, sends and pays a payout of the sandbox on its value date, as people and a bank would do it. Where something
 * stands against its approval, or the account's payouts are left to the back-office, it waits for people from then on.
 * Returns whether it was paid.
 */
export async function payAutomatically(ctx: Ctx, { payoutId }: { readonly payoutId: string }): Promise<boolean> {
  if (ctx.sandboxTime === null) throw new Error("Payouts are paid automatically in the sandbox only");
  return inTx(ctx.db, async (tx) => {
    const payout = await findPayoutForMove(tx, payoutId);
    if (payout?.status !== "prepared") return false;
    const { isAutomatic } = await lockPayoutTerms(tx, payout.partnerId);
    const obstacle = await findObstacle(tx, payout);
    if (!isAutomatic || (obstacle !== null && obstacle !== "payout_without_iban")) {
      await tx.payout.update({ where: { id: payoutId }, data: { autoAt: null } });
      return false;
    }
    const now = ctx.clock.now();
    const account = await freezeAccount(ctx, tx, payout, exampleIban);
    if (!(await movePayout(tx, payout, "approved", { ...account, changeId: null }, now))) return false;
    await movePayout(tx, payout, "sent", {}, now);
    const bankReference = `SANDBOX-${payout.id.slice(-10)}`;
    return movePayout(tx, payout, "paid_out", { bankReference, autoAt: null }, now);
  });
}
