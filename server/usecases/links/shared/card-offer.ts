import { AppError } from "@/server/domain/errors";
import { toLinkOption } from "@/server/domain/links/link-option";
import type { CardOffer } from "@/server/domain/links/link-page";
import { type CardFacts, installmentOptions, permittedCounts } from "@/server/domain/pricing/installments";
import type { LinkRow, LinkWithPayment } from "@/server/store/links/links";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";
import { findTermsNow, type LookupTerms } from "@/server/usecases/pricing/shared/installment-terms";

/** Returns the current terms of a link's terminal, narrowed by its account. */
export async function getTermsForLink(
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
  if (!terms) throw new AppError("internal_error", `Terminal ${terminalId} of a link does not exist`);
  return terms;
}

/** Returns the counts at which a link charges a card, each with its amount. */
export function toCardOffer(link: LinkRow, terms: LookupTerms, facts: CardFacts | null, bin8: string): CardOffer {
  const restriction = findRestriction(link);
  const isPermitted = (count: number) => restriction === null || restriction.includes(count);
  const isClosed = !terms.active || !permittedCounts(terms).some(isPermitted);
  const options = isClosed ? [] : installmentOptions(terms, facts, restriction);
  return {
    bin8,
    isClosed,
    brand: facts?.brand ?? null,
    family: facts?.family ?? null,
    bank: facts?.bank ?? null,
    options: options.map((option) => toLinkOption(option, link.amount, link.customerShareBps)),
  };
}

/** Returns the counts that the link allows; null if it has no restriction. */
export const findRestriction = ({ allowedCounts }: Pick<LinkRow, "allowedCounts">): readonly number[] | null =>
  allowedCounts.length === 0 ? null : allowedCounts;
