import { inTx } from "@/server/store/db";
import { getLinkIdOfPayment } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { expireIfDue, lockPaymentWithLink } from "./shared/end-payment";

/**
 * Expires a payment whose time has ended, dated at the instant at which it was due (D-2, D-48). Returns false, and does
 * nothing, where the payment is not due or not initiated, or where its capture may have happened: the bank's answer
 * then ends it (D-46).
 */
export const expirePayment = (ctx: Ctx, { paymentCode: id }: { paymentCode: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const linkId = await getLinkIdOfPayment(tx, id);
    return expireIfDue(ctx, tx, await lockPaymentWithLink(tx, { id, linkId }));
  });
