import type { Language } from "@/server/domain/errors";
import type { MoneyBack } from "@/server/domain/links/link-page";
import type { Sentences, Words } from "../words";
import type { TroubleWords } from "./trouble-words";

/** The word beside the dot: where a link stands. */
type StateName =
  | MoneyBack["kind"]
  | "paid"
  | "failed"
  | "in_progress"
  | "expired"
  | "cancelled"
  | "unavailable";
type InfoName = "expired" | "cancelled" | "feature_off" | "on_hold" | "suspended";

/** The words of every page of a link but the open one. */
export interface StateWords extends TroubleWords {
  readonly language: Language;
  /** The other language, named in itself. */
  readonly otherLanguage: { readonly code: Language; readonly name: string };
  /** For `Intl`, where dates and times are written. */
  readonly locale: string;
  readonly poweredBy: string;
  readonly traceId: string;
  readonly linkNumber: (reference: string) => string;
  /** What a window's title adds to a page's: whom it is about. */
  readonly titleOf: (title: string, merchantName: string) => string;
  readonly openTitle: (merchantName: string) => string;
  readonly errorTitle: (title: string) => string;
  readonly states: Record<StateName, string>;
  readonly labels: {
    readonly amount: string;
    readonly base: string;
    /** The buyer's share of the commission: what the card itself adds, or that and what installments add. */
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
  /** In front of the items that a long list does not show at once. */
  readonly moreItems: (count: number) => string;
  readonly count: (count: number) => string;
  readonly monthly: (first: string, rest: string) => string;
  /** A time that is left, by its size: `{m} dk {s} sn`; the script fills them in, too. */
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
    /** Read out for the dots before a card's last four digits. */
    readonly cardEnding: (last4: string) => string;
    /** Of a credit on a payment in installments. */
    readonly byInstallments: string;
    /** In place of the title and of what follows it, where money went back. */
    readonly moneyBack: Record<MoneyBack["kind"], Pick<Sentences, "title" | "what">>;
  };
  readonly progress: {
    /** 3-D Secure is under way: nothing can have been taken. */
    readonly waiting: Sentences;
    /** What to do before the attempt may be given up, and from when it may. */
    readonly later: (time: string) => string;
    /** The bank is being asked for the money: it may have it. */
    readonly settling: Sentences;
    readonly lost: string;
    readonly giveUpMeans: string;
    /** The same where the account takes no new payment by link. */
    readonly giveUpEnds: string;
    readonly giveUp: string;
    readonly refresh: string;
    readonly refreshesItself: string;
  };
  /** By the code of the failure; others take `other`. */
  readonly failed: Readonly<Record<string, Sentences>> & {
    readonly refused: Sentences;
    readonly other: Sentences;
  };
  /** Reasons of a decline that are not a bank's word about a card. */
  readonly failedAtBank: Readonly<Record<string, Sentences>>;
  readonly info: Record<InfoName, Sentences>;
  readonly bank: Words["bank"];
  readonly tryAgain: string;
  readonly backToLink: string;
}
