import { AppError } from "@/server/domain/errors";
import type { CardTerms, InstallmentTerms } from "@/server/domain/pricing/installments";
import type { PaymentAtHandoff } from "@/server/store/payments/payments";
import { listPrices } from "@/server/store/pricing/tariffs";
import { findTerms, type TerminalTerms } from "@/server/store/pricing/terminal-terms";
import { asPartnerId } from "@/server/store/tenant";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";

/** The terms of a terminal that a look-up uses: accepted cards, prices, and the commission basis (D-30). */
export type LookupTerms = TerminalTerms & InstallmentTerms;

/** Returns an active terminal of the account with the tariff in force. Throws terminal_not_allowed (§4.9, D-7). */
export async function getActiveTerms(ctx: Ctx, account: TermsAccount, terminalId: string): Promise<LookupTerms> {
  const terms = await findTermsNow(ctx, account, terminalId);
  if (!terms?.active) throw new AppError("terminal_not_allowed");
  return terms;
}

/** The facts of an account that select and narrow its terms. */
export type TermsAccount = Pick<Caller, "partnerId" | "termsVersion" | "installmentCounts">;

/**
 * Returns a terminal of the account, active or not, with the tariff in force; null if it is unknown or another
 * account's.
 */
export async function findTermsNow(
  ctx: Ctx,
  { partnerId, termsVersion, installmentCounts }: TermsAccount,
  terminalId: string,
): Promise<LookupTerms | null> {
  const terms = await findTerms(ctx.db, { terminalId, partnerId, termsVersion, at: ctx.clock.now() });
  return terms && { ...withAcquirer(ctx, terms), narrowing: installmentCounts };
}

/**
 * Returns the terms by which a payment's card is charged: its terminal with the bank connection in use, and the tariff
 * with which the payment was created. That tariff is stored with the payment, because the time of creation is not
 * enough to find it: a tariff is committed after the instant at which it begins.
 */
export async function getTermsAtCreation(
  ctx: Ctx,
  { terminalId, partnerId, partner, createdAt, tariffId }: PaymentAtHandoff,
): Promise<CardTerms & Pick<TerminalTerms, "connection">> {
  const terms = await findTerms(ctx.db, {
    terminalId,
    partnerId: asPartnerId(partnerId),
    termsVersion: Number(partner.termsVersion),
    at: createdAt,
  });
  if (!terms) throw new AppError("internal_error", `Terminal ${terminalId} of a payment does not exist`);
  const isOther = tariffId !== null && tariffId !== terms.tariffId;
  const tariff = isOther ? await listPrices(ctx.db, tariffId) : terms.tariff;
  return { ...withAcquirer(ctx, terms), tariff };
}

const withAcquirer = (ctx: Ctx, terms: TerminalTerms) => ({
  ...terms,
  acquirer: ctx.banks.getBrand(terms.bank).name,
});
