import { tokenHash } from "@/server/domain/ids";
import type { CardOffer, LinkState, LinkSummary } from "@/server/domain/links/link-page";
import type { LinkStatus } from "@/server/domain/states";
import type { BuyerLanguage } from "@/server/domain/web/negotiation";
import { findAttemptByToken } from "@/server/store/payments/attempts";
import { findCardFacts } from "@/server/store/pricing/bins";
import type { Ctx } from "../ctx";
import { buildMerchantUrl, linkToken } from "../link-url";
import { getTermsForLink, toCardOffer } from "./shared/card-offer";
import { findCurrentLink, findLinkState, toLinkSummary } from "./shared/link-state";
import { findProbeLinkState, toProbeOffer } from "./shared/probe-link";

export type FoundOffer =
  | { readonly kind: "offer"; readonly state: LinkState; readonly offer: CardOffer }
  /** The link cannot be paid in its current state. */
  | { readonly kind: "state"; readonly state: LinkState };

/**
 * Returns the options of the card with these first eight digits on a link (§4.9, D-11); null if no link has this token.
 */
export async function findLinkOffer(
  ctx: Ctx,
  { token, bin8 }: { token: string; bin8: string },
): Promise<FoundOffer | null> {
  const link = await findCurrentLink(ctx, token);
  if (!link) return findProbeOffer(ctx, token, bin8);
  const state = await findLinkState(ctx, link);
  if (state.kind !== "open" && state.kind !== "failed") return { kind: "state", state };
  const facts = await findCardFacts(ctx.db, bin8);
  return { kind: "offer", state, offer: toCardOffer(link, await getTermsForLink(ctx, link), facts, bin8) };
}

function findProbeOffer(ctx: Ctx, token: string, bin8: string): FoundOffer | null {
  const state = findProbeLinkState(ctx, token);
  return (
    state && (state.kind === "open" ? { kind: "offer", state, offer: toProbeOffer(bin8) } : { kind: "state", state })
  );
}

export type FoundLinkResult =
  /** The outcome of the running attempt is not known yet. */
  | { readonly kind: "waiting"; readonly state: Extract<LinkState, { kind: "in_progress" }> }
  /** The buyer goes to the merchant's own page for the outcome (§4.1.2 rule 3). */
  | { readonly kind: "redirect"; readonly url: string }
  /** The link's own page shows the outcome. */
  | { readonly kind: "here" };

/** Returns where a buyer goes after the bank, by the link's outcome; null if no link has this token. */
export async function findLinkResult(ctx: Ctx, { token }: { token: string }): Promise<FoundLinkResult | null> {
  const link = await findCurrentLink(ctx, token);
  if (!link) return null;
  const state = await findLinkState(ctx, link);
  if (state.kind === "in_progress") return { kind: "waiting", state };
  const ending = endings[link.status];
  const url = ending ? buildMerchantUrl(link, ending) : null;
  return url === null ? { kind: "here" } : { kind: "redirect", url };
}

const endings: Partial<Record<LinkStatus, "success" | "failure">> = {
  completed: "success",
  failed: "failure",
};

export interface BuyerReturn {
  /** The language in which the attempt was started. */
  readonly language: BuyerLanguage;
  /** The link that is being paid, and the token of its address; null if the attempt pays none. */
  readonly link: { readonly token: string; readonly summary: LinkSummary } | null;
}

/**
 * Returns what a page needs that cannot redirect a buyer who returns from the bank: the buyer's language, and the link
 * to which the page leads back. Null if there is no such attempt.
 * @param token the attempt's token from the callback's address
 */
export async function findBuyerReturn(ctx: Ctx, { token }: { token: string }): Promise<BuyerReturn | null> {
  const attempt = await findAttemptByToken(ctx.db, tokenHash(token));
  if (!attempt) return null;
  const { language, payment } = attempt;
  if (!payment.link) return { language, link: null };
  const opened = linkToken(ctx, payment.link);
  const link = await findCurrentLink(ctx, opened);
  return { language, link: link && { token: opened, summary: toLinkSummary(link, link.partner) } };
}
