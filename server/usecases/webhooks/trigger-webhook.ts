import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { findPartner } from "@/server/store/accounts/partners";
import { inTx } from "@/server/store/db";
import { writeEvent } from "@/server/store/webhooks/outbox";
import type { Ctx } from "../ctx";

/**
 * The events that can be triggered manually: the test event, and payout events, because the sandbox makes no payouts.
 */
export const triggerableTypes = ["webhook.test", "payout.paid_out", "payout.failed"] as const;

export interface TriggerWebhookInput {
  readonly partnerId: string;
  readonly type: (typeof triggerableTypes)[number];
}

/**
 * Writes an event to the outbox like a real one. Returns its delivery's id, or null when the account has no address
 * (§6). Throws not_found.
 */
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
