import type { ErrorCode, Language } from "../errors";
import type { ChargeRefusal } from "../pricing/installments";
import type { CardFieldErrors } from "./card-form";

/**
 * What a page for a buyer has to say, before it is put into words. The doors decide it, `components/pay`
 * shows it; neither knows the other.
 */
export type BuyerPage =
  /** The card-entry form, with what went wrong with the card before, if anything did. */
  | {
      readonly kind: "card";
      readonly payment: BuyerPayment;
      readonly paymentRef: string;
      readonly trouble?: Trouble;
      readonly fields?: CardFieldErrors;
    }
  /** The form that takes the buyer to the bank. Its fields hold the card: shown to this browser only. */
  | { readonly kind: "bank"; readonly payment: BuyerPayment; readonly form: BankForm }
  /** A limit of the bank connection; says nothing about which (§4.7 rule 5). */
  | { readonly kind: "limit"; readonly payment: BuyerPayment; readonly paymentRef: string }
  | { readonly kind: "trouble"; readonly payment: BuyerPayment | null; readonly trouble: Trouble };

export interface BuyerPayment {
  readonly merchantName: string;
  readonly amountKurus: bigint;
  /** 1 is a single charge. */
  readonly installment: number;
  /** UTC. */
  readonly expiresAt: Date;
  /** The merchant's returnUrl. */
  readonly backUrl: string;
}

export interface BankForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface Trouble {
  readonly name: TroubleName;
  /** Why the bank said no, where it told. */
  readonly declineReason?: string;
  /** Why the card is not charged at the payment's count: what helps depends on it, though the code is one (§7.3). */
  readonly why?: ChargeRefusal;
}

/** A public code, or what can go wrong when the bank sends the buyer back. */
export type TroubleName = ErrorCode | "return_refused" | "return_unknown" | "return_failed";

/** A page with all that its document needs. */
export interface BuyerDocument {
  readonly page: BuyerPage;
  readonly language: Language;
  /** Identifier to quote to support. */
  readonly traceId: string;
  readonly nonce: string;
}
