import { normalEmail } from "@/server/domain/people/sign-in";
import { type FoundPartner, searchPartners } from "@/server/store/accounts/partner-search";
import type { Ctx } from "../ctx";

export type { FoundPartner, PartnerClue } from "@/server/store/accounts/partner-search";

const foundMax = 25;

/**
 * Accounts by an identifier (of the account, a payment, a link, a refund, a delivery), the beginning of an API key, a user's
 * e-mail address or a part of the account's name. Nothing to go by: the first by name.
 */
export function findPartners(ctx: Ctx, { text }: { text: string }): Promise<FoundPartner[]> {
  const wanted = text.trim();
  const keyPrefix = /^sk_(?:test|live)_[A-Za-z0-9]{8}/.exec(wanted)?.[0] ?? null;
  const isId = /^[a-z]{2,4}_\S+$/.test(wanted);
  return searchPartners(ctx.db, {
    keyPrefix,
    countMax: foundMax,
    id: isId && keyPrefix === null ? wanted : null,
    email: keyPrefix === null && wanted.length >= 3 ? normalEmail(wanted) : null,
    name: keyPrefix === null ? wanted : null,
  });
}
