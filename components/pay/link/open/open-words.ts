import type { Sentences } from "@/components/pay/words";

/** The texts of the open page that the pages of an API payment do not have. Amounts are passed as formatted texts. */
export interface OpenWords {
  readonly heading: (merchantName: string) => string;
  readonly payer: string;
  readonly items: string;
  /** The summary line of the folded items. */
  readonly moreItems: (count: number) => string;
  /** The label of the link's amount when a share of the commission is added to it. */
  readonly amount: string;
  /** Shown when the buyer bears a share of the commission that is not known yet. */
  readonly shareAhead: string;
  readonly validUntil: (time: string) => string;
  /** The texts of step one of two, for a browser without scripts. */
  readonly bin: {
    readonly heading: string;
    readonly label: string;
    readonly hint: string;
    readonly go: string;
    readonly missing: string;
    readonly wrong: string;
  };
  /** Shown above the form of step two; states the first digits of the card. */
  readonly cardBegins: (digits: string) => string;
  readonly otherCard: string;
  /** The button's text while the total is not known. */
  readonly pay: string;
  readonly offer: OfferWords;
  readonly trouble: TroubleSentences;
}

export interface OfferWords {
  readonly heading: string;
  /** Shown in place of the options before the card's digits are entered. */
  readonly ahead: string;
  readonly pending: string;
  readonly failed: string;
  readonly card: (name: string) => string;
  /** The texts for a card that cannot pay in installments, by its kind. */
  readonly singleOnly: Readonly<Record<"debit" | "prepaid" | "foreign", string>>;
  readonly onlySingle: (total: string) => string;
  readonly none: { readonly title: string; readonly next: string };
  /** Shown when no card can pay the link. */
  readonly closed: { readonly title: string; readonly next: string };
  readonly count: (count: number) => string;
  /** The monthly amount, without a differing first month. */
  readonly perMonth: (amount: string) => string;
  /** The monthly amounts when the total does not divide evenly. */
  readonly firstMonth: (first: string, rest: string) => string;
  readonly noDifference: string;
  readonly difference: (amount: string) => string;
  readonly less: (amount: string) => string;
  /** The buyer's share of the commission in a total, by its origin. */
  readonly share: Readonly<Record<"installments" | "commission" | "both", (amount: string) => string>>;
  /** The mark of an option whose total exceeds the maximum of one payment; the reason is shown once for all of them. */
  readonly notToChoose: string;
  readonly someOver: (most: string) => string;
  readonly allOver: (most: string) => string;
  /** The announcement for screen readers when the options have changed. */
  readonly announcement: (card: string, count: number) => string;
  readonly totalWithShare: string;
}

/** The sentences of the notice above a form that is shown again. */
interface TroubleSentences {
  readonly choose_installment: Sentences;
  readonly price_changed: Sentences;
  readonly other_card: Sentences;
  readonly over_bound: Sentences;
  readonly nothing_offered: Sentences;
  /** Shown when every option of the card exceeds the maximum of one payment. */
  readonly all_over_bound: Sentences;
  readonly payment_declined: Sentences;
  readonly virtual_pos_card_type_not_supported: Sentences;
  /** Shown when the card cannot be charged in installments; includes the advice. */
  readonly card_not_eligible: Sentences;
  readonly count_not_offered: Sentences;
  /** The advice when no option of the card can be paid. */
  readonly onlyAnotherCard: string;
}
