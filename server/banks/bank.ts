import type { Secret } from "@/server/domain/secret";

/** A wire protocol. A bank's brand is a row of `catalog.ts` that names one of these. */
export type Protocol = "nestpay" | "garanti" | "posnet" | "payfor";

/** What a merchant's shop has agreed with its bank. Decrypted for the length of one call. */
export interface BankAccount {
  /** Row of `catalog.ts`, e.g. `isbank`. */
  readonly bank: string;
  readonly merchantId: string;
  readonly terminalNo: string;
  readonly user: string;
  readonly password: Secret;
  /** The user who voids and credits, where the bank demands another one (Garanti's `PROVRFN`). */
  readonly refundUser?: { readonly name: string; readonly password: Secret };
  readonly storeKey: Secret;
  /** Whether the shop is at the bank's test system: some protocols say so in every message. */
  readonly isTest?: boolean;
  /** What the bank puts before an order's id in later operations, where it differs from the catalogue (PosNet). */
  readonly orderPrefix?: string;
  readonly endpoints: { readonly gate: string; readonly api: string };
}

export interface BankOrder {
  /** 20 characters, one per attempt (D-50). */
  readonly orderId: string;
  readonly amountKurus: bigint;
  /** 1 is a single charge. */
  readonly installment: number;
  readonly language: "tr" | "en";
  /** Where the bank sends the browser back, on success and on failure alike. */
  readonly callbackUrl: string;
  /** Random text of this attempt, at most 20 characters. */
  readonly nonce: string;
  readonly buyerIp: string;
}

export interface CardInput {
  readonly pan: Secret;
  /** `MM`; the year is `YY`. */
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cv2: Secret;
}

/** The self-submitting form that takes the buyer to the bank's 3-D Secure page. */
export interface HandoffForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Form fields as the browser brought them, in order, repetitions kept. */
export type ReturnFields = readonly (readonly [name: string, value: string])[];

/** What 3-D Secure left us for the capture (md, xid, eci, cavv…). Encrypted at rest, erased when final (D-49). */
export type Proofs = Readonly<Record<string, string>>;

export type Authentication =
  | { readonly verdict: "authenticated"; readonly orderId: string; readonly proofs: Proofs }
  | { readonly verdict: "not_authenticated"; readonly orderId: string; readonly mdStatus: string | null }
  /** Forged, altered or not of this attempt: changes nothing, goes to the security log (D-17, D-51). */
  | { readonly verdict: "refused"; readonly why: "hash" | "fields" | "order" | "amount" | "values" };

/** What the browser brought can be read by the bank alone: it is asked what it says (`resolve`; PosNet). */
export interface Unresolved {
  readonly verdict: "unresolved";
  readonly proofs: Proofs;
}

/** An order that the bank may have on record. */
export interface PlacedOrder {
  readonly orderId: string;
  /** What the bank gave its sale; each null when it was never told. */
  readonly references: BankReferences;
  readonly buyerIp: string;
}

export type Operation =
  | { readonly kind: "prepare"; readonly order: BankOrder; readonly card: CardInput }
  | { readonly kind: "resolve"; readonly order: BankOrder; readonly proofs: Proofs }
  | { readonly kind: "capture"; readonly order: BankOrder; readonly proofs: Proofs }
  | ({ readonly kind: "void"; readonly amountKurus: bigint } & PlacedOrder)
  | ({ readonly kind: "credit"; readonly amountKurus: bigint; readonly refundKey: string } & PlacedOrder)
  | ({ readonly kind: "inquire" } & PlacedOrder)
  | ({ readonly kind: "history" } & PlacedOrder);

export type OperationKind = Operation["kind"];

/** Why a bank says no, in our words; the buyer's sentences are in `components/pay`. */
export const declineReasons = [
  "insufficient_funds",
  "lost_or_stolen_card",
  "do_not_honour",
  "expired_card",
  "invalid_card",
  "invalid_security_code",
  "not_permitted_online",
  "limit_exceeded",
  "suspected_fraud",
  "issuer_unavailable",
  "installment_not_allowed",
  "duplicate_order",
  "day_not_closed",
  "nothing_to_void",
  "amount_exceeds_remaining",
  "bank_error",
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** References that a bank gives an operation: kept for reconciliation, and some banks void and credit by them. */
export interface BankReferences {
  readonly authCode: string | null;
  readonly rrn: string | null;
  /** PosNet: the `hostlogkey`. */
  readonly transactionId: string | null;
}

/** One line of an order's history, oldest first. */
export interface HistoryRecord {
  readonly kind: "sale" | "void" | "credit";
  readonly approved: boolean;
  readonly amountKurus: bigint;
  /** Where the bank gives the record references of its own. */
  readonly references?: BankReferences;
  /** When the bank did it, where the line names an instant and not only a day. UTC, in whole seconds. */
  readonly at?: Date | undefined;
}

/** A bank call has three outcomes, never two (rule 6); the look-ups answer with what the bank has on record. */
export type Outcome =
  | {
      readonly kind: "approved";
      readonly references: BankReferences;
      /** When the bank did it, where its answer names that. UTC, in whole seconds (D-74). */
      readonly at?: Date | undefined;
      readonly prepared?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "declined"; readonly reason: DeclineReason; readonly bankCode: string }
  | { readonly kind: "unknown"; readonly cause: UnknownCause }
  /** Resolve: what the bank made of what the browser brought. */
  | { readonly kind: "resolved"; readonly authentication: Authentication }
  /** Inquiry: `amountKurus` is what was taken; `at` is when, where the record names that (UTC, in whole seconds, D-74). */
  | {
      readonly kind: "paid";
      readonly amountKurus: bigint;
      readonly references: BankReferences;
      readonly at?: Date | undefined;
    }
  | { readonly kind: "voided" }
  | { readonly kind: "not_found" }
  | { readonly kind: "history"; readonly records: readonly HistoryRecord[] };

export type UnknownCause =
  | "timeout"
  /** The connection never stood: nothing was sent. */
  | "connection"
  /** The caller took the call back once the connection stood (`maySend`): nothing was sent. */
  | "withdrawn"
  | "http_status"
  | "unreadable"
  | "mismatch"
  | "not_understood";

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
  /** The bank is asked from our server before the 3-D Secure page (PosNet). */
  readonly prepare: boolean;
  readonly void: boolean;
  readonly credit: boolean;
  readonly history: boolean;
  /** An approved capture is believed once an inquiry shows its amount: nothing signed names the currency (PayFor). */
  readonly confirmCapture?: true;
}

/** One wire protocol: pure functions, no clock, no network (rule 5). */
export interface Bank {
  readonly protocol: Protocol;
  readonly supports: Capabilities;
  /** The 3-D Secure form; `prepared` is what `prepare` gave, where the protocol has that step. */
  handoff(
    order: BankOrder,
    card: CardInput,
    account: BankAccount,
    prepared?: Readonly<Record<string, string>>,
  ): HandoffForm;
  /** Verifies what the browser brought back against what was sent: hash, field set, order, amount (D-51). */
  readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication | Unresolved;
  /** Throws for an operation that the protocol does not have. */
  encode(operation: Operation, account: BankAccount): WireRequest;
  /** Never throws for what a bank may answer: unreadable is `unknown`. Some answers are signed with the account's key. */
  decode(operation: Operation, response: WireResponse, account: BankAccount): Outcome;
}

/** A bank of the catalogue. */
export interface BankBrand {
  readonly protocol: Protocol;
  /** As the BIN table writes it, e.g. `İş Bankası`: equal names mean that a card is on-us. */
  readonly name: string;
  readonly quirks?: {
    /** The bank answers only to source addresses that it was told of. */
    readonly sourceIpListed?: true;
  };
}

/** What use-cases see of the banks: find one, call one. Implemented by `registry.ts` and `call.ts`. */
export interface Banks {
  /** The row of the catalogue; throws for a bank that is not in it. */
  brand(bank: string): BankBrand;
  of(protocol: Protocol): Bank;
  /** Sends one operation; never throws, never retries; whatever is unreadable or late is `unknown`. */
  call(
    protocol: Protocol,
    operation: Operation,
    account: BankAccount,
    options?: CallOptions,
  ): Promise<Outcome>;
  /** A form's fields as people may see them: no card data, no secret. */
  redact(fields: ReturnFields, account: BankAccount): string;
}

export interface CallOptions {
  /** Is told what went over the wire, with card data and secrets replaced. */
  readonly observe?: (exchange: Exchange) => void;
  /** Asked once the connection stands, before a byte is written: false takes the call back (cause `withdrawn`). */
  readonly maySend?: () => Promise<boolean>;
}

/** One request to a bank and what came back, fit to be shown to people: no card data, no secret. */
export interface Exchange {
  readonly operation: OperationKind;
  readonly orderId: string;
  readonly request: string;
  /** Null when none came. */
  readonly response: string | null;
  readonly httpStatus: number | null;
  readonly outcome: Outcome["kind"];
  readonly cause: UnknownCause | null;
  readonly durationMs: number;
}
