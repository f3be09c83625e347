import { AppError } from "@/server/domain/errors";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import { type LinkNotice, listLinkNotices } from "@/server/domain/links/link-notice";
import type { LinkItem } from "@/server/domain/links/link-page";
import { type LinkTexts, listSensitiveTexts, pickLinkTexts } from "@/server/domain/links/link-texts";
import { isRestrictionPermitted } from "@/server/domain/pricing/installments";
import { insertLink } from "@/server/store/links/new-links";
import { findTerms } from "@/server/store/pricing/terminal-terms";
import { requireActive, requireHarmlessTexts, requirePermittedHost } from "../account-guards";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { linkTokenPurpose } from "../link-url";
import { type LinkRecord, toLinkRecord } from "./shared/link-record";

export interface CreateLinkInput extends LinkTexts {
  readonly caller: ActingAccount;
  readonly amountKurus: bigint;
  readonly terminalId: string;
  /** The share of the commission that the buyer bears, bps. */
  readonly customerShareBps: number;
  readonly redirectUrl: string | null;
  /** The permitted installment counts; null for no restriction. */
  readonly allowedCounts: readonly number[] | null;
  readonly items: readonly LinkItem[] | null;
}

export interface CreatedLink {
  readonly link: LinkRecord;
  /** Why buyers may not be able to pay the link, by the settings at its creation (D-57). */
  readonly notices: readonly LinkNotice[];
}

/**
 * Creates a payment link, valid for seven days (§4.1, D-7 steps 5 to 12). A refused request uses up no reference (D-3).
 * An amount outside the account's limits is no refusal, because §4.1 has no code for it; it is a notice (D-57).
 * Throws partner_not_active, validation_error (redirectUrl), sensitive_data_not_allowed, partner_entitlement_required,
 * payment_acceptance_held, terminal_not_allowed, payment_link_items_amount_mismatch, installment_not_allowed.
 */
export async function createLink(ctx: Ctx, input: CreateLinkInput): Promise<CreatedLink> {
  const { caller, amountKurus, terminalId, items, allowedCounts } = input;
  requireActive(caller);
  requirePermittedHost("redirectUrl", input.redirectUrl, caller);
  requireHarmlessTexts(listFreeTexts(input));
  if (!caller.paymentLinksEnabled) throw new AppError("partner_entitlement_required");
  if (caller.acceptanceHeld) throw new AppError("payment_acceptance_held");
  const { partnerId, termsVersion } = caller;
  const terminal = await findTerms(ctx.db, { terminalId, partnerId, termsVersion, at: ctx.clock.now() });
  if (!terminal?.active) throw new AppError("terminal_not_allowed");
  if (items && sumItems(items) !== amountKurus) throw new AppError("payment_link_items_amount_mismatch");
  const counts = { effectiveCounts: terminal.effectiveCounts, narrowing: caller.installmentCounts };
  if (allowedCounts && !isRestrictionPermitted(allowedCounts, counts)) {
    throw new AppError("installment_not_allowed", "reason 4 (§7.3)");
  }
  const link = toLinkRecord(ctx, await insertNew(ctx, input));
  return { link, notices: listLinkNotices(amountKurus, caller, terminal) };
}

const listFreeTexts = (input: CreateLinkInput): (string | null)[] => [
  ...listSensitiveTexts(input),
  ...(input.items ?? []).flatMap(({ name, note }) => [name, note]),
];

const sumItems = (items: readonly LinkItem[]): bigint => items.reduce((sum, { amountKurus }) => sum + amountKurus, 0n);

function insertNew(ctx: Ctx, input: CreateLinkInput) {
  const now = ctx.clock.now();
  const id = newId(ctx.random, "paymentLink", now);
  const token = newSecretToken(ctx.random);
  return insertLink(ctx.db, {
    id,
    partnerId: input.caller.partnerId,
    terminalId: input.terminalId,
    amount: input.amountKurus,
    customerShareBps: input.customerShareBps,
    ...pickLinkTexts(input),
    redirectUrl: input.redirectUrl,
    allowedCounts: [...new Set(input.allowedCounts)].sort((a, b) => a - b),
    items: input.items?.map(({ amountKurus, ...item }) => ({ ...item, amount: Number(amountKurus) })) ?? null,
    tokenHash: Uint8Array.from(tokenHash(token)),
    tokenCipher: Uint8Array.from(ctx.vault.seal(linkTokenPurpose(id), token)),
    now,
  });
}
