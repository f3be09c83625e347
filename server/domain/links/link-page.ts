import type { BankForm, Trouble } from "../payments/buyer-page";
import type { CardFieldErrors } from "../payments/card-form";
import type { CardBrand, CardFamily } from "../pricing/installments";

/**
 * What a payment link's pages have to say, before it is put into words. The use-cases decide it, `components/pay` shows
 * it. Amounts in kuruş, instants UTC.
 */

/** What a buyer may see of a link. */
export interface LinkFace {
  readonly merchantName: string;
  /** The link's number at the merchant, to talk about it. */
  readonly reference: bigint;
  /** Masked (D-12); the raw one never comes this far. */
  readonly payerName: string | null;
  readonly description: string | null;
  /** In the order in which they were sent. */
  readonly items: readonly LinkItem[] | null;
  readonly amountKurus: bigint;
  /** The part of the commission that the buyer bears; 10,000 is all of it. */
  readonly customerShareBps: number;
  readonly expiresAt: Date;
}

export interface LinkItem {
  readonly name: string;
  readonly note: string | null;
  readonly amountKurus: bigint;
}

/** What one card is charged: `totalKurus` is the link's amount and the buyer's share of the commission. */
export interface LinkOption {
  readonly installmentCount: number;
  readonly shareKurus: bigint;
  readonly totalKurus: bigint;
  /** False: more than one payment may be (§4.1); shown, but not to be chosen. */
  readonly isPayable: boolean;
}

/** What the card with these first eight digits can be charged, ascending by count; empty: nothing. */
export interface CardOffer {
  readonly bin8: string;
  /** All null where the BIN table does not know the card. */
  readonly brand: CardBrand | null;
  readonly family: CardFamily | null;
  readonly bank: string | null;
  readonly options: readonly LinkOption[];
  /** No card can be charged on the link as its terminal and account stand: it is not this card's doing. */
  readonly isClosed: boolean;
}

/** Where a link stands, as its buyer meets it (D-10, D-42). */
export type LinkScene =
  | { readonly kind: "open"; readonly face: LinkFace }
  /** The last attempt took nothing; it can be tried again. */
  | { readonly kind: "failed"; readonly face: LinkFace; readonly failure: LinkFailure }
  | { readonly kind: "in_progress"; readonly face: LinkFace; readonly progress: LinkProgress }
  | {
      readonly kind: "paid";
      readonly face: LinkFace;
      readonly receipt: LinkReceipt;
      /** The merchant's page for a completed payment (§4.1.2 rule 3); null: there is none, or all of it went back. */
      readonly shopUrl: string | null;
    }
  | { readonly kind: "expired" | "cancelled"; readonly face: LinkFace }
  /** The account's doing: the feature is off, acceptance is on hold, the account is suspended or closed. */
  | { readonly kind: "feature_off" | "on_hold" | "suspended"; readonly face: LinkFace };

export interface LinkFailure {
  /** `payment.failureCode`: three_ds_failed, capture_declined, abandoned …; `expired`; null: a card was refused before. */
  readonly code: string | null;
  /** The bank's reason, in our words' names. */
  readonly declineReason: string | null;
}

export interface LinkProgress {
  /** What the card is charged: with the buyer's share of the commission. */
  readonly amountKurus: bigint;
  readonly startedAt: Date;
  /** When 3-D Secure must be completed. */
  readonly until: Date;
  /** From when the buyer may give the attempt up; null while a capture runs: then only the bank's word ends it. */
  readonly canGiveUpFrom: Date | null;
  /** Whether the link could be paid anew after that, as the account stands. */
  readonly canPayAgain: boolean;
}

export interface LinkReceipt {
  readonly paymentCode: string;
  readonly paidAt: Date;
  readonly amountKurus: bigint;
  /** The buyer's share of the commission in it. */
  readonly shareKurus: bigint;
  readonly installment: number;
  /** First six and last four digits. */
  readonly maskedPan: string;
  readonly brand: string | null;
  readonly bank: string | null;
  /** Null: nothing of it went back to the card, or the bank has not said so yet. */
  readonly moneyBack: MoneyBack | null;
}

/** What of a payment went back to the card: before day-end as if it had not been, later as a credit (§4.8). */
export interface MoneyBack {
  readonly kind: "voided" | "refunded" | "partly_refunded";
  readonly amountKurus: bigint;
}

/** The card form of an open link, and what went wrong before it is shown again. */
export interface CardEntry {
  /** Null: the card's first digits are not known yet. */
  readonly offer: CardOffer | null;
  /** The count that was chosen before; null: none. */
  readonly chosenCount: number | null;
  readonly fields: LinkFieldErrors;
  readonly trouble: LinkTrouble | null;
}

/** Errors next to fields: the card's, and the first eight digits' where they are asked for alone (D-49). */
export type LinkFieldErrors = CardFieldErrors & { readonly bin?: "missing" | "wrong" };

/**
 * What is said above the form: a refusal by its code, or what a submit lacked. `choose_installment`: nothing was chosen.
 * `price_changed`: the total is no longer what was shown. `other_card`: the number does not begin with the digits that
 * were given first. `over_bound`: the option that was chosen, or each one there is, is more than one payment may be.
 * `count_not_offered`: this card, this link. `nothing_offered`: no card.
 */
export type LinkTrouble =
  | Trouble
  | {
      readonly name: "choose_installment" | "price_changed" | "other_card" | "over_bound" | "nothing_offered";
    };

export type LinkPage =
  | { readonly kind: "open"; readonly face: LinkFace; readonly entry: CardEntry }
  | Exclude<LinkScene, { kind: "open" }>
  /** Hands the browser over to the bank; its fields hold the card: shown to this browser only. */
  | {
      readonly kind: "bank";
      readonly face: LinkFace;
      readonly form: BankForm;
      readonly amountKurus: bigint;
      readonly installment: number;
      readonly until: Date;
    }
  /** A limit of the bank connection, or the connection is down: says nothing about which (§4.7 rule 5). */
  | { readonly kind: "limit"; readonly face: LinkFace }
  /** No link has this token. */
  | { readonly kind: "unknown" }
  | { readonly kind: "trouble"; readonly face: LinkFace | null; readonly trouble: Trouble };

/** A page with all that its document needs. */
export interface LinkDocument {
  readonly page: LinkPage;
  /** Of the link's address. */
  readonly token: string;
  readonly language: "tr" | "en";
  /** Now, by the product's clock: what is left of a window is counted from it. */
  readonly now: Date;
  readonly traceId: string;
  readonly nonce: string;
  /** Whether it stands where the bank leads back to: the outcome then leads on to the merchant. */
  readonly isResult?: boolean;
}
