import { cursorCodec, idPart } from "@/server/domain/list-cursor";
import type { AllPaymentFilters } from "@/server/domain/payments/all-payment-list";
import type { AllPaymentSearch } from "@/server/domain/payments/all-payment-search";
import { listPartnerNames } from "@/server/store/accounts/partners";
import { findTerminal } from "@/server/store/accounts/terminals";
import { findAllPayments } from "@/server/store/payments/all-payments";
import { listPaymentRowsById } from "@/server/store/payments/payment-list";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { listPayments } from "./queries";
import { type ListedPayment, toListedPayment } from "./shared/listed-payment";

export interface ListAllPaymentsInput {
  readonly filters: AllPaymentFilters;
  /** Null without a search text. */
  readonly search: AllPaymentSearch | null;
  /** The `nextCursor` of the previous page; null, or one that the list did not write, starts at the newest payment. */
  readonly cursor: string | null;
  readonly countMax: number;
}

/** A payment with its account. */
type StaffListedPayment = ListedPayment & { readonly partnerName: string };

export interface ListedAllPayments {
  readonly items: readonly StaffListedPayment[];
  /** The cursor of the next page; null on the last page. A page may have few rows or none and still be followed. */
  readonly nextCursor: string | null;
  /** Whether more order codes begin with the search text than were looked at. */
  readonly isCut: boolean;
}

/**
 * Returns a page of the payments of all accounts, the newest first. Without a search, the payments of one account or
 * terminal are read as its merchant's list reads them. A state of the list may be up to a minute old, because expiry is
 * applied by the sweep.
 */
export async function listAllPayments(ctx: Ctx, input: ListAllPaymentsInput): Promise<ListedAllPayments> {
  const filters = await resolveFilters(ctx, input);
  if (filters === "nothing") return { items: [], nextCursor: null, isCut: false };
  const { search, cursor, countMax } = input;
  const { partnerId, ...others } = filters;
  const isByText = search !== null && !search.partnerId && !search.terminalId;
  if (!isByText && partnerId !== null) {
    const page = await listPayments(ctx, {
      partnerId: asPartnerId(partnerId),
      filters: { ...others, refunded: null, linkId: null, source: null },
      search: null,
      sort: "-created",
      cursor,
      countMax,
    });
    return { ...page, items: await addNames(ctx, page.items), isCut: false };
  }
  return listBeyondAccounts(ctx, { ...input, filters, search: isByText ? search : null });
}

/** An account's or a terminal's id in the search box is a filter. A terminal belongs to one account. */
async function resolveFilters(
  ctx: Ctx,
  { filters, search }: ListAllPaymentsInput,
): Promise<AllPaymentFilters | "nothing"> {
  const terminalId = search?.terminalId ?? filters.terminalId;
  const partnerId = search?.partnerId ?? filters.partnerId;
  if (terminalId === null) return { ...filters, partnerId };
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal || (partnerId !== null && partnerId !== terminal.partnerId)) return "nothing";
  return { ...filters, partnerId: terminal.partnerId, terminalId };
}

const cursors = cursorCodec<{ id: string }>({ id: idPart("pay_") });
const sort = "all";

async function listBeyondAccounts(ctx: Ctx, input: ListAllPaymentsInput): Promise<ListedAllPayments> {
  const { cursor, countMax, ...selection } = input;
  const afterId = cursor === null ? null : (cursors.read(sort, cursor)?.id ?? null);
  const { ids, lookedTo, isCut } = await findAllPayments(ctx.db, { ...selection, afterId, countMax: countMax + 1 });
  const shown = ids.slice(0, countMax);
  const nextId = ids.length > countMax ? shown.at(-1) : lookedTo;
  const rows = await listPaymentRowsById(ctx.db, shown);
  return {
    items: await addNames(ctx, rows.map(toListedPayment)),
    nextCursor: nextId ? cursors.write(sort, { id: nextId }) : null,
    isCut,
  };
}

async function addNames(ctx: Ctx, items: readonly ListedPayment[]): Promise<StaffListedPayment[]> {
  const names = await listPartnerNames(
    ctx.db,
    items.map(({ partnerId }) => partnerId),
  );
  const byId = new Map(names.map(({ id, name }) => [id, name]));
  return items.map((item) => ({ ...item, partnerName: byId.get(item.partnerId) ?? item.partnerId }));
}
