import type { Cause } from "@/server/domain/banks/causes";
import type { Sign } from "@/server/domain/banks/conclude";
import type { Evidence } from "@/server/domain/banks/diagnosis";
import type {
  BankAccount,
  BankConnector,
  BankOrder,
  Operation,
  OperationKind,
  Outcome,
  Protocol,
  ReturnFields,
  UnknownCause,
} from "./bank";

/** A bank of the catalogue. */
export interface BankBrand {
  readonly protocol: Protocol;
  /** The name as the BIN table writes it, e.g. `Türkiye İş Bankası`: equal names mean that a card is on-us. */
  readonly name: string;
  readonly quirks?: {
    /** The bank answers only source addresses on its list. */
    readonly sourceIpListed?: true;
  };
}

/** A bank with which a terminal may be connected, with the addresses that the catalogue proposes. */
export interface BankOffer {
  /** The key of the bank's row in the catalogue, e.g. `isbank`. */
  readonly bank: string;
  readonly name: string;
  readonly protocol: Protocol;
  /** The installment programme of the bank's own cards; null for none. */
  readonly programme: string | null;
  readonly isSourceIpListed: boolean;
  readonly live: BankAccount["endpoints"];
  readonly test: BankAccount["endpoints"];
}

/** The interface through which use-cases find and call banks. `registry.ts` and `call.ts` implement it. */
export interface Banks {
  /** Lists the banks of the catalogue. */
  listBanks(): readonly BankOffer[];
  /** Returns a bank's row of the catalogue. Throws a RangeError for a bank that is not in it. */
  getBrand(bank: string): BankBrand;
  getConnector(protocol: Protocol): BankConnector;
  /** Sends one operation, once. An answer that is late, broken or unreadable is `unknown`, never an error (R6). */
  call(protocol: Protocol, operation: Operation, account: BankAccount, options?: CallOptions): Promise<Outcome>;
  /** Returns a form's fields as text without card data and secrets. */
  redact(fields: ReturnFields, account: BankAccount): string;
  /**
   * Asks one question of the connection doctor, once. No question can move money (docs/banks.md B-14.1). Failures of
   * a bank or network are signs and never throw.
   */
  probe(protocol: Protocol, question: Question, account: BankAccount, options: ProbeOptions): Promise<Probe>;
  /**
   * Finds an address that contradicts the catalogue: the bank's test system in live mode, or its live system for a test
   * shop. Null for addresses that the catalogue does not list.
   */
  findAddressFault(account: BankAccount, isLive: boolean): Cause | null;
}

/** A question about an order that the bank does not have, or, for an inquiry, about one that it has. */
export interface ApiQuestion {
  readonly kind: "inquire" | "history" | "void" | "credit";
  readonly orderId: string;
  readonly buyerIp: string;
}

/** A question that carries a prepared order and a card that no issuer can have. */
interface CardQuestion {
  readonly order: BankOrder;
  /** The time by the product's clock (UTC), from which the made-up card's expiry is computed. */
  readonly at: Date;
}

/** The request before the bank's page (PosNet). */
export interface PrepareQuestion extends CardQuestion {
  readonly kind: "prepare";
}

/** The form that a browser posts to the bank's page. */
interface GateQuestion extends CardQuestion {
  readonly kind: "gate";
  /** The result of `prepare`, where the protocol has that step. */
  readonly prepared?: Readonly<Record<string, string>>;
}

/** A question of the connection doctor. A capture is none of them. */
export type Question = ApiQuestion | PrepareQuestion | GateQuestion;

export interface ProbeOptions {
  /** The limit for the whole exchange, in ms. */
  readonly timeoutMs: number;
  readonly observe?: (exchange: ProbeExchange) => void;
}

/** The answer to a question. */
export interface Probe {
  readonly sign: Sign;
  readonly evidence: Evidence;
  /** The bank's clock from the header `Date` (UTC, whole seconds), null where there is none. */
  readonly bankTime: Date | null;
  readonly prepared: Readonly<Record<string, string>> | null;
  /** Whether the bank has the order; null where the answer does not say so. */
  readonly isFound: boolean | null;
}

/** One question and its answer, without card data and secrets. */
interface ProbeExchange extends Omit<Exchange, "operation" | "outcome" | "cause"> {
  readonly operation: Question["kind"];
  readonly outcome: Sign;
}

export interface CallOptions {
  /** Receives the exchanged messages, in which card data and secrets are replaced. */
  readonly observe?: (exchange: Exchange) => void;
  /** Called after connecting, before a byte is sent; false or an error ends the call (cause `withdrawn`). */
  readonly maySend?: () => Promise<boolean>;
}

/** One request to a bank and its answer, without card data and secrets, so people may read it. */
export interface Exchange {
  readonly operation: OperationKind;
  readonly orderId: string;
  readonly request: string;
  /** The answer's text; null when no answer came. */
  readonly response: string | null;
  readonly httpStatus: number | null;
  readonly outcome: Outcome["kind"];
  readonly cause: UnknownCause | null;
  readonly durationMs: number;
}
