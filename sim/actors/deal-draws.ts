import type { Merchant } from "../world/accounts";
import type { Draws } from "../world/draws";
import type { PaymentDeal } from "./deal";

/** Draws whose terminal takes how much, kuruş. */
export function drawTerms(draws: Draws, merchants: readonly Merchant[]) {
  const merchant = draws.pick(merchants);
  const terminal = draws.pick(merchant.terminals);
  return { merchant, terminal, amountKurus: draws.pick([1_000, 40_000, 99_999, 150_000]) };
}

/** Draws terms of which two together exceed the daily limit of their terminal. */
export function drawLimited(draws: Draws, merchants: readonly Merchant[]): ReturnType<typeof drawTerms> {
  const terms = drawTerms(draws, merchants);
  const [terminal = terms.terminal] = terms.merchant.terminals;
  return { ...terms, terminal, amountKurus: 150_000 };
}

/** Draws an order of the API, which has no payment yet. */
export const drawOrder = (
  draws: Draws,
  terms: Pick<PaymentDeal, "merchant" | "terminal" | "amountKurus">,
  number: number,
): PaymentDeal => ({
  ...terms,
  partnerTxCode: `order-${number}`,
  installment: draws.pick([1, 1, 3]),
  payment: null,
  promised: [],
});
