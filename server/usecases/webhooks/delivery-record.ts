import type { DeliveryStatus, EventType } from "@/server/domain/states";
import type { AttemptError } from "@/server/domain/webhooks/delivery";
import type { ListedDeliveryRow } from "@/server/store/webhooks/delivery-list";

/** What a delivery is about, as its body names it (§6.2); a test is about nothing. */
export interface DeliverySubject {
  readonly kind: "payment" | "link" | "payout";
  /** The payment's code, the link's id or the batch's. */
  readonly id: string;
}

/** A delivery as a list shows it. */
export interface DeliveryRecord {
  readonly id: string;
  readonly type: EventType;
  readonly subject: DeliverySubject | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** What the last attempt came to; null where there was none. */
  readonly lastResult: AttemptOutcome | null;
  /** When it is tried next by itself; null when it is not any more. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

export interface AttemptOutcome {
  /** Null: there was no answer. */
  readonly statusCode: number | null;
  /** Null for 2xx. */
  readonly errorClass: AttemptError | null;
}

export const toDeliveryRecord = (row: ListedDeliveryRow): DeliveryRecord => ({
  id: row.id,
  type: row.type,
  subject: subjectOf(row.body),
  status: row.status,
  attempts: row.attempts,
  lastResult: row.attempts === 0 ? null : { statusCode: row.statusCode, errorClass: row.errorClass },
  nextAttemptAt: row.nextAttemptAt,
  createdAt: row.createdAt,
});

const kinds = { paymentCode: "payment", paymentLinkId: "link", payoutBatchId: "payout" } as const;

/** From the bytes that are sent: of a refund the row knows the refund, and the body the payment. */
export function subjectOf(body: Uint8Array): DeliverySubject | null {
  const said: Record<string, unknown> = JSON.parse(Buffer.from(body).toString());
  for (const [field, kind] of Object.entries(kinds)) {
    const id = said[field];
    if (typeof id === "string") return { kind, id };
  }
  return null;
}
