import type { DeliveryStatus, PaymentStatus, RefundStatus } from "./states";

/** A record that has moved to a state. Only committed moves are reported. */
export type Moved =
  | { readonly kind: "payment"; readonly to: PaymentStatus }
  | { readonly kind: "refund"; readonly to: RefundStatus };

/** One call to a bank. */
interface BankCallReport {
  /** The key of the bank in the catalogue. */
  readonly bank: string;
  readonly operation: string;
  readonly outcome: string;
  /** Why the outcome is unknown; null where it is known. */
  readonly cause: string | null;
  readonly durationMs: number;
}

/** One attempt of a webhook delivery. */
interface DeliveryReport {
  /** Why it failed; null where the receiver has accepted it. */
  readonly errorClass: string | null;
  readonly isRetry: boolean;
  /** The state of the delivery after it; null where the attempt changes nothing. */
  readonly status: DeliveryStatus | null;
  readonly durationMs: number;
}

/** The values that a span carries. Card data, secrets and personal data are never among them. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  /** `client` is a call to another system. */
  readonly kind?: "client" | "internal";
  readonly facts?: SpanFacts;
  /**
   * The stored context of a trace that this span continues (`traceParent`). The span is linked to the one in which it
   * begins. Null continues the current trace.
   */
  readonly continues?: string | null;
}

/** A span under way. */
export interface OpenSpan {
  add(facts: SpanFacts): void;
  /** Marks that the work has failed, in one word. */
  fail(word: string): void;
}

/** What the product reports about its work for metrics and traces (D-350). No method throws or waits. */
export interface Telemetry {
  moved(moved: Moved): void;
  bankCalled(call: BankCallReport): void;
  /** A browser came back from a bank's page, and its return was read. */
  bankReturned(bank: string, verdict: string): void;
  deliveryAttempted(attempt: DeliveryReport): void;
  budgetRefused(policy: string): void;
  /** A request came while the process was at its capacity. */
  capacityExceeded(check: "observe" | "enforce"): void;
  redisFailed(): void;
  /** Runs work in a span. Where no trace is recorded it only runs the work. */
  inSpan<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Returns the context of the current span in the form of W3C, to be stored; null where nothing is recorded. */
  traceParent(): string | null;
}

const nothing = (): void => undefined;
const noSpan: OpenSpan = { add: nothing, fail: nothing };

/** Reports nothing, for commands and tests. */
export const noTelemetry: Telemetry = {
  moved: nothing,
  bankCalled: nothing,
  bankReturned: nothing,
  deliveryAttempted: nothing,
  budgetRefused: nothing,
  capacityExceeded: nothing,
  redisFailed: nothing,
  inSpan: (_, work) => work(noSpan),
  traceParent: () => null,
};
