import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { findPartner } from "@/server/store/accounts/partners";
import { inTx } from "@/server/store/db";
import { writeEvent } from "@/server/store/webhooks/outbox";
import type { Ctx } from "../ctx";

/** The events that can be triggered by hand: the test, and those of payouts, which the sandbox does not pay. */
export const triggeredTypes = ["webhook.test", "payout.paid_out", "payout.failed"] as const;

export interface TriggerWebhookInput {
  readonly partnerId: string;
  readonly type: (typeof triggeredTypes)[number];
}

/** Sends an event as the real ones are sent. Answers its delivery, null without an address (§6). Throws not_found. */
export async function triggerWebhook(
  ctx: Ctx,
  { partnerId, type }: TriggerWebhookInput,
): Promise<{ deliveryId: string | null }> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found");
  const now = ctx.clock.now();
  const isTest = type === "webhook.test";
  const event = {
    partnerId,
    type,
    occurredAt: now,
    resourceType: isTest ? ("test" as const) : ("payout_item" as const),
    resourceId: newId(isTest ? "testEvent" : "payoutItem", now),
    subjectId: isTest ? null : newId("payoutBatch", now),
  };
  return { deliveryId: await inTx(ctx.db, (tx) => writeEvent(tx, event, now)) };
}
