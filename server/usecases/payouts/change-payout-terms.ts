import { AppError } from "@/server/domain/errors";
import { findPartner } from "@/server/store/accounts/partners";
import { inTx } from "@/server/store/db";
import { lockPayoutTerms, type PayoutTerms, setPayoutTerms } from "@/server/store/payouts/payout-terms";
import type { Ctx } from "../ctx";

export interface ChangePayoutTermsInput {
  readonly partnerId: string;
  readonly changes: {
    /** Kuruş; at least 1. */
    readonly minimumKurus?: bigint;
    /** Why the account's payouts are held; null releases them. */
    readonly holdReason?: string | null;
    readonly isAutomatic?: boolean;
  };
}

/**
 * Changes the terms of an account's payouts (D-392): the smallest sum, a hold, and whether the sandbox pays by itself.
 * What has been approved goes on. Returns the terms before and after. Throws not_found.
 */
export async function changePayoutTerms(
  ctx: Ctx,
  { partnerId, changes }: ChangePayoutTermsInput,
): Promise<{ readonly before: PayoutTerms; readonly after: PayoutTerms }> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found", `There is no account ${partnerId}`);
  const { minimumKurus, holdReason, isAutomatic } = changes;
  return inTx(ctx.db, async (tx) => {
    const before = await lockPayoutTerms(tx, partnerId);
    const heldSince = holdReason === null ? null : (before.heldSince ?? ctx.clock.now());
    await setPayoutTerms(tx, partnerId, {
      ...(minimumKurus !== undefined && { minimumAmount: minimumKurus }),
      ...(holdReason !== undefined && { holdReason, heldSince }),
      ...(isAutomatic !== undefined && { isAutomatic }),
    });
    return { before, after: await lockPayoutTerms(tx, partnerId) };
  });
}
