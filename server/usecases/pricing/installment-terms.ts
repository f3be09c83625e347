import { AppError } from "@/server/domain/errors";
import type { CardTerms, InstallmentTerms } from "@/server/domain/pricing/installments";
import type { PaymentAtHandoff } from "@/server/store/payments/payments";
import { listPrices } from "@/server/store/pricing/tariffs";
import { findTerms, type TerminalTerms } from "@/server/store/pricing/terminal-terms";
import { asPartnerId } from "@/server/store/tenant";
import type { Caller } from "../caller";
import type { Ctx } from "../ctx";

/** What a look-up needs of a terminal: what it accepts, on which terms, and the basis of its commission (D-30). */
export type LookupTerms = TerminalTerms & InstallmentTerms;

/** An active terminal of the caller with the tariff in force. Throws terminal_not_allowed (§4.9, D-7). */
export async function getActiveTerms(
  ctx: Ctx,
  account: TermsAccount,
  terminalId: string,
): Promise<LookupTerms> {
  const terms = await findTermsNow(ctx, account, terminalId);
  if (!terms?.active) throw new AppError("terminal_not_allowed");
  return terms;
}

/** What decides which of an account's terms hold. */
export type TermsAccount = Pick<Caller, "partnerId" | "termsVersion" | "installmentCounts">;

/** A terminal of the account with the tariff in force, be it active or not; null: unknown or foreign. */
export async function findTermsNow(
  ctx: Ctx,
  { partnerId, termsVersion, installmentCounts }: TermsAccount,
  terminalId: string,
): Promise<LookupTerms | null> {
  const terms = await findTerms(ctx.db, { terminalId, partnerId, termsVersion, at: ctx.clock.now() });
  return terms && { ...withAcquirer(ctx, terms), narrowing: installmentCounts };
}

/**
 * What a payment's card is charged by: its terminal, with the bank connection in use, and with the tariff that the payment
 * was created with. The time of its creation alone would not do: a tariff is committed after the instant at which it begins.
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
  if (!terms) throw new AppError("internal_error", `Terminal ${terminalId} of a payment is gone`);
  const isOther = tariffId !== null && tariffId !== terms.tariffId;
  const tariff = isOther ? await listPrices(ctx.db, tariffId) : terms.tariff;
  return { ...withAcquirer(ctx, terms), tariff };
}

const withAcquirer = (ctx: Ctx, terms: TerminalTerms) => ({
  ...terms,
  acquirer: ctx.banks.brand(terms.bank).name,
});
