import { AppError } from "@/server/domain/errors";
import { closeAlerts } from "@/server/store/alerts";
import { findChargeback, moveChargeback } from "@/server/store/chargebacks/chargebacks";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";

export interface AnswerChargebackInput {
  readonly chargebackId: string;
  /** `contested`: the evidence was sent to the bank. `accepted`: it is not contested. `lost`: the bank decided so. */
  readonly outcome: "contested" | "accepted" | "lost";
  /** The e-mail address of who did it. */
  readonly by: string;
  /** The account that answers; absent for staff, who answer for each. */
  readonly partnerId?: string;
}

/**
 * Records how a chargeback is answered, or that the bank keeps the money (D-401). Money that comes back is never
 * recorded by hand: the bank's day-end file brings it. Throws not_found, and chargeback_moved where that is no move of
 * its state any more.
 */
export async function answerChargeback(
  ctx: Ctx,
  input: AnswerChargebackInput,
): Promise<{ readonly partnerId: string }> {
  const { chargebackId, outcome, by, partnerId } = input;
  const found = await findChargeback(ctx.db, { id: chargebackId, ...(partnerId !== undefined && { partnerId }) });
  if (!found) throw new AppError("not_found", `There is no chargeback ${chargebackId}`);
  await inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const facts = outcome === "lost" ? { endedAt: now } : { answeredAt: now, answeredBy: by };
    if (!(await moveChargeback(tx, chargebackId, outcome, facts, now))) {
      throw new AppError("chargeback_moved", `${chargebackId} is ${found.status}`);
    }
    await closeAlerts(tx, { kinds: ["chargeback_open"], subjects: [chargebackId] }, now);
  });
  return { partnerId: found.partnerId };
}
