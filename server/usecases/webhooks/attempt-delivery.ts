import { systemClock } from "@/server/domain/clock";
import { type AttemptResult, isTooLate, stepAfter } from "@/server/domain/webhooks/delivery";
import {
  type ClaimedDelivery,
  claimDeliveries,
  dropDelivery,
  nextAttemptOf,
  recordAttempt,
} from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../ctx";
import { signingSecrets } from "./webhook-secret";

export interface DeliveryProgress {
  /** False when it was not due, or somebody else has it. */
  readonly attempted: boolean;
  /** When it is due next; null when it has come to its end. */
  readonly nextAttemptAt: Date | null;
}

/**
 * Sends a due delivery once and writes down what came of it (§6.4). The claim is committed before the request goes
 * out; a crash in between, or before the result is on record, makes it be sent again, never lost (D-34).
 */
export async function attemptDelivery(
  ctx: Ctx,
  { deliveryId }: { deliveryId: string },
): Promise<DeliveryProgress> {
  const [delivery] = await claimDeliveries(ctx.db, [deliveryId], ctx.clock.now());
  return delivery
    ? { attempted: true, nextAttemptAt: await attemptClaimed(ctx, delivery) }
    : { attempted: false, nextAttemptAt: await nextAttemptOf(ctx.db, [deliveryId]) };
}

/** The same for a delivery that has been claimed; answers when it is due next, null when it has come to its end. */
export async function attemptClaimed(ctx: Ctx, delivery: ClaimedDelivery): Promise<Date | null> {
  const { id: deliveryId } = delivery;
  if (delivery.firstAttemptAt && isTooLate(delivery.firstAttemptAt, ctx.clock.now())) {
    await dropDelivery(ctx.db, deliveryId, ctx.clock.now());
    ctx.log.warn({ deliveryId, partnerId: delivery.partnerId }, "Delivery dropped");
    return null;
  }
  const attempt = await post(ctx, delivery);
  const step = stepAfter(
    attempt,
    delivery.scheduledAttempts + 1,
    delivery.firstAttemptAt ?? attempt.startedAt,
    attempt.endedAt,
  );
  await recordAttempt(ctx.db, deliveryId, { ...attempt, isScheduled: true }, step);
  if (step.status === "exhausted" || step.status === "dropped" || step.status === "rejected") {
    const { statusCode, errorClass } = attempt;
    ctx.log.warn(
      { deliveryId, partnerId: delivery.partnerId, statusCode, errorClass },
      `Delivery ${step.status}`,
    );
  }
  return step.nextAttemptAt;
}

/** One POST of a delivery to where its account receives now: an edited address holds for pending attempts too. */
export async function post(ctx: Ctx, delivery: ClaimedDelivery) {
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
          // Receivers compare it with their own clock, so it is real time in the sandbox too (D-47).
          sentAt: systemClock.now(),
          secrets: signingSecrets(ctx, { ...delivery, id: delivery.partnerId }, startedAt),
        });
  return { ...result, url, startedAt, endedAt: ctx.clock.now() };
}

const noAddress: AttemptResult = {
  statusCode: null,
  errorClass: "no_address",
  durationMs: 0,
  response: new Uint8Array(),
};
