import type { ErrorCode } from "../errors";
import type { ChargeRefusal } from "../pricing/installments";
import type { BuyerLanguage } from "../web/negotiation";
import type { CardFieldErrors } from "./card-form";

/**
 * The view model of the pages that a buyer sees during a payment, without texts. The entry points decide which page it
 * is, and `components/pay` renders it in the buyer's language; neither imports the other.
 */
export type BuyerPage =
  /** The card form, with the problem of the previous card if there was one. */
  | {
      readonly kind: "card";
      readonly payment: BuyerPayment;
      readonly paymentRef: string;
      readonly trouble?: Trouble;
      readonly fields?: CardFieldErrors;
    }
  /** The form that takes the buyer to the bank. Its fields contain the card, so only this browser may receive it. */
  | { readonly kind: "bank"; readonly payment: BuyerPayment; readonly form: BankForm }
  /** A limit of the bank connection was reached. The page does not say which one (§4.7 rule 5). */
  | { readonly kind: "limit"; readonly payment: BuyerPayment; readonly paymentRef: string }
  | {
      readonly kind: "trouble";
      readonly payment: BuyerPayment | null;
      readonly trouble: Trouble;
      /** The reference with which the page can be requested again; absent where the form was not read. */
      readonly paymentRef?: string;
    };

/** What a buyer may see of a payment. */
export interface BuyerPayment {
  readonly merchantName: string;
  readonly amountKurus: bigint;
  /** The number of installments; 1 is a single charge. */
  readonly installment: number;
  /** The instant (UTC) at which the payment expires. */
  readonly expiresAt: Date;
  /** The merchant's returnUrl. */
  readonly backUrl: string;
}

/** A form that the browser posts to the bank's address `action`. */
export interface BankForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A problem that a page reports to the buyer. */
export interface Trouble {
  readonly name: TroubleName;
  /** The reason of the bank's decline, when the bank gave one. */
  readonly declineReason?: string;
  /**
   * Why the card cannot be charged with the payment's count. The error code is the same, but the advice differs (§7.3).
   */
  readonly why?: ChargeRefusal;
  /** With `virtual_pos_inactive`: the connection is active, but its bank cannot be reached now. */
  readonly isBankUnreachable?: true;
  /** With `cards_paused`: how long no card is taken, whole minutes, at least 1. */
  readonly waitMinutes?: number;
}

/**
 * A public error code, a problem with the bank's callback, or `cards_paused`: too many cards were refused, and none is
 * taken for some time (D-290).
 */
export type TroubleName = ErrorCode | "return_refused" | "return_unknown" | "return_failed" | "cards_paused";

/** Returns the problem of a page for which no card is taken for some seconds. */
export const toPause = (retryAfterSeconds: number): Trouble => ({
  name: "cards_paused",
  waitMinutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)),
});

/** A page with everything that is needed to render its document. */
export interface BuyerDocument {
  readonly page: BuyerPage;
  readonly language: BuyerLanguage;
  /** The trace id, which the buyer can quote to the support. */
  readonly traceId: string;
  /** The nonce of the content security policy. */
  readonly nonce: string;
}
