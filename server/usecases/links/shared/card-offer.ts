import { AppError } from "@/server/domain/errors";
import { toLinkOption } from "@/server/domain/links/link-option";
import type { CardOffer, LinkOption } from "@/server/domain/links/link-page";
import { isWithinAmountLimits } from "@/server/domain/payments/limits";
import { type CardFacts, installmentOptions, permittedCounts } from "@/server/domain/pricing/installments";
import { toAmountLimits } from "@/server/store/accounts/partners";
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

/** Returns what the page of a link offers a card: the options whose total the account's limits permit (D-57). */
export function toCardOffer(
  link: LinkWithPayment,
  terms: LookupTerms,
  facts: CardFacts | null,
  bin8: string,
): CardOffer {
  const restriction = findRestriction(link);
  const isPermitted = (count: number) => restriction === null || restriction.includes(count);
  const isClosed = !terms.active || !permittedCounts(terms).some(isPermitted);
  const priced = isClosed ? [] : listLinkOptions(link, terms, facts);
  const limits = toAmountLimits(link.partner);
  const options = priced.filter(({ totalKurus }) => isWithinAmountLimits(totalKurus, limits));
  const isOutside = priced.length > 0 && options.length === 0;
  return {
    bin8,
    isClosed,
    brand: facts?.brand ?? null,
    family: facts?.family ?? null,
    bank: facts?.bank ?? null,
    options,
    ...(isOutside && { reason: "amount_outside_account_limits" }),
  };
}

/** Returns the counts at which a link's terminal charges a card, each with its total, whatever the account's limits. */
export const listLinkOptions = (link: LinkRow, terms: LookupTerms, facts: CardFacts | null): LinkOption[] =>
  installmentOptions(terms, facts, findRestriction(link)).map((option) =>
    toLinkOption(option, link.amount, link.customerShareBps),
  );

/** Returns the counts that the link allows; null if it has no restriction. */
export const findRestriction = ({ allowedCounts }: Pick<LinkRow, "allowedCounts">): readonly number[] | null =>
  allowedCounts.length === 0 ? null : allowedCounts;
