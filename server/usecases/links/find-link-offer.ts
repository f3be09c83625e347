import { AppError } from "@/server/domain/errors";
import { linkOptionOf } from "@/server/domain/links/link-option";
import type { CardOffer, LinkScene } from "@/server/domain/links/link-page";
import { type CardFacts, installmentOptions, permittedCounts } from "@/server/domain/pricing/installments";
import type { LinkRow, LinkWithPayment } from "@/server/store/links/links";
import { findCardFacts } from "@/server/store/pricing/bins";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { findTermsNow, type LookupTerms } from "../pricing/installment-terms";
import { findLinkAt, sceneOfFound } from "./link-view";

export type FoundOffer =
  | { readonly kind: "offer"; readonly scene: LinkScene; readonly offer: CardOffer }
  /** It cannot be paid as it stands. */
  | { readonly kind: "scene"; readonly scene: LinkScene };

/** What the card with these first eight digits can be charged on a link (§4.9, D-11); null: no link has this token. */
export async function findLinkOffer(
  ctx: Ctx,
  { token, bin8 }: { token: string; bin8: string },
): Promise<FoundOffer | null> {
  const link = await findLinkAt(ctx, token);
  if (!link) return null;
  const scene = sceneOfFound(link);
  if (scene.kind !== "open" && scene.kind !== "failed") return { kind: "scene", scene };
  const facts = await findCardFacts(ctx.db, bin8);
  return { kind: "offer", scene, offer: offerOf(link, await linkTerms(ctx, link), facts, bin8) };
}

/** What a link's terminal takes now, narrowed by its account. */
export async function linkTerms(
  ctx: Ctx,
  { terminalId, partnerId, partner }: LinkWithPayment,
): Promise<LookupTerms> {
  const { installmentCounts } = partner;
  const account = {
    partnerId: asPartnerId(partnerId),
    termsVersion: Number(partner.termsVersion),
    installmentCounts,
  };
  const terms = await findTermsNow(ctx, account, terminalId);
  if (!terms) throw new AppError("internal_error", `Terminal ${terminalId} of a link is gone`);
  return terms;
}

/** The counts of a link that a card is charged at, with what each comes to. */
export function offerOf(link: LinkRow, terms: LookupTerms, facts: CardFacts | null, bin8: string): CardOffer {
  const restriction = restrictionOf(link);
  const isPermitted = (count: number) => restriction === null || restriction.includes(count);
  const isClosed = !terms.active || !permittedCounts(terms).some(isPermitted);
  const options = isClosed ? [] : installmentOptions(terms, facts, restriction);
  return {
    bin8,
    isClosed,
    brand: facts?.brand ?? null,
    family: facts?.family ?? null,
    bank: facts?.bank ?? null,
    options: options.map((option) => linkOptionOf(option, link.amount, link.customerShareBps)),
  };
}

/** The counts that the link allows; null: no restriction. */
export const restrictionOf = ({ allowedCounts }: Pick<LinkRow, "allowedCounts">): readonly number[] | null =>
  allowedCounts.length === 0 ? null : allowedCounts;
