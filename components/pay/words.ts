import type { Language } from "@/server/domain/errors";
import type { TroubleName } from "@/server/domain/payments/buyer-page";
import type { CardField, CardFieldProblem } from "@/server/domain/payments/card-form";

/** What a page says when something stands in the way: what happened, whether money moved, what to do. */
export interface Sentences {
  readonly title: string;
  readonly what: string;
  readonly money: string;
  readonly next: string;
}

/** By a payment's count of installments; 1 is a single charge. */
type CountSentences = (count: number) => Omit<Sentences, "money">;

/** By the reason of a decline: why, and what helps. What is left out is said as of `payment_declined`. */
export type DeclinedWords = Readonly<
  Record<string, Pick<Sentences, "what"> & Partial<Pick<Sentences, "next">>>
>;

export interface Words {
  readonly language: Language;
  /** The other language, named in itself. */
  readonly otherLanguage: { readonly code: Language; readonly name: string };
  /** For `Intl`, where times are written. */
  readonly locale: string;
  readonly card: {
    readonly title: (merchantName: string) => string;
    readonly heading: string;
    readonly total: string;
    readonly installment: (count: number) => string;
    readonly monthly: (first: string, rest: string) => string;
    readonly payBefore: (time: string) => string;
    readonly number: string;
    readonly expiry: string;
    readonly month: string;
    readonly year: string;
    /** `AA` and `YY`: what a date looks like on a card. */
    readonly monthPattern: string;
    readonly yearPattern: string;
    readonly securityCode: string;
    readonly securityCodeHint: string;
    readonly securityCodeHintBack: string;
    readonly securityCodeHintFront: string;
    readonly pay: (amount: string) => string;
    readonly connecting: string;
    readonly trust: string;
    readonly errorTitle: (title: string) => string;
    readonly errorSummary: string;
    readonly writeAgain: string;
    readonly fields: Record<CardField, Record<CardFieldProblem, string>>;
  };
  readonly bank: {
    readonly title: string;
    readonly what: string;
    readonly wait: string;
    readonly withoutScript: string;
    readonly go: string;
  };
  readonly limit: Sentences;
  readonly trouble: Partial<Record<TroubleName, Sentences>> & { readonly internal_error: Sentences };
  readonly declined: DeclinedWords;
  /** Why a card is not charged at a payment's count, and what helps (§7.3 reasons 1 and 3). */
  readonly countRefused: Readonly<Record<"card_not_eligible" | "count_not_offered", CountSentences>>;
  /** What to do when the card that is refused was the last that could be tried. */
  readonly noMoreCards: string;
  readonly tryAgain: string;
  readonly back: string;
  readonly traceId: string;
  readonly poweredBy: string;
}
