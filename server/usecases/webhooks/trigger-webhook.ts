import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { Random } from "@/server/domain/random";
import type { EventType } from "@/server/domain/states";
import { findPartner } from "@/server/store/accounts/partners";
import { inTx } from "@/server/store/db";
import { writeEvent } from "@/server/store/webhooks/outbox";
import type { Ctx } from "../ctx";

/**
 * The events that the sandbox's endpoint triggers: the test event, and payout events, so that a merchant need not wait
 * for a payout.
 */
export const triggerableTypes = [
  "webhook.test",
  "payout.paid_out",
  "payout.failed",
] as const satisfies readonly EventType[];

export interface TriggerWebhookInput {
  readonly partnerId: string;
  readonly type: EventType;
}

/**
 * Writes an event about a new, made-up resource to the outbox like a real one. Returns its delivery's id, or null when
 * the account has no address (§6). Throws not_found.
 */
export async function triggerWebhook(
  ctx: Ctx,
  { partnerId, type }: TriggerWebhookInput,
): Promise<{ deliveryId: string | null }> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found");
  const now = ctx.clock.now();
  const event = { partnerId, type, occurredAt: now, ...inventResource(ctx.random, type, now) };
  return { deliveryId: await inTx(ctx.db, (tx) => writeEvent(tx, event, now)) };
}

/** Invents the resource of an event, and the id that its body names. */
function inventResource(random: Random, type: EventType, now: Date) {
  const payment = newId(random, "payment", now);
  const payout = newId(random, "payoutBatch", now);
  switch (type) {
    case "webhook.test":
      return { resourceType: "test", resourceId: newId(random, "testEvent", now), subjectId: null } as const;
    case "payout.paid_out":
    case "payout.failed":
      return {
        resourceType: "payout_item",
        resourceId: payout,
        subjectId: payout,
      } as const;
    case "refund.approved":
    case "refund.declined":
      return { resourceType: "refund", resourceId: newId(random, "refund", now), subjectId: payment } as const;
    case "payment_link.completed":
    case "payment_link.expired": {
      const link = newId(random, "paymentLink", now);
      return { resourceType: "payment_link", resourceId: link, subjectId: link } as const;
    }
    default:
      return { resourceType: "payment", resourceId: payment, subjectId: payment } as const;
  }
}
