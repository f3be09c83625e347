import { AppError } from "@/server/domain/errors";
import { hasMorePages } from "@/server/domain/links/link-paging";
import { buildLinkPreview, type LinkDraft, type PreviewCard } from "@/server/domain/links/link-preview";
import { listOverdueLinkPayments } from "@/server/store/expiry/link-expiry";
import { type LinkSelection, listLinkRows } from "@/server/store/links/link-list";
import { findOpenPayment } from "@/server/store/links/link-payments";
import { findLink } from "@/server/store/links/links";
import type { PartnerId } from "@/server/store/tenant";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { expireLinks } from "../expiry/expire-links";
import { expirePayment } from "../expiry/expire-payment";
import { applyLinkExpiry } from "../expiry/shared/apply-link-expiry";
import { getActiveTerms } from "../pricing/shared/installment-terms";
import { type LinkRecord, toLinkRecord } from "./shared/link-record";
import { findAccountObstacle } from "./shared/link-state";

export interface GetLinkInput {
  readonly partnerId: PartnerId;
  readonly linkId: string;
}

/**
 * Returns a link of the account (§4.3), after it has applied a due expiry of the link or of its running attempt (D-2).
 * Throws payment_link_not_found, also for another account's link.
 */
export async function getLink(ctx: Ctx, { partnerId, linkId }: GetLinkInput): Promise<LinkRecord> {
  const find = () => findLink(ctx.db, partnerId, linkId);
  const found = await find();
  const payment = found?.status === "initiated" ? await findOpenPayment(ctx.db, linkId) : null;
  const link = found && (await applyLinkExpiry(ctx, found, payment)) ? await find() : found;
  if (!link) throw new AppError("payment_link_not_found");
  return toLinkRecord(ctx, link);
}

export interface ListLinksInput extends Omit<LinkSelection, "offset" | "countMax"> {
  /** The page number (0-based). */
  readonly page: number;
  /** The page size, from 1 to 200. */
  readonly size: number;
}

export interface ListedLinks {
  readonly items: LinkRecord[];
  readonly page: number;
  readonly size: number;
  /** Whether the page is full and the next one begins within the first 100,000 links. */
  readonly hasMore: boolean;
}

/** Returns a page of an account's links, newest first (§4.2, D-14), after it has applied due expiries (D-2). */
export async function listLinks(ctx: Ctx, input: ListLinksInput): Promise<ListedLinks> {
  const { page, size, ...selection } = input;
  const find = () => listLinkRows(ctx.db, { ...selection, offset: page * size, countMax: size }, ctx.clock.now());
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

/** The reason that prevents new links (D-7), in the order of the refusals. */
type LinkObstacle = "closed" | "suspended" | "feature_off" | "on_hold";

export interface LinkTerms {
  /** The first reason that prevents new links; null if links can be created. */
  readonly obstacle: LinkObstacle | null;
  readonly holdReason: string | null;
  readonly heldSince: Date | null;
  /** The permitted hosts of a redirect address; empty if any host is permitted. */
  readonly allowedHosts: readonly string[];
}

/** Returns whether the account can currently create links, and the hosts to which it may redirect buyers (§4.1). */
export function getLinkTerms(_ctx: unknown, { account }: { account: ActingAccount }): LinkTerms {
  return {
    obstacle: account.status === "closed" ? "closed" : findAccountObstacle(account),
    holdReason: account.holdReason,
    heldSince: account.heldSince,
    allowedHosts: account.allowedHosts,
  };
}

export interface PreviewLinkInput extends LinkDraft {
  readonly account: ActingAccount;
  readonly terminalId: string;
}

export interface LinkPreview {
  readonly commissionBasis: "gross" | "net";
  readonly cards: readonly PreviewCard[];
}

/**
 * Previews a link before it is created (D-29, D-30): the options that buyers would get, by the kind of their card, and
 * the merchant's net of each option. Throws terminal_not_allowed.
 */
export async function previewLink(ctx: Ctx, { account, terminalId, ...draft }: PreviewLinkInput): Promise<LinkPreview> {
  const terms = await getActiveTerms(ctx, account, terminalId);
  return { commissionBasis: terms.commissionBasis, cards: buildLinkPreview(terms, draft) };
}
