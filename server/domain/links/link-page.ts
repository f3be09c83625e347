import type { BankForm, Trouble } from "../payments/buyer-page";
import type { CardFieldErrors } from "../payments/card-form";
import type { CardBrand, CardFamily } from "../pricing/installments";
import type { BuyerLanguage } from "../web/negotiation";
import type { LinkTexts } from "./link-texts";

/**
 * The view model of a payment link's pages, without texts. The use cases decide it, and `components/pay` renders it in
 * the buyer's language. Amounts in kuruş, instants in UTC.
 */

/** The data of a link that a buyer may see; its texts are masked where `linkTexts` says so. */
export interface LinkSummary extends LinkTexts {
  readonly merchantName: string;
  /** The approved logo of the merchant; null without one. */
  readonly logoId: string | null;
  /** The link's number at the merchant, which the buyer and the merchant can refer to. */
  readonly reference: bigint;
  /** The items in the order in which they were sent. */
  readonly items: readonly LinkItem[] | null;
  readonly amountKurus: bigint;
  /** The share of the commission that the buyer bears, in basis points; 10,000 is all of it. */
  readonly customerShareBps: number;
  readonly expiresAt: Date;
}

export interface LinkItem {
  readonly name: string;
  readonly note: string | null;
  readonly amountKurus: bigint;
}

/**
 * One installment option of a card. `totalKurus` is the link's amount plus `shareKurus`, the buyer's share of the
 * commission.
 */
export interface LinkOption {
  readonly installmentCount: number;
  readonly shareKurus: bigint;
  readonly totalKurus: bigint;
  /** False when the total exceeds the maximum of one payment (§4.1). The option is shown, but cannot be chosen. */
  readonly isPayable: boolean;
}

/** The options of the card with these first eight digits. */
export interface CardOffer {
  readonly bin8: string;
  /** Brand, family and bank are null when the BIN table does not know the card. */
  readonly brand: CardBrand | null;
  readonly family: CardFamily | null;
  readonly bank: string | null;
  /** The options in ascending order of the count; empty when the card cannot be charged. */
  readonly options: readonly LinkOption[];
  /** Present when the card has options, but the account's amount limits exclude the total of each (D-57). */
  readonly reason?: AmountObstacle;
  /** True when no card at all can be charged on the link, because of its terminal and account. */
  readonly isClosed: boolean;
}

/** The account accepts no payment of this amount (D-57). */
export type AmountObstacle = "amount_outside_account_limits";

/** The state of a link as its buyer sees it (D-10, D-42). */
export type LinkState =
  | { readonly kind: "open"; readonly summary: LinkSummary }
  /** The last attempt failed without taking money, and the buyer may try again. */
  | { readonly kind: "failed"; readonly summary: LinkSummary; readonly failure: LinkFailure }
  | { readonly kind: "in_progress"; readonly summary: LinkSummary; readonly progress: LinkProgress }
  | {
      readonly kind: "paid";
      readonly summary: LinkSummary;
      readonly receipt: LinkReceipt;
      /** The merchant's page after a payment (§4.1.2 rule 3); null when there is none or everything was refunded. */
      readonly shopUrl: string | null;
    }
  | { readonly kind: "expired" | "cancelled"; readonly summary: LinkSummary }
  /**
   * The account cannot accept the payment: the feature is off, acceptance is on hold, or the account is suspended or
   * closed.
   */
  | { readonly kind: "feature_off" | "on_hold" | "suspended"; readonly summary: LinkSummary }
  /** The account's amount limits exclude the total of every option, so that no card can pay the link (D-57). */
  | { readonly kind: AmountObstacle; readonly summary: LinkSummary };

export interface LinkFailure {
  /**
   * `payment.failureCode` (three_ds_failed, capture_declined, abandoned …) or `expired`; null for a card refused
   * earlier.
   */
  readonly code: string | null;
  /** Our name of the bank's reason. */
  readonly declineReason: string | null;
}

export interface LinkProgress {
  /** The amount that the card is charged, including the buyer's share of the commission. */
  readonly amountKurus: bigint;
  readonly startedAt: Date;
  /** The instant by which 3-D Secure must be completed. */
  readonly until: Date;
  /**
   * When the buyer may give the attempt up; null while a capture is in progress, which only the bank's answer can end.
   */
  readonly canGiveUpFrom: Date | null;
  /** Whether the link could be paid again after that, by the state of the account. */
  readonly canPayAgain: boolean;
}

export interface LinkReceipt {
  readonly paymentCode: string;
  readonly paidAt: Date;
  readonly amountKurus: bigint;
  /** The buyer's share of the commission, which the amount includes. */
  readonly shareKurus: bigint;
  readonly installment: number;
  /** The card number with only its first six and last four digits shown. */
  readonly maskedPan: string;
  readonly brand: string | null;
  readonly bank: string | null;
  /** Null when nothing was refunded, or the bank has not confirmed a refund yet. */
  readonly moneyBack: MoneyBack | null;
}

/** The refunds of a payment: a void before day-end, as if it had never been charged, or credits later (§4.8). */
export interface MoneyBack {
  readonly kind: "voided" | "refunded" | "partly_refunded";
  readonly amountKurus: bigint;
}

/** The card form of an open link, with the problems of the previous submission. */
export interface CardEntry {
  /** Null while the first digits of the card are not known. */
  readonly offer: CardOffer | null;
  /** The count that was chosen before, or null. */
  readonly chosenCount: number | null;
  readonly fields: LinkFieldErrors;
  readonly trouble: LinkTrouble | null;
}

/**
 * Errors of the card fields, and of the field for the first eight digits in the step that asks for them alone (D-49).
 */
export type LinkFieldErrors = CardFieldErrors & { readonly bin?: "missing" | "wrong" };

/**
 * The problem that is shown above the form: an error code, or a problem of the submission. `choose_installment`: no
 * option was chosen. `price_changed`: the total differs from the one that was shown. `other_card`: the number does not
 * begin with the digits that were entered first. `over_bound`: the chosen option, or every option, exceeds the maximum
 * of one payment. `nothing_offered`: no card can be charged on the link.
 */
export type LinkTrouble =
  | Trouble
  | {
      readonly name: "choose_installment" | "price_changed" | "other_card" | "over_bound" | "nothing_offered";
    };

/** The form that takes the buyer to the bank. Its fields contain the card, so only this browser may receive it. */
export interface LinkBankPage {
  readonly summary: LinkSummary;
  readonly form: BankForm;
  readonly amountKurus: bigint;
  readonly installment: number;
  readonly until: Date;
}

export type LinkPage =
  | { readonly kind: "open"; readonly summary: LinkSummary; readonly entry: CardEntry }
  | Exclude<LinkState, { kind: "open" | AmountObstacle }>
  /** The page for an account that takes no payment by this link; here it takes none of this amount. */
  | { readonly kind: "suspended"; readonly summary: LinkSummary; readonly reason: AmountObstacle }
  | ({ readonly kind: "bank" } & LinkBankPage)
  /** A limit of the bank connection was reached, or it is inactive. The page does not say which (§4.7 rule 5). */
  | { readonly kind: "limit"; readonly summary: LinkSummary }
  /** No link has this token. */
  | { readonly kind: "unknown" }
  | { readonly kind: "trouble"; readonly summary: LinkSummary | null; readonly trouble: Trouble };

/** A page with everything that is needed to render its document. */
export interface LinkDocument {
  readonly page: LinkPage;
  /** The token in the link's address. */
  readonly token: string;
  readonly language: BuyerLanguage;
  /** The time by the product's clock, from which the page counts remaining times. */
  readonly now: Date;
  readonly traceId: string;
  /** The nonce of the content security policy. */
  readonly nonce: string;
  /** True on the page to which the bank sends the buyer back; it then leads on to the merchant. */
  readonly isResult?: boolean;
}
