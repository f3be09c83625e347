import { inTx } from "@/server/store/db";
import { lockOpenPayment } from "@/server/store/links/link-payments";
import { isLinkDue, lockLink } from "@/server/store/links/links";
import type { Ctx } from "../ctx";
import { closeLink } from "./shared/end-payment";

/**
 * Expires a link whose time has ended, dated at the instant at which it was due (D-2, D-48). Its open payment fails
 * with it. Returns false, and does nothing, where the link is not due, or where a capture runs: its outcome then
 * decides (D-10).
 */
export const expireLink = (ctx: Ctx, { linkId }: { linkId: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const link = await lockLink(tx, linkId);
    const now = ctx.clock.now();
    if (!isLinkDue(link, now)) return false;
    const payment = await lockOpenPayment(tx, linkId);
    if (payment?.captureStartedAt) return false;
    await closeLink(tx, link, payment, now, "expired");
    return true;
  });
