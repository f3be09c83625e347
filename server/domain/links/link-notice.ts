import { type AmountLimits, type BankLimits, isWithinAmountLimits, isWithinPerTxLimit } from "../payments/limits";

/**
 * Reasons for which buyers may not be able to pay a link that is created nevertheless (D-57), in the order of the
 * header `Vezne-Notice`. `amount_outside_account_limits`: the account accepts no payment of the link's amount.
 * `terminal_cannot_charge`: the terminal, its virtual POS or its provider is inactive, or the amount is over the
 * connection's limit for one payment.
 */
const linkNotices = ["amount_outside_account_limits", "terminal_cannot_charge"] as const;
export type LinkNotice = (typeof linkNotices)[number];

/** The facts of a terminal that decide whether it can charge at all. */
interface ChargingTerminal {
  readonly active: boolean;
  readonly virtualPosActive: boolean;
  readonly pspActive: boolean;
  readonly limits: Pick<BankLimits, "perTx">;
}

/**
 * Lists the notices for a link of this amount (kuruş), by the settings of now. The plain amount is judged, because the
 * buyer's share of the commission depends on the card.
 */
export function listLinkNotices(amountKurus: bigint, account: AmountLimits, terminal: ChargingTerminal): LinkNotice[] {
  const { active, virtualPosActive, pspActive, limits } = terminal;
  const applies: Record<LinkNotice, boolean> = {
    amount_outside_account_limits: !isWithinAmountLimits(amountKurus, account),
    terminal_cannot_charge: !active || !virtualPosActive || !pspActive || !isWithinPerTxLimit(limits, amountKurus),
  };
  return linkNotices.filter((notice) => applies[notice]);
}
