import { days, hours, minutes, plusMs, seconds } from "../clock";
import type { DeliveryStatus } from "../states";

/** The result of one delivery attempt, which is one POST to the receiver. */
export interface DeliveryAttemptResult {
  /** The HTTP status of the response; null when there was no response. */
  readonly statusCode: number | null;
  /** Null for a 2xx response. */
  readonly errorClass: DeliveryAttemptError | null;
  readonly durationMs: number;
  /** The first 2 KiB of the response body. */
  readonly response: Uint8Array<ArrayBuffer>;
}

export const deliveryAttemptErrors = [
  "client_error",
  "server_error",
  "redirect",
  "timeout",
  "name_not_found",
  "blocked_destination",
  "connection_failed",
  "connection_lost",
  "tls_error",
  "malformed_response",
  "no_address",
] as const;
export type DeliveryAttemptError = (typeof deliveryAttemptErrors)[number];

/** One message to one receiver. Its address has not been checked yet. */
export interface WebhookMessage {
  readonly url: string;
  readonly deliveryId: string;
  readonly occurredAt: Date;
  /** The start of this attempt in real time. */
  readonly sentAt: Date;
  readonly body: Uint8Array;
  /** The first secret signs the contract's headers; every secret signs the Standard Webhooks header (D-37). */
  readonly secrets: readonly [string, ...string[]];
}

/** Why no webhook can be sent to an address, regardless of the receiver's behaviour. */
export type AddressProblem = Extract<DeliveryAttemptError, "blocked_destination" | "name_not_found" | "timeout">;

/** Sends webhooks. */
export interface WebhookSender {
  /** Checks the address and sends one signed POST to it. Never throws. */
  send(message: WebhookMessage): Promise<DeliveryAttemptResult>;
  /** Returns the headers that `send` sends, in their order. */
  buildHeaders(message: WebhookMessage): readonly WebhookHeader[];
  /**
   * Resolves and checks an address as `send` does, without connecting. Null means that webhooks can be sent to it
   * (D-38).
   */
  check(url: string): Promise<AddressProblem | null>;
}

export interface WebhookHeader {
  readonly name: string;
  readonly value: string;
}

/** The delays of the retries in ms, each counted from the end of the failed attempt (§6.4). */
export const retryDelaysMs = [seconds(30), minutes(2), minutes(10), hours(1), hours(6)] as const;

/** How long after the first attempt a delivery is retried, in ms (§6.4). */
export const deliveryWindowMs = days(1);

/** How long after its creation a delivery can be sent again manually, in ms (D-35). */
export const resendableMs = days(30);

/** The new status of a delivery after an attempt. */
export interface DeliveryStep {
  readonly status: DeliveryStatus;
  /** The instant (UTC) of the next attempt; null when there is none. */
  readonly nextAttemptAt: Date | null;
}

/**
 * Decides the status of a pending delivery after an attempt (§6.4, D-34): a 2xx response completes the delivery, a 4xx
 * response ends it, and any other result is retried.
 * @param number the number of the attempt, from 1
 * @param firstAttemptAt the instant (UTC) of the first attempt
 * @param endedAt the end of the attempt, UTC
 */
export function nextDeliveryStep(
  result: DeliveryAttemptResult,
  number: number,
  firstAttemptAt: Date,
  endedAt: Date,
): DeliveryStep {
  if (result.errorClass === null) return { status: "delivered", nextAttemptAt: null };
  if (result.errorClass === "client_error") return { status: "rejected", nextAttemptAt: null };
  const delayMs = retryDelaysMs[number - 1];
  if (delayMs === undefined) return { status: "exhausted", nextAttemptAt: null };
  const nextAttemptAt = plusMs(endedAt, delayMs);
  return isPastDeliveryWindow(firstAttemptAt, nextAttemptAt)
    ? { status: "dropped", nextAttemptAt: null }
    : { status: "pending", nextAttemptAt };
}

/** Returns whether an attempt at `instant` would come a day or more after the first one (§6.4). */
export const isPastDeliveryWindow = (firstAttemptAt: Date, instant: Date): boolean =>
  instant >= plusMs(firstAttemptAt, deliveryWindowMs);
