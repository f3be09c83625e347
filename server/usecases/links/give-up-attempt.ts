import type { LinkScene } from "@/server/domain/links/link-page";
import { inTx } from "@/server/store/db";
import { lockOpenPayment } from "@/server/store/links/link-payments";
import { lockLink } from "@/server/store/links/links";
import { abandonAttempts } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";
import { expireIfDue } from "../expiry/expire-payment";
import { endPayment } from "../expiry/hold-payment";
import { findLinkAt, isInFlight, progressOf, sceneOfFound } from "./link-view";

/**
 * Gives up the attempt that is under way, two minutes after it was started and as long as no capture runs (D-10): its
 * payment fails, and a browser that comes back from the bank later captures nothing. Answers where the link stands then,
 * whether or not this call did it; null: no link has this token.
 */
export async function giveUpAttempt(ctx: Ctx, { token }: { token: string }): Promise<LinkScene | null> {
  const found = await findLinkAt(ctx, token);
  if (!found) return null;
  await inTx(ctx.db, async (tx) => {
    const link = await lockLink(tx, found.id);
    const now = ctx.clock.now();
    const payment = await lockOpenPayment(tx, found.id);
    if (!payment || !isInFlight(payment) || (await expireIfDue(ctx, tx, { payment, link }))) return;
    const { canGiveUpFrom } = progressOf(payment, link);
    if (canGiveUpFrom === null || canGiveUpFrom > now) return;
    await abandonAttempts(tx, payment.id, now);
    await endPayment(tx, { payment, link }, "failed", now, now, { failureCode: "abandoned" });
  });
  const left = await findLinkAt(ctx, token);
  return left && sceneOfFound(left);
}
