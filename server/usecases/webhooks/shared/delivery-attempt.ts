import { systemClock } from "@/server/domain/clock";
import { type DeliveryAttemptResult, isPastDeliveryWindow, nextDeliveryStep } from "@/server/domain/webhooks/delivery";
import { type ClaimedDelivery, dropDelivery, recordAttempt } from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../../ctx";
import { signingSecrets } from "./webhook-secret";

/** Makes one attempt of a claimed delivery. Returns when it is due next (UTC), or null when it has ended. */
export async function attemptClaimedDelivery(ctx: Ctx, delivery: ClaimedDelivery): Promise<Date | null> {
  const { id: deliveryId } = delivery;
  if (delivery.firstAttemptAt && isPastDeliveryWindow(delivery.firstAttemptAt, ctx.clock.now())) {
    await dropDelivery(ctx.db, deliveryId, ctx.clock.now());
    ctx.log.warn({ deliveryId, partnerId: delivery.partnerId }, "Delivery dropped");
    return null;
  }
  const attempt = await postDelivery(ctx, delivery);
  const step = nextDeliveryStep(
    attempt,
    delivery.scheduledAttempts + 1,
    delivery.firstAttemptAt ?? attempt.startedAt,
    attempt.endedAt,
  );
  await recordAttempt(ctx.db, deliveryId, { ...attempt, isScheduled: true }, step);
  if (step.status === "exhausted" || step.status === "dropped" || step.status === "rejected") {
    const { statusCode, errorClass } = attempt;
    ctx.log.warn({ deliveryId, partnerId: delivery.partnerId, statusCode, errorClass }, `Delivery ${step.status}`);
  }
  return step.nextAttemptAt;
}

/**
 * Posts a delivery once to the account's current address: a changed address also applies to pending attempts (D-34).
 */
export async function postDelivery(ctx: Ctx, delivery: ClaimedDelivery) {
  const startedAt = ctx.clock.now();
  const url = delivery.webhookUrl ?? "";
  const result =
    delivery.webhookUrl === null
      ? noAddress
      : await ctx.webhooks.send({
          url,
          deliveryId: delivery.id,
          body: delivery.body,
          occurredAt: delivery.occurredAt,
          // Receivers compare this instant with their own clock, so it is real time in the sandbox, too (D-47).
          sentAt: systemClock.now(),
          secrets: signingSecrets(ctx, { ...delivery, id: delivery.partnerId }, startedAt),
        });
  return { ...result, url, startedAt, endedAt: ctx.clock.now() };
}

const noAddress: DeliveryAttemptResult = {
  statusCode: null,
  errorClass: "no_address",
  durationMs: 0,
  response: new Uint8Array(),
};
