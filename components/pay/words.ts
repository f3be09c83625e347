import type { Language } from "@/server/domain/errors";
import type { TroubleName } from "@/server/domain/payments/buyer-page";
import type { CardField, CardFieldProblem } from "@/server/domain/payments/card-form";

/** The texts of a problem: what happened, whether money moved, and what to do. */
export interface Sentences {
  readonly title: string;
  readonly what: string;
  readonly money: string;
  readonly next: string;
}

/** Texts by a payment's installment count; 1 is a single charge. */
type CountSentences = (count: number) => Omit<Sentences, "money">;

/** The explanation and the advice by decline reason. A missing text is taken from `payment_declined`. */
export type DeclinedWords = Readonly<Record<string, Pick<Sentences, "what"> & Partial<Pick<Sentences, "next">>>>;

export interface Words {
  readonly language: Language;
  /** The other language, with its own name for itself. */
  readonly otherLanguage: { readonly code: Language; readonly name: string };
  /** The locale with which `Intl` formats times. */
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
    /** The placeholders of month and year as on a card, such as `AA` and `YY`. */
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
  /** Why a card cannot be charged with the payment's installment count, and the advice (§7.3 reasons 1 and 3). */
  readonly countRefused: Readonly<Record<"card_not_eligible" | "count_not_offered", CountSentences>>;
  /** The advice when the refused card was the last that could be tried. */
  readonly noMoreCards: string;
  readonly tryAgain: string;
  readonly back: string;
  readonly traceId: string;
  readonly poweredBy: string;
}
