import { newId } from "@/server/domain/ids";
import type { EventType } from "@/server/domain/states";
import type { Tx } from "./db";

export interface NewEvent {
  readonly partnerId: string;
  readonly type: EventType;
  readonly resourceType: "payment" | "refund" | "payment_link" | "payout";
  readonly resourceId: string;
  /** When it happened or fell due (D-48). */
  readonly occurredAt: Date;
}

/** Writes an event in the transaction of its change; the same event of a resource is written once (rule 8). */
export async function writeEvent(tx: Tx, event: NewEvent, now: Date): Promise<void> {
  await tx.outboxEvent.createMany({
    data: [{ id: newId("event", now), ...event, createdAt: now }],
    skipDuplicates: true,
  });
}
