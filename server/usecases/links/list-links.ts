import { hasMorePages } from "@/server/domain/links/link-paging";
import { listOverdueLinkPayments } from "@/server/store/expiry/link-expiry";
import { type LinkSelection, listLinkRows } from "@/server/store/links/link-list";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { expireLinks } from "../expiry/expire-links";
import { expirePayment } from "../expiry/expire-payment";
import { type LinkRecord, toLinkRecord } from "./link-record";

export interface ListLinksInput extends Omit<LinkSelection, "offset" | "countMax"> {
  /** From 0. */
  readonly page: number;
  /** From 1 to 200. */
  readonly size: number;
}

export interface ListedLinks {
  readonly items: LinkRecord[];
  readonly page: number;
  readonly size: number;
  /** The page is full, and the next one begins within the first 100,000. */
  readonly hasMore: boolean;
}

/** A page of an account's links, the newest first (§4.2, D-14), each in the state that it is in at this instant (D-2). */
export async function listLinks(ctx: Ctx, input: ListLinksInput): Promise<ListedLinks> {
  const { page, size, ...selection } = input;
  const find = () =>
    listLinkRows(ctx.db, { ...selection, offset: page * size, countMax: size }, ctx.clock.now());
  let found = await find();
  if (found.isAnythingDue) {
    await applyExpiry(ctx, input.partnerId);
    found = await find();
  }
  const items = found.rows.map((row) => toLinkRecord(ctx, row));
  return { items, page, size, hasMore: hasMorePages(page, size, items.length) };
}

async function applyExpiry(ctx: Ctx, partnerId: PartnerId): Promise<void> {
  while ((await expireLinks(ctx, { partnerId, waits: true })) > 0);
  for (const paymentCode of await listOverdueLinkPayments(ctx.db, partnerId, ctx.clock.now())) {
    await expirePayment(ctx, { paymentCode });
  }
}
