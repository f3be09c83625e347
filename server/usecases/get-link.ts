import { AppError } from "@/server/domain/errors";
import { findOpenPayment } from "@/server/store/link-payments";
import { findLink, isLinkDue, type LinkRow } from "@/server/store/links";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "./ctx";
import { expireLink } from "./expire-link";
import { expirePayment } from "./expire-payment";
import { type LinkRecord, toLinkRecord } from "./link-record";

export interface GetLinkInput {
  readonly partnerId: PartnerId;
  readonly linkId: string;
}

/**
 * A link of the account (§4.3). Whatever is due is applied first (D-2): its own expiry, or that of the attempt which it
 * is in. Throws payment_link_not_found, for another account's link as well.
 */
export async function getLink(ctx: Ctx, { partnerId, linkId }: GetLinkInput): Promise<LinkRecord> {
  const find = () => findLink(ctx.db, partnerId, linkId);
  const found = await find();
  const link = found && (await settleDue(ctx, found)) ? await find() : found;
  if (!link) throw new AppError("payment_link_not_found");
  return toLinkRecord(ctx, link);
}

/** True when something was due: the link is to be read again, whoever of several that came together has moved it. */
async function settleDue(ctx: Ctx, link: LinkRow): Promise<boolean> {
  const now = ctx.clock.now();
  if (isLinkDue(link, now)) {
    await expireLink(ctx, { linkId: link.id });
    return true;
  }
  const payment = link.status === "initiated" ? await findOpenPayment(ctx.db, link.id) : null;
  if (!payment || payment.expiresAt > now) return false;
  await expirePayment(ctx, { paymentCode: payment.id });
  return true;
}
