import type { Meter } from "@opentelemetry/api";
import { paymentStates, refundTable } from "@/server/domain/states";
import type { Telemetry } from "@/server/domain/telemetry";
import type { ProcessTelemetry } from "./telemetry";

/** The upper bounds of the buckets in seconds: of our own answers, and of calls to others, which may take a minute. */
const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

type Reports = Omit<Telemetry, "inSpan" | "traceParent"> & Pick<ProcessTelemetry, "requestAnswered">;

/**
 * Creates what is counted where it happens (D-351). Labels take few values each: never an account, a payment, a card or
 * an address.
 */
export function createInstruments(meter: Meter): Reports {
  const counter = (name: string, description: string) => meter.createCounter(name, { description });
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries } });

  const requests = histogram(
    "vezne_http_request_duration_seconds",
    "Requests at the public ports, by the template of their address",
    answerBuckets,
  );
  const payments = counter("vezne_payments_total", "Payments that have come to this state");
  const refunds = counter("vezne_refunds_total", "Refunds that have come to this state");
  const bankCalls = histogram("vezne_bank_call_duration_seconds", "Calls to banks, by their outcome", callBuckets);
  const bankUnknown = counter("vezne_bank_call_unknown_total", "Calls to banks without a clear answer, by their cause");
  const bankReturns = counter("vezne_bank_returns_total", "Returns of browsers from banks, by what was read in them");
  const attempts = histogram(
    "vezne_webhook_attempt_duration_seconds",
    "Attempts of deliveries, by the receiver's answer",
    callBuckets,
  );
  const ended = counter("vezne_webhook_deliveries_ended_total", "Deliveries that have ended in this state");
  const budgets = counter("vezne_rate_limit_refusals_total", "Requests beyond a budget");
  const capacity = counter("vezne_capacity_exceeded_total", "New work that came while the process was at its capacity");
  const redisErrors = counter("vezne_redis_errors_total", "Counts of budgets that Redis did not answer");

  // A series that begins at 0 shows its first increase as one.
  for (const state of paymentStates) payments.add(0, { state });
  for (const state of refundTable.states) refunds.add(0, { state });
  return {
    requestAnswered: ({ method, route, status, durationMs }) =>
      requests.record(durationMs / 1_000, { method: toMethod(method), route, status: String(status) }),
    moved: ({ kind, to }) => (kind === "payment" ? payments : refunds).add(1, { state: to }),
    bankCalled({ bank, operation, outcome, cause, durationMs }) {
      bankCalls.record(durationMs / 1_000, { bank, operation, outcome });
      if (cause !== null) bankUnknown.add(1, { bank, operation, cause });
    },
    bankReturned: (bank, verdict) => bankReturns.add(1, { bank, verdict }),
    deliveryAttempted({ errorClass, isRetry, status, durationMs }) {
      attempts.record(durationMs / 1_000, { outcome: errorClass ?? "delivered", retry: String(isRetry) });
      if (status !== null && status !== "pending") ended.add(1, { state: status });
    },
    budgetRefused: (policy) => budgets.add(1, { policy }),
    capacityExceeded: (check) => capacity.add(1, { check }),
    redisFailed: () => redisErrors.add(1),
  };
}

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A client may invent methods, and each would be a series of its own. */
const toMethod = (method: string): string => (knownMethods.has(method) ? method : "other");
