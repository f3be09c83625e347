import type { BankProtocol } from "@/server/domain/banks/credentials";
import type { BankRefusal, FailedThreeDSecure } from "@/server/domain/banks/decline";
import type { CheckedCard } from "@/server/domain/payments/card-form";
import type { Secret } from "@/server/domain/secret";

/** A wire protocol. Each bank brand is a row of `catalog.ts` that names one of these. */
export type Protocol = BankProtocol;

/** The agreement between a merchant's shop and its bank. It is decrypted only for the duration of one call. */
export interface BankAccount {
  /** The key of the bank's row in `catalog.ts`, e.g. `isbank`. */
  readonly bank: string;
  readonly merchantId: string;
  readonly terminalNo: string;
  readonly user: string;
  readonly password: Secret;
  /** The user for voids and credits, where the bank requires a separate one (Garanti's `PROVRFN`, B-3.1). */
  readonly refundUser?: { readonly name: string; readonly password: Secret };
  readonly storeKey: Secret;
  /** Whether the shop is on the bank's test system; Garanti states this in every message. */
  readonly isTest?: boolean;
  /** PosNet: the prefix of an order id in later operations, where it differs from the catalogue's (B-4.4). */
  readonly orderPrefix?: string;
  readonly endpoints: { readonly gate: string; readonly api: string };
}

export interface BankOrder {
  /** The order id, 20 characters, one per attempt (D-50). */
  readonly orderId: string;
  readonly amountKurus: bigint;
  /** The number of installments; 1 is a single charge. */
  readonly installment: number;
  readonly language: "tr" | "en";
  /** The address to which the bank sends the browser back, after success and after failure (B-1 rule 4). */
  readonly callbackUrl: string;
  /** A random text of this attempt, at most 20 characters. */
  readonly nonce: string;
  readonly buyerIp: string;
}

/** The self-submitting form that takes the buyer to the bank's 3-D Secure page. */
export interface BankForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The form fields that the browser posted, in their order and with repetitions. */
export type ReturnFields = readonly (readonly [name: string, value: string])[];

/** The results of 3-D Secure that the capture needs (md, xid, eci…). Encrypted at rest, erased when final (D-49). */
export type Proofs = Readonly<Record<string, string>>;

/** The bank's own text of a refusal as people may see it (`toBankMessage`); absent where the answer has none. */
export interface BankWords {
  readonly bankMessage?: string;
}

export type Authentication =
  | {
      readonly verdict: "authenticated";
      readonly orderId: string;
      readonly proofs: Proofs;
      /** The electronic commerce indicator, where it is not among the proofs. */
      readonly eci?: string;
    }
  | ({ readonly verdict: "not_authenticated"; readonly orderId: string } & FailedThreeDSecure)
  /** A return that is forged, altered or of another attempt. It changes nothing and is logged (D-17, D-51). */
  | { readonly verdict: "refused"; readonly why: "hash" | "fields" | "order" | "amount" | "values" };

/** A return that only the bank can read: the operation `resolve` asks the bank for its content (PosNet). */
export interface Unresolved {
  readonly verdict: "unresolved";
  readonly proofs: Proofs;
}

/** An order that the bank may have on record. */
export interface PlacedOrder {
  readonly orderId: string;
  /** The bank's references of the sale; each is null when the bank never gave it. */
  readonly references: BankReferences;
  readonly buyerIp: string;
}

export type Operation =
  | { readonly kind: "prepare"; readonly order: BankOrder; readonly card: CheckedCard }
  | { readonly kind: "resolve"; readonly order: BankOrder; readonly proofs: Proofs }
  | { readonly kind: "capture"; readonly order: BankOrder; readonly proofs: Proofs }
  | ({ readonly kind: "void"; readonly amountKurus: bigint } & PlacedOrder)
  | ({ readonly kind: "credit"; readonly amountKurus: bigint; readonly refundKey: string } & PlacedOrder)
  | ({ readonly kind: "inquire" } & PlacedOrder)
  | ({ readonly kind: "history" } & PlacedOrder);

export type OperationKind = Operation["kind"];

/** The references that a bank gives an operation, kept for reconciliation; some banks void and credit by them. */
export interface BankReferences {
  readonly authCode: string | null;
  readonly rrn: string | null;
  /** The bank's own id of the transaction: NestPay's `TransId`, PosNet's `hostlogkey`. */
  readonly transactionId: string | null;
}

export const noReferences: BankReferences = { authCode: null, rrn: null, transactionId: null };

/** One record of an order's history; histories are ordered oldest first. */
export interface HistoryRecord {
  readonly kind: "sale" | "void" | "credit";
  readonly approved: boolean;
  readonly amountKurus: bigint;
  /** The record's own references, where the bank gives them. */
  readonly references?: BankReferences;
  /** The bank's time of the transaction (UTC, whole seconds), where the record names an instant and not only a day. */
  readonly at?: Date | undefined;
}

/** A refusal: its reason by the dictionaries, and the bank's own code and text. */
export interface Declined extends BankWords {
  readonly kind: "declined";
  readonly reason: BankRefusal;
  readonly bankCode: string;
}

/** A bank call has three outcomes: approved, declined, unknown (R6). Look-ups return what the bank has on record. */
export type Outcome =
  | {
      readonly kind: "approved";
      readonly references: BankReferences;
      /** The bank's time of the operation (UTC, whole seconds), where its answer names one (D-74). */
      readonly at?: Date | undefined;
      readonly prepared?: Readonly<Record<string, string>>;
    }
  | Declined
  | { readonly kind: "unknown"; readonly cause: UnknownCause }
  /** Outcome of `resolve`: the bank's reading of the return. */
  | { readonly kind: "resolved"; readonly authentication: Authentication }
  /**
   * Outcome of `inquire`: the record of the sale, with the amount taken and its time (UTC, whole seconds) where the
   * record names one (D-74). The record of a credit is never `paid`, and neither is a sale that was credited since.
   */
  | {
      readonly kind: "paid";
      readonly amountKurus: bigint;
      readonly references: BankReferences;
      readonly at?: Date | undefined;
    }
  | { readonly kind: "voided" }
  | {
      readonly kind: "not_found";
      /** The newest record of the order is its 3-D Secure authentication; only the history shows an older charge. */
      readonly wasAuthenticated?: true;
    }
  | { readonly kind: "history"; readonly records: readonly HistoryRecord[] };

export type UnknownCause =
  | "timeout"
  /** The connection was never established, so nothing was sent. */
  | "connection"
  /** `maySend` refused after the connection was established, so nothing was sent. */
  | "withdrawn"
  | "http_status"
  | "unreadable"
  | "mismatch"
  | "not_understood"
  /**
   * The answer to an inquiry is readable, but its record is not the sale, or does not show what happened to it: the
   * newest transaction of the order is a refused credit, for example. The order's history shows the sale (B-7.6).
   */
  | "sale_not_shown"
  /** The same, and the record says that money of the sale went back. A history that does not show it is behind. */
  | "reversal_shown";

export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface WireResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface Capabilities {
  /** Our server sends a request to the bank before the 3-D Secure page (PosNet). */
  readonly prepare: boolean;
  readonly void: boolean;
  readonly credit: boolean;
  readonly history: boolean;
  /** An inquiry must confirm an approved capture, because nothing signed names the currency (PayFor, B-5.4). */
  readonly confirmCapture?: true;
  /** An inquiry may show a sale as paid although it was voided or credited; the history shows it (Garanti, B-3.5). */
  readonly hidesReversals?: true;
}

/** The connector of one wire protocol: pure functions without clock and network (R5). */
export interface BankConnector {
  readonly protocol: Protocol;
  readonly supports: Capabilities;
  /** Builds the 3-D Secure form; `prepared` is the result of `prepare`, where the protocol has that step. */
  buildBankForm(
    order: BankOrder,
    card: CheckedCard,
    account: BankAccount,
    prepared?: Readonly<Record<string, string>>,
  ): BankForm;
  /** Verifies the browser's return against the order that was sent: hash, field set, order, amount (D-51). */
  readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication | Unresolved;
  /** Builds the request of an operation. Throws for an operation that the protocol does not have. */
  encode(operation: Operation, account: BankAccount): WireRequest;
  /** Reads an answer. Never throws: an unreadable answer is `unknown`. The account's key verifies signed answers. */
  decode(operation: Operation, response: WireResponse, account: BankAccount): Outcome;
}
