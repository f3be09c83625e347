import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { WebhookHeader } from "@/server/domain/webhooks/delivery";
import type { PartnerId } from "@/server/store/tenant";
import { findDelivery } from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../ctx";
import { signingSecrets } from "./webhook-secret";

/**
 * The headers that a delivery of an account would carry if it were sent now, for whoever looks for a mistake in a
 * receiver. Throws not_found.
 */
export async function listDeliveryHeaders(
  ctx: Ctx,
  { partnerId, deliveryId }: { partnerId: PartnerId; deliveryId: string },
): Promise<readonly WebhookHeader[]> {
  const delivery = await findDelivery(ctx.db, deliveryId);
  if (delivery?.partnerId !== partnerId) {
    throw new AppError("not_found", `${partnerId} has no delivery ${deliveryId}`);
  }
  return ctx.webhooks.headersOf({
    url: delivery.webhookUrl ?? "",
    deliveryId,
    body: delivery.body,
    occurredAt: delivery.occurredAt,
    // Receivers compare it with their own clock, so it is real time in the sandbox too (D-47).
    sentAt: systemClock.now(),
    secrets: signingSecrets(ctx, { ...delivery, id: partnerId }, ctx.clock.now()),
  });
}
