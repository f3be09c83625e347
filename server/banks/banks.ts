import type {
  BankAccount,
  BankConnector,
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

/** The interface through which use-cases find and call banks. `registry.ts` and `call.ts` implement it. */
export interface Banks {
  /** Returns a bank's row of the catalogue. Throws a RangeError for a bank that is not in it. */
  getBrand(bank: string): BankBrand;
  getConnector(protocol: Protocol): BankConnector;
  /** Sends one operation, once. An answer that is late, broken or unreadable is `unknown`, never an error (R6). */
  call(protocol: Protocol, operation: Operation, account: BankAccount, options?: CallOptions): Promise<Outcome>;
  /** Returns a form's fields as text without card data and secrets. */
  redact(fields: ReturnFields, account: BankAccount): string;
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
