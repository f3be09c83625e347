import type { Merchant, SimTerminal } from "../world/accounts";

/** What a buyer was shown at the end of a try. */
export interface Promised {
  readonly result: string;
  readonly step: number;
}

/** An order of the API: what several servers and browsers do about one code of an order. */
export interface PaymentDeal {
  readonly merchant: Merchant;
  readonly terminal: SimTerminal;
  readonly partnerTxCode: string;
  readonly amountKurus: number;
  readonly installment: number;
  /** The payment, when the merchant knows it. */
  payment: { readonly paymentCode: string; readonly paymentRef: string } | null;
  readonly promised: Promised[];
}

/** A payment link, and those who pay or cancel it. */
export interface LinkDeal {
  readonly merchant: Merchant;
  readonly terminal: SimTerminal;
  readonly amountKurus: number;
  /** The merchant's own page for the outcome; null where the link's page shows it. */
  readonly redirectUrl: string | null;
  link: { readonly id: string; readonly token: string } | null;
  readonly promised: Promised[];
}
