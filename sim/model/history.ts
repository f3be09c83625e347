/** A history of calls of the merchant API, as a simulator records it, and the facts that it may know beside it. */

const operationIds = [
  "createPayment",
  "findPayment",
  "getPayment",
  "refundPayment",
  "creditPayment",
  "voidPayment",
  "listRefunds",
  "getRefundOfPayment",
  "findRefund",
  "getRefund",
  "createPaymentLink",
  "listPaymentLinks",
  "getPaymentLink",
  "cancelPaymentLink",
  "findInstallmentOptions",
  "getInstallmentOverview",
  "getPaymentAcceptanceStatus",
] as const;
/** The `operationId` of an endpoint in the OpenAPI document. */
export type OperationId = (typeof operationIds)[number];

export interface Request {
  readonly operation: OperationId;
  /** The parameters of the path, decoded: `paymentCode`, `refundId`, `id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  /** The parsed JSON. Instants may be of type `Date` and amounts of type `bigint`. */
  readonly body: unknown;
}

/** One call. Steps are the simulator's own counter; the clock is the product's (D-47). */
export interface Call {
  /** The order of invocation, unique in a history. */
  readonly number: number;
  /** The actor, see `Facts.accountOf`. */
  readonly client: string;
  /** The step at which the request was sent. */
  readonly startedAt: number;
  /** The step at which the answer came; null where no answer came. Such a call may take effect at any later step. */
  readonly endedAt: number | null;
  readonly clock: { readonly startedAt: Date; readonly endedAt: Date | null };
  readonly request: Request;
  readonly answer: Answer | null;
}

/** Money that the bank moved, as its ledger has it. Amount in kuruş; the step at which it moved. */
export interface Movement {
  readonly paymentCode: string;
  readonly amountKurus: number;
  readonly atStep: number;
}

/** What a chargeback took of a payment, or gave back to it, as the bank's day-end files say. */
export interface Charge {
  readonly paymentCode: string;
  /** What both movements of a case share. */
  readonly caseName: string;
  /** In kuruş; less than 0 where the money comes back. */
  readonly amountKurus: number;
  /** The step at which a file first had it. It is booked at that step or later, or never. */
  readonly fromStep: number;
}

/** What the product's own rows say about a payment that may never have been shown to its merchant. */
interface PaymentRow {
  readonly paymentCode: string;
  readonly account: string;
  readonly partnerTxCode: string;
  readonly linkId: string | null;
  readonly amountKurus: number;
}

/** What is agreed with a bank for a terminal (D-41), constant during the history. */
interface Terminal {
  readonly account: string;
  readonly effectiveCounts: readonly number[];
  /** The time to complete 3-D Secure, minutes (§8.2). */
  readonly validityMinutes: number;
  /** `HH:MM` in Istanbul (D-25). */
  readonly dayEndLocal: string;
  readonly isDirect: boolean;
}

/** Knowledge that narrows what may have happened unseen. Each member is optional: without it, everything may. */
export interface Facts {
  /** Returns the account of an actor. By default it is the part of the actor's name before the first `/`. */
  readonly accountOf?: (client: string) => string;
  /**
   * All payments that exist in the end. They are needed where an actor may name a payment that no answer has shown, for
   * example after a webhook, or the code of a link's payment.
   */
  readonly payments?: readonly PaymentRow[];
  /** All links that exist in the end, for the same reason. */
  readonly links?: readonly { readonly linkId: string; readonly account: string }[];
  /** All captures of the bank. A payment is captured only where there is one of its amount by then. */
  readonly captures?: readonly Movement[];
  /** All voids and credits of the bank. Approved refunds never exceed them. */
  readonly refunds?: readonly Movement[];
  /** All movements of chargebacks that a file of the bank had. Without it there are none. */
  readonly charges?: readonly Charge[];
  /** Every card that a buyer handed in for a payment of the API. Without a card it can only expire. */
  readonly cards?: readonly { readonly paymentCode: string; readonly atStep: number }[];
  /** All terminals by their ids. A creation then has to follow them. */
  readonly terminals?: Readonly<Record<string, Terminal>>;
  /**
   * The codes of refusals that settings, budgets or trouble of our own can cause in this run, for example
   * `rate_limited` or `service_unavailable`. By default all of them except `internal_error` and `validation_error`.
   */
  readonly refusals?: readonly string[];
  /** Payments that a contradiction between bank and books held at some time (D-163); their refunds may be refused. */
  readonly heldPayments?: readonly string[];
}

/** Thrown where a part of a history has more possible explanations than the checker is allowed to look at. */
export class TooLargeError extends Error {
  constructor(subject: string, statesMax: number) {
    super(`The history of ${subject} is too large: more than ${statesMax} states were visited`);
    this.name = "TooLargeError";
  }
}
