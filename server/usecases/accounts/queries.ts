import type { HoldReason } from "@/server/domain/accounts/hold-reasons";
import type { PartnerFilters } from "@/server/domain/accounts/partner-list";
import { AppError } from "@/server/domain/errors";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import { permittedCounts } from "@/server/domain/pricing/installments";
import { limitAt } from "@/server/domain/refunds/refund-approval";
import { type Counted, findAttention, listPausedCards, type PausedCards } from "@/server/store/accounts/attention";
import { type PartnerMeanings, searchPartners } from "@/server/store/accounts/partner-search";
import { findPartner } from "@/server/store/accounts/partners";
import { listPartnerTerminals, type ShownTerminalRow } from "@/server/store/accounts/terminals";
import { toApprovalLimit } from "@/server/store/refunds/refund-requests";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { getAcceptanceStatus } from "./get-acceptance-status";

/** The facts of an account that its merchant may see. Amounts in kuruş; a null limit means that there is no limit. */
export interface AccountOverview {
  readonly partnerId: string;
  readonly name: string;
  readonly status: ActingAccount["status"];
  /** The reason and the beginning of the hold of acceptance; null while acceptance is open. */
  readonly hold: { readonly reason: HoldReason; readonly since: Date | null } | null;
  readonly canCreatePayments: boolean;
  readonly canCreatePaymentLinks: boolean;
  readonly paymentLinksEnabled: boolean;
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  /** The number of cards that may be tried on one payment. */
  readonly cardAttemptLimit: number;
  /** The hosts to which a buyer may be sent back; an empty list permits every host. */
  readonly allowedHosts: readonly string[];
  /** The counts to which the account narrows every terminal's installment counts; empty where it narrows none. */
  readonly installmentCounts: readonly number[];
  /** A refund from the panel above this amount waits for a second person. */
  readonly refundApprovalAboveKurus: bigint | null;
  readonly createdAt: Date;
}

/** Returns the signed-in account's state, limits and entitlements (D-33, D-41), and nothing secret. */
export async function getAccountOverview(ctx: Ctx, { account }: { account: ActingAccount }): Promise<AccountOverview> {
  const row = await findPartner(ctx.db, account.partnerId);
  if (!row) throw new AppError("internal_error", `The account ${account.partnerId} is gone`);
  const { reasonCode, heldSince, canCreatePayments, canCreatePaymentLinks } = getAcceptanceStatus(ctx, {
    caller: account,
  });
  return {
    partnerId: account.partnerId,
    name: account.name,
    status: account.status,
    hold: reasonCode && { reason: reasonCode, since: heldSince },
    canCreatePayments,
    canCreatePaymentLinks,
    paymentLinksEnabled: account.paymentLinksEnabled,
    minAmountKurus: account.minAmountKurus,
    maxAmountKurus: account.maxAmountKurus,
    cardAttemptLimit: account.cardAttemptLimit,
    allowedHosts: account.allowedHosts,
    installmentCounts: [...account.installmentCounts].sort((a, b) => a - b),
    refundApprovalAboveKurus: limitAt(toApprovalLimit(row), ctx.clock.now()),
    createdAt: row.createdAt,
  };
}

type CountedKind =
  | "chargebacks_open"
  | "captures_unknown"
  | "refunds_pending"
  | "refund_requests"
  | "keys_ending"
  | "links_expiring";

/** Something that a user of the account should look at. */
export type AttentionItem =
  | { readonly kind: "account_suspended" | "account_closed" }
  | { readonly kind: "acceptance_held"; readonly reason: HoldReason; readonly at: Date | null }
  | ({
      readonly kind: CountedKind;
    } & Counted)
  | { readonly kind: "card_testing"; readonly pauses: readonly (PausedCards & { readonly isOver: boolean })[] }
  | ({ readonly kind: "undelivered"; readonly nextAttemptAt: Date | null } & Counted)
  | { readonly kind: "no_webhook_address" | "no_second_factor" };

export interface AttentionInput {
  readonly account: ActingAccount;
  readonly hasSecondFactor: boolean;
  /** Whether the user may see deliveries, API keys and chargebacks, and whether they may decide on refunds. */
  readonly sees: {
    readonly webhooks: boolean;
    readonly keys: boolean;
    readonly refundRequests: boolean;
    readonly chargebacks: boolean;
  };
}

/** Returns what needs attention, the most urgent first: what stops money, what is uncertain, what has to be set up. */
export async function getAttention(ctx: Ctx, input: AttentionInput): Promise<readonly AttentionItem[]> {
  const { account, hasSecondFactor, sees } = input;
  const now = ctx.clock.now();
  const [found, paused] = await Promise.all([
    findAttention(ctx.db, account.partnerId, now),
    listPausedCards(ctx.db, account.partnerId),
  ]);
  const pauses = paused.map((pause) => ({ ...pause, isOver: pause.until <= now }));
  const { reasonCode, heldSince } = getAcceptanceStatus(ctx, { caller: account });
  const counted = (kind: CountedKind, value: Counted | null): AttentionItem[] => (value ? [{ kind, ...value }] : []);
  return [
    ...(account.status === "active" ? [] : [{ kind: `account_${account.status}` } as const]),
    ...(reasonCode ? [{ kind: "acceptance_held", reason: reasonCode, at: heldSince } as const] : []),
    ...(pauses.length > 0 ? [{ kind: "card_testing", pauses } as const] : []),
    ...(sees.chargebacks ? counted("chargebacks_open", found.chargebacksOpen) : []),
    ...counted("captures_unknown", found.capturesUnknown),
    ...(sees.webhooks && found.undelivered ? [{ kind: "undelivered", ...found.undelivered } as const] : []),
    ...(sees.refundRequests ? counted("refund_requests", found.refundRequests) : []),
    ...counted("refunds_pending", found.refundsPending),
    ...(sees.keys ? counted("keys_ending", found.keysEnding) : []),
    ...counted("links_expiring", found.linksExpiring),
    ...(sees.webhooks && !found.hasWebhookAddress ? [{ kind: "no_webhook_address" } as const] : []),
    ...(hasSecondFactor ? [] : [{ kind: "no_second_factor" } as const]),
  ];
}

/** A terminal as its merchant may see it (D-41, §8.3). */
export type ShownTerminal = ReturnType<typeof toShownTerminal>;

/** Lists the account's terminals, the active ones first. */
export async function listTerminals(
  ctx: Ctx,
  { account }: { account: Pick<ActingAccount, "partnerId" | "installmentCounts"> },
): Promise<ShownTerminal[]> {
  const rows = await listPartnerTerminals(ctx.db, account.partnerId);
  return rows.map((row) => toShownTerminal(ctx, row, account.installmentCounts));
}

function toShownTerminal(ctx: Ctx, row: ShownTerminalRow, narrowing: readonly number[]) {
  const { id, bank, effectiveCounts, ...shown } = row;
  return {
    ...shown,
    terminalId: id,
    acquirerBank: ctx.banks.getBrand(bank).name,
    /** The terminal's own counts, ascending. */
    terminalCounts: permittedCounts({ effectiveCounts, narrowing: [] }),
    /** The counts that the account's narrowing leaves: a payment may be created with these (§7.3 reason 2). */
    effectiveCounts: permittedCounts({ effectiveCounts, narrowing }),
  };
}

const foundMax = 25;

export interface FindPartnersInput {
  readonly text: string;
  readonly filters: PartnerFilters;
  /** The `nextCursor` of the previous page; null or an invalid cursor starts at the first page. */
  readonly cursor: string | null;
  readonly countMax?: number;
}

/**
 * Lists a page of the accounts that a text finds, ordered by name: an identifier of anything that is theirs, the
 * beginning of an API key, a tax number, a user's e-mail address, a merchant's order code, the last four digits of a
 * card, or a part of the name or of the legal title. An empty text finds all accounts.
 */
export async function findPartners(ctx: Ctx, { text, filters, cursor, countMax = foundMax }: FindPartnersInput) {
  const wanted = text.trim();
  const meanings = wanted === "" ? null : toMeanings(wanted);
  const rows = await searchPartners(ctx.db, { meanings, filters, afterId: cursor, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  return { items, nextCursor: rows.length > countMax ? (items.at(-1)?.partnerId ?? null) : null };
}

/** Judges by its form what a text may mean. The beginning of an API key means nothing else. */
function toMeanings(wanted: string): PartnerMeanings {
  const keyPrefix = /^sk_(?:test|live)_[A-Za-z0-9]{8}/.exec(wanted)?.[0] ?? null;
  const nothing = { keyPrefix, id: null, email: null, name: null, taxNumber: null, orderCode: null, lastFour: null };
  if (keyPrefix !== null) return nothing;
  return {
    ...nothing,
    id: /^[a-z]{2,4}_\S+$/.test(wanted) ? wanted : null,
    email: wanted.length >= 3 ? normalizeEmail(wanted) : null,
    name: wanted,
    taxNumber: /^\d{10,11}$/.test(wanted) ? wanted : null,
    orderCode: wanted,
    lastFour: /^\d{4}$/.test(wanted) ? wanted : null,
  };
}

/** Checks that an account exists, for callers who may see every account, and returns its id. Throws not_found. */
export async function getExistingPartnerId(ctx: Ctx, { partnerId }: { partnerId: string }): Promise<PartnerId> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found", `There is no account ${partnerId}`);
  return asPartnerId(partnerId);
}
