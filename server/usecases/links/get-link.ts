import { AppError } from "@/server/domain/errors";
import { findOpenPayment } from "@/server/store/links/link-payments";
import { findLink } from "@/server/store/links/links";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { applyLinkExpiry } from "../expiry/apply-link-expiry";
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
  const payment = found?.status === "initiated" ? await findOpenPayment(ctx.db, linkId) : null;
  const link = found && (await applyLinkExpiry(ctx, found, payment)) ? await find() : found;
  if (!link) throw new AppError("payment_link_not_found");
  return toLinkRecord(ctx, link);
}
