import type { Sentences } from "../words";

/** The words of the open page that the pages of an API payment have not. Amounts come written out. */
export interface OpenWords {
  readonly heading: (merchantName: string) => string;
  readonly payer: string;
  readonly items: string;
  /** In front of the items that a long list does not show at once. */
  readonly moreItems: (count: number) => string;
  /** The link's amount, where a share of the commission is added to it. */
  readonly amount: string;
  /** Where the buyer bears a share of the commission and it is not known yet how much. */
  readonly shareAhead: string;
  readonly validUntil: (time: string) => string;
  /** Step one of two, without a script. */
  readonly bin: {
    readonly heading: string;
    readonly label: string;
    readonly hint: string;
    readonly go: string;
    readonly missing: string;
    readonly wrong: string;
  };
  /** Above the whole form of step two: which card it is for. */
  readonly cardBegins: (digits: string) => string;
  readonly otherCard: string;
  /** On the button while the total is not known. */
  readonly pay: string;
  readonly offer: OfferWords;
  readonly trouble: TroubleSentences;
}

export interface OfferWords {
  readonly heading: string;
  /** In the place of the options, before the card's digits are there. */
  readonly ahead: string;
  readonly pending: string;
  readonly failed: string;
  readonly card: (name: string) => string;
  /** A card that cannot pay in installments, by its kind. */
  readonly singleOnly: Readonly<Record<"debit" | "prepaid" | "foreign", string>>;
  readonly onlySingle: (total: string) => string;
  readonly none: { readonly title: string; readonly next: string };
  /** Where no card can pay. */
  readonly closed: { readonly title: string; readonly next: string };
  readonly count: (count: number) => string;
  /** The months at their common amount. */
  readonly perMonth: (amount: string) => string;
  /** The months that do not divide evenly. */
  readonly firstMonth: (first: string, rest: string) => string;
  readonly noDifference: string;
  readonly difference: (amount: string) => string;
  readonly less: (amount: string) => string;
  /** The buyer's share of the commission in a total, by where it comes from. */
  readonly share: Readonly<Record<"installments" | "commission" | "both", (amount: string) => string>>;
  /** Beside an option whose total is more than one payment may be; the reason is given once, for some or for all. */
  readonly notToChoose: string;
  readonly someOver: (most: string) => string;
  readonly allOver: (most: string) => string;
  /** For the ear, when the options have changed. */
  readonly said: (card: string, count: number) => string;
  readonly totalWithShare: string;
}

/** What is said above the form that is shown again. */
export interface TroubleSentences {
  readonly choose_installment: Sentences;
  readonly price_changed: Sentences;
  readonly other_card: Sentences;
  readonly over_bound: Sentences;
  readonly nothing_offered: Sentences;
  /** Where the card can be charged in no way because each total is more than one payment may be. */
  readonly all_over_bound: Sentences;
  readonly payment_declined: Sentences;
  readonly virtual_pos_card_type_not_supported: Sentences;
  /** Not in installments with this card; with what can be done about it. */
  readonly card_not_eligible: Sentences;
  readonly count_not_offered: Sentences;
  /** What to do where the card can be charged in no way. */
  readonly onlyAnotherCard: string;
}
