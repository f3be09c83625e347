import type { Sentences, Words } from "@/components/pay/words";
import type { Language } from "@/server/domain/errors";
import type { MoneyBack } from "@/server/domain/links/link-page";
import type { TroubleName } from "@/server/domain/payments/buyer-page";

/** The state of a link, as shown next to the coloured dot. */
type StateName = MoneyBack["kind"] | "paid" | "failed" | "in_progress" | "expired" | "cancelled" | "unavailable";
type InfoName = "expired" | "cancelled" | "feature_off" | "on_hold" | "suspended";

/** The texts of every page of a link except the open one. */
export interface StateWords extends TroubleWords {
  readonly language: Language;
  /** The other language, with its own name for itself. */
  readonly otherLanguage: { readonly code: Language; readonly name: string };
  /** The locale with which `Intl` formats dates and times. */
  readonly locale: string;
  readonly poweredBy: string;
  readonly traceId: string;
  readonly linkNumber: (reference: string) => string;
  /** Builds the window title from the page's title and the merchant's name. */
  readonly windowTitle: (title: string, merchantName: string) => string;
  readonly openTitle: (merchantName: string) => string;
  readonly errorTitle: (title: string) => string;
  readonly states: Record<StateName, string>;
  readonly labels: {
    readonly amount: string;
    readonly base: string;
    /** The label of the buyer's share of the commission: of the card alone, or of card and installments. */
    readonly commission: string;
    readonly both: string;
    readonly total: string;
    readonly description: string;
    readonly payer: string;
    readonly validUntil: string;
    readonly paidTo: string;
    readonly paidAt: string;
    readonly paidAmount: string;
    readonly wentBack: string;
    readonly kept: string;
    readonly paymentCode: string;
    readonly link: string;
    readonly card: string;
    readonly installments: string;
    readonly startedAt: string;
    readonly timeLeft: string;
  };
  readonly turkishTime: string;
  /** The summary line of the folded items. */
  readonly moreItems: (count: number) => string;
  readonly count: (count: number) => string;
  readonly monthly: (first: string, rest: string) => string;
  /** The formats of the remaining time by its size, such as `{m} dk {s} sn`. The script uses them too. */
  readonly left: {
    readonly hours: string;
    readonly minutes: string;
    readonly seconds: string;
    readonly over: string;
  };
  readonly paid: {
    readonly title: string;
    readonly what: string;
    readonly breakdown: string;
    readonly details: string;
    readonly keep: string;
    readonly noInvoice: string;
    readonly backToShop: string;
    /** Read by screen readers instead of the dots before a card's last four digits. */
    readonly cardEnding: (last4: string) => string;
    /** Shown for a credit on an installment payment. */
    readonly byInstallments: string;
    /** Replaces the title and the sentence after it when money was returned. */
    readonly moneyBack: Record<MoneyBack["kind"], Pick<Sentences, "title" | "what">>;
  };
  readonly progress: {
    /** Shown during 3-D Secure, when no money can have been taken. */
    readonly waiting: Sentences;
    /** The advice before the attempt may be given up, and the time from which it may. */
    readonly later: (time: string) => string;
    /** Shown while the capture runs, when the bank may already have taken the money. */
    readonly settling: Sentences;
    readonly lost: string;
    readonly giveUpMeans: string;
    /** The same for an account that accepts no new payment by link. */
    readonly giveUpEnds: string;
    readonly giveUp: string;
    readonly refresh: string;
    readonly refreshesItself: string;
  };
  /** The sentences by failure code; other codes use `other`. */
  readonly failed: Readonly<Record<string, Sentences>> & {
    readonly refused: Sentences;
    readonly other: Sentences;
  };
  /** The sentences of decline reasons that are not about the card. */
  readonly failedAtBank: Readonly<Record<string, Sentences>>;
  readonly info: Record<InfoName, Sentences>;
  readonly bank: Words["bank"];
  readonly tryAgain: string;
  readonly backToLink: string;
}

/** The texts for a problem that is not a state of the link itself. */
export interface TroubleWords {
  /** Does not name the limit or a reason (§4.7 rule 5). */
  readonly limit: Sentences;
  readonly unknown: Sentences;
  /** The sentences by error code; other codes use `internal_error`. */
  readonly trouble: Partial<Record<TroubleName, Sentences>> & { readonly internal_error: Sentences };
}
