import { days, hours, minutes, plusMs, seconds } from "../clock";
import type { DeliveryStatus } from "../states";

/** What one POST to a receiver came to. */
export interface AttemptResult {
  /** Of the status line; null when there was none. */
  readonly statusCode: number | null;
  /** Null for 2xx. */
  readonly errorClass: AttemptError | null;
  readonly durationMs: number;
  /** The first 2 KiB of the answer's body. */
  readonly response: Uint8Array<ArrayBuffer>;
}

export const attemptErrors = [
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
export type AttemptError = (typeof attemptErrors)[number];

/** One message to one receiver, complete but for the address check. */
export interface WebhookMessage {
  readonly url: string;
  readonly deliveryId: string;
  readonly occurredAt: Date;
  /** Of this attempt, in real time. */
  readonly sentAt: Date;
  readonly body: Uint8Array;
  /** The first signs the contract's headers, each of them the Standard Webhooks one (D-37). */
  readonly secrets: readonly [string, ...string[]];
}

/** Why a webhook could not be sent to an address, whatever is there. */
export type AddressTrouble = Extract<AttemptError, "blocked_destination" | "name_not_found" | "timeout">;

/** Sends one signed POST to one checked address; never throws. */
export interface WebhookSender {
  send(message: WebhookMessage): Promise<AttemptResult>;
  /** What `send` puts before the body: names and values, in order. */
  headersOf(message: WebhookMessage): readonly WebhookHeader[];
  /** Looks an address up as `send` does, and connects to nothing; null: it could be sent to (D-38). */
  check(url: string): Promise<AddressTrouble | null>;
}

export interface WebhookHeader {
  readonly name: string;
  readonly value: string;
}

/** ms after the failed attempt (§6.4). */
export const retryDelaysMs = [seconds(30), minutes(2), minutes(10), hours(1), hours(6)] as const;

/** ms after the first attempt (§6.4). */
export const deliveryWindowMs = days(1);

/** How long a delivery can be sent again by hand, from when it was made (D-35). ms. */
export const resendableMs = days(30);

export interface DeliveryStep {
  readonly status: DeliveryStatus;
  /** When the next attempt is due; null when there is none. */
  readonly nextAttemptAt: Date | null;
}

/**
 * What an attempt makes of a pending delivery (§6.4, D-34): 2xx completes it, 4xx ends it, anything else is tried again.
 * @param number of the attempt, from 1
 * @param endedAt of the attempt, UTC
 */
export function stepAfter(
  result: AttemptResult,
  number: number,
  firstAttemptAt: Date,
  endedAt: Date,
): DeliveryStep {
  if (result.errorClass === null) return { status: "delivered", nextAttemptAt: null };
  if (result.errorClass === "client_error") return { status: "rejected", nextAttemptAt: null };
  const delayMs = retryDelaysMs[number - 1];
  if (delayMs === undefined) return { status: "exhausted", nextAttemptAt: null };
  const nextAttemptAt = plusMs(endedAt, delayMs);
  return isTooLate(firstAttemptAt, nextAttemptAt)
    ? { status: "dropped", nextAttemptAt: null }
    : { status: "pending", nextAttemptAt };
}

/** Whether an attempt at `instant` would come more than a day after the first (§6.4). */
export const isTooLate = (firstAttemptAt: Date, instant: Date): boolean =>
  instant >= plusMs(firstAttemptAt, deliveryWindowMs);
