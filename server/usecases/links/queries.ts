import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { LinkFilters, LinkSort } from "@/server/domain/links/link-list";
import { type LinkNotice, listLinkNotices } from "@/server/domain/links/link-notice";
import { hasMorePages } from "@/server/domain/links/link-paging";
import { buildLinkPreview, type LinkDraft, type PreviewCard } from "@/server/domain/links/link-preview";
import { cursorCodec, integerPart } from "@/server/domain/list-cursor";
import { listOverdueLinkPayments } from "@/server/store/expiry/link-expiry";
import { type LinkPosition, type LinkSelection, listLinkRows } from "@/server/store/links/link-list";
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

export interface ListLinksInput extends Omit<LinkSelection, "offset" | "countMax" | "sort" | "after"> {
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
  const { page, size, ...filters } = input;
  const place = { sort: "-created", after: null, offset: page * size, countMax: size } as const;
  const items = await findLinks(ctx, { ...filters, ...place });
  return { items, page, size, hasMore: hasMorePages(page, size, items.length) };
}

export interface ListPanelLinksInput {
  readonly partnerId: PartnerId;
  readonly filters: LinkFilters;
  readonly sort: LinkSort;
  /**
   * The `nextCursor` of the previous page; null for the first page. An invalid cursor, or one of another order, starts
   * at the first link.
   */
  readonly cursor: string | null;
  readonly countMax: number;
}

export interface ListedPanelLinks {
  readonly items: LinkRecord[];
  /** The cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

const cursors = cursorCodec<LinkPosition>({ amount: integerPart, partnerReference: integerPart });

/**
 * Returns a page of an account's links for the panel, after it has applied due expiries (D-2). Unlike `listLinks`, it
 * continues after a position: links that are created in the meantime do not move the pages.
 */
export async function listPanelLinks(ctx: Ctx, input: ListPanelLinksInput): Promise<ListedPanelLinks> {
  const { partnerId, filters, sort, cursor, countMax } = input;
  const { status, amount, created } = filters;
  const found = await findLinks(ctx, {
    partnerId,
    statuses: status ?? [],
    minAmountKurus: amount?.fromKurus ?? null,
    maxAmountKurus: amount?.toKurus ?? null,
    createdFrom: created?.from ?? null,
    createdTo: created?.to ? plusMs(created.to, -1) : null,
    sort,
    after: cursor === null ? null : cursors.read(sort, cursor),
    offset: 0,
    countMax: countMax + 1,
  });
  const items = found.slice(0, countMax);
  const last = found.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? cursors.write(sort, last) : null };
}

async function findLinks(ctx: Ctx, selection: LinkSelection): Promise<LinkRecord[]> {
  const find = () => listLinkRows(ctx.db, selection, ctx.clock.now());
  let found = await find();
  if (found.isAnythingDue) {
    await applyExpiry(ctx, selection.partnerId);
    found = await find();
  }
  return found.rows.map((row) => toLinkRecord(ctx, row));
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
  /** The account's own limits of one payment (D-57), kuruş; null means no such limit. */
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  /** Whether the account is warned of passing the commission on (D-395). */
  readonly surchargeWarning: boolean;
}

/**
 * Returns whether the account can currently create links, the hosts to which it may redirect buyers (§4.1), and the
 * amounts that buyers can pay (D-57).
 */
export function getLinkTerms(_ctx: unknown, { account }: { account: ActingAccount }): LinkTerms {
  return {
    obstacle: account.status === "closed" ? "closed" : findAccountObstacle(account),
    holdReason: account.holdReason,
    heldSince: account.heldSince,
    allowedHosts: account.allowedHosts,
    minAmountKurus: account.minAmountKurus,
    maxAmountKurus: account.maxAmountKurus,
    surchargeWarning: account.surchargeWarning,
  };
}

export interface PreviewLinkInput extends LinkDraft {
  readonly account: ActingAccount;
  readonly terminalId: string;
}

export interface LinkPreview {
  readonly commissionBasis: "gross" | "net";
  readonly cards: readonly PreviewCard[];
  /** The notices that the creation of this link would have (D-57). */
  readonly notices: readonly LinkNotice[];
}

/**
 * Previews a link before it is created (D-29, D-30): the options that buyers would get, by the kind of their card, and
 * the merchant's net of each option. Throws terminal_not_allowed.
 */
export async function previewLink(ctx: Ctx, { account, terminalId, ...draft }: PreviewLinkInput): Promise<LinkPreview> {
  const terms = await getActiveTerms(ctx, account, terminalId);
  return {
    commissionBasis: terms.commissionBasis,
    cards: buildLinkPreview(terms, draft, account),
    notices: listLinkNotices(draft.amountKurus, account, terms),
  };
}
