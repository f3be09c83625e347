import type { LinkState } from "@/server/domain/links/link-page";
import { inTx } from "@/server/store/db";
import { lockOpenPayment } from "@/server/store/links/link-payments";
import { lockLink } from "@/server/store/links/links";
import { abandonAttempts } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";
import { endPayment, expireIfDue } from "../expiry/shared/end-payment";
import { findCurrentLink, findLinkState, isInFlight, toLinkProgress } from "./shared/link-state";

/**
 * Gives up the running attempt of a link, at least two minutes after its start and only if no capture runs (D-10): its
 * payment fails, and a browser that returns from the bank later captures nothing. Returns the link's state afterwards,
 * whether or not this call changed it; null if no link has this token.
 */
export async function giveUpAttempt(ctx: Ctx, { token }: { token: string }): Promise<LinkState | null> {
  const found = await findCurrentLink(ctx, token);
  if (!found) return null;
  await inTx(ctx.db, async (tx) => {
    const link = await lockLink(tx, found.id);
    const now = ctx.clock.now();
    const payment = await lockOpenPayment(tx, found.id);
    if (!payment || !isInFlight(payment) || (await expireIfDue(ctx, tx, { payment, link }))) return;
    const { canGiveUpFrom } = toLinkProgress(payment, link);
    if (canGiveUpFrom === null || canGiveUpFrom > now) return;
    await abandonAttempts(tx, payment.id, now);
    await endPayment(tx, { payment, link }, "failed", now, now, { failureCode: "abandoned" });
  });
  const left = await findCurrentLink(ctx, token);
  return left && findLinkState(ctx, left);
}
