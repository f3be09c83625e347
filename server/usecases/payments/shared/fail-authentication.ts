import type { Authentication } from "@/server/banks/bank";
import { readThreeDSecureRefusal } from "@/server/domain/banks/decline";
import { inTx } from "@/server/store/db";
import { type AttemptWithPayment, getAttemptStatus, moveAttempt } from "@/server/store/payments/attempts";
import { noteRefusal } from "@/server/usecases/card-testing/shared/note-refusal";
import type { Ctx } from "@/server/usecases/ctx";
import { endPayment, expireIfDue, lockPaymentWithLink } from "@/server/usecases/expiry/shared/end-payment";

/**
 * Ends an attempt whose 3-D Secure failed, and its payment (D-17), with the reason that the return gives (D-396). It
 * changes nothing where the payment or the attempt has moved on.
 * @param receivedAt when the return arrived (UTC); a payment that was due by then expires instead
 */
export const failAuthentication = (
  ctx: Ctx,
  attempt: AttemptWithPayment,
  failed: Extract<Authentication, { verdict: "not_authenticated" }>,
  receivedAt: Date,
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    const locked = await lockPaymentWithLink(tx, attempt.payment);
    if (await expireIfDue(ctx, tx, locked, receivedAt)) return;
    const now = ctx.clock.now();
    const status = await getAttemptStatus(tx, attempt.id);
    if (locked.payment.status !== "initiated" || status !== "started") return;
    await moveAttempt(tx, attempt.id, "not_authenticated", now, readThreeDSecureRefusal(failed));
    await endPayment(tx, locked, "failed", now, now, { failureCode: "three_ds_failed" });
    await noteRefusal(ctx, tx, attempt.id);
  });
