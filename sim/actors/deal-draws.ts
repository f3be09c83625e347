import type { Merchant } from "../world/accounts";
import type { Draws } from "../world/draws";
import type { PaymentDeal } from "./deal";

/** Draws whose terminal takes how much, kuruş. */
export function drawTerms(draws: Draws, merchants: readonly Merchant[]) {
  const merchant = draws.pick(merchants);
  const terminal = draws.pick(merchant.terminals);
  return { merchant, terminal, amountKurus: draws.pick([1_000, 40_000, 99_999, 150_000]) };
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
