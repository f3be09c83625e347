import type { DeliveryStatus, EventType } from "@/server/domain/states";
import { visibleText } from "@/server/domain/visible-text";
import type { DeliveryAttemptError } from "@/server/domain/webhooks/delivery";
import type { ListedDeliveryRow } from "@/server/store/webhooks/delivery-list";

/** The resource that a delivery's body names (§6.2); the body of a test event names none. */
export interface DeliverySubject {
  readonly kind: "payment" | "link" | "payout";
  /** The payment code, the link's id or the payout batch's id. */
  readonly id: string;
}

/** The view model of a delivery in a list. */
export interface DeliveryRecord {
  readonly id: string;
  readonly type: EventType;
  readonly subject: DeliverySubject | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** The result of the last attempt; null before the first one. */
  readonly lastResult: DeliveryAttemptOutcome | null;
  /** When the schedule attempts it next (UTC); null when it does not any more. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

interface DeliveryAttemptOutcome {
  /** The HTTP status; null when there was no answer. */
  readonly statusCode: number | null;
  /** Null for a 2xx answer. */
  readonly errorClass: DeliveryAttemptError | null;
}

export const toDeliveryRecord = (row: ListedDeliveryRow): DeliveryRecord => ({
  id: row.id,
  type: row.type,
  subject: toDeliverySubject(row.body),
  status: row.status,
  attempts: row.attempts,
  lastResult: row.attempts === 0 ? null : { statusCode: row.statusCode, errorClass: row.errorClass },
  nextAttemptAt: row.nextAttemptAt,
  createdAt: row.createdAt,
});

const kinds = { paymentCode: "payment", paymentLinkId: "link", payoutBatchId: "payout" } as const;

/**
 * Reads the subject from the body that is sent, because the row of a refund's delivery names the refund while its body
 * names the payment.
 */
export function toDeliverySubject(body: Uint8Array): DeliverySubject | null {
  const fields: Record<string, unknown> = JSON.parse(Buffer.from(body).toString());
  for (const [field, kind] of Object.entries(kinds)) {
    const id = fields[field];
    if (typeof id === "string") return { kind, id };
  }
  return null;
}

/** The view model of one delivery attempt: one POST and its answer. */
export interface DeliveryAttemptView {
  /** The attempt's number within the delivery, from 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** An empty text when the account had no address. */
  readonly url: string;
  readonly statusCode: number | null;
  /** Null for a 2xx answer. */
  readonly errorClass: DeliveryAttemptError | null;
  /** The first 2 KiB of the answer's body, escaped for display (S23). */
  readonly response: string;
  /** Whether the attempt was made manually, outside the schedule (D-35). */
  readonly isByHand: boolean;
}

/** The view model of a delivery with its attempts. */
export interface DeliveryView extends DeliveryRecord {
  /** The body that every attempt sends, as text. */
  readonly body: string;
  readonly occurredAt: Date;
  /** The account's current address; null when it has none. */
  readonly url: string | null;
  /** The latest attempts, oldest first. */
  readonly tries: DeliveryAttemptView[];
  /** The number of attempts that the schedule has made. */
  readonly scheduledAttempts: number;
  readonly finishedAt: Date | null;
  /** Until when the delivery can be sent again manually (D-35), UTC. */
  readonly resendableUntil: Date;
  readonly isResendable: boolean;
}

interface DeliveryAttemptRow extends Omit<DeliveryAttemptView, "response" | "errorClass" | "isByHand"> {
  readonly errorClass: string | null;
  readonly response: Uint8Array;
  readonly byHand: boolean;
}

export const toDeliveryAttemptView = ({
  number,
  startedAt,
  durationMs,
  url,
  statusCode,
  ...row
}: DeliveryAttemptRow): DeliveryAttemptView => ({
  number,
  startedAt,
  durationMs,
  url,
  statusCode,
  errorClass: row.errorClass as DeliveryAttemptError | null,
  response: visibleText(row.response),
  isByHand: row.byHand,
});
