import type { SpanStart } from "@/server/domain/telemetry";
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
  const { errorClass, durationMs } = attempt;
  const isRetry = delivery.scheduledAttempts > 0;
  ctx.telemetry.deliveryAttempted({ errorClass, durationMs, isRetry, status: step.status });
  if (step.status === "exhausted" || step.status === "dropped" || step.status === "rejected") {
    const { statusCode } = attempt;
    ctx.log.warn({ deliveryId, partnerId: delivery.partnerId, statusCode, errorClass }, `Delivery ${step.status}`);
  }
  return step.nextAttemptAt;
}

/**
 * Posts a delivery once to the account's current address: a changed address also applies to pending attempts (D-34).
 */
export const postDelivery = (ctx: Ctx, delivery: ClaimedDelivery) =>
  ctx.telemetry.inSpan(toAttemptSpan(delivery), async (span) => {
    const posted = await post(ctx, delivery);
    if (posted.statusCode !== null) span.add({ "http.response.status_code": posted.statusCode });
    if (posted.errorClass !== null) span.fail(posted.errorClass);
    return posted;
  });

/** The address of the receiver may hold a secret, so the span names the delivery only. */
const toAttemptSpan = ({ id, partnerId, scheduledAttempts, traceParent }: ClaimedDelivery): SpanStart => ({
  name: "webhook attempt",
  kind: "client",
  continues: traceParent,
  facts: { "vezne.delivery": id, "vezne.account": partnerId, "vezne.attempt": scheduledAttempts + 1 },
});

async function post(ctx: Ctx, delivery: ClaimedDelivery) {
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
          sentAt: ctx.realTime.now(),
          secrets: signingSecrets(ctx, { ...delivery, id: delivery.partnerId }, startedAt),
        });
  if (result.errorClass !== "no_address") ctx.receivers.note(delivery.partnerId, result.errorClass, ctx.realTime.now());
  return { ...result, url, startedAt, endedAt: ctx.clock.now() };
}

const noAddress: DeliveryAttemptResult = {
  statusCode: null,
  errorClass: "no_address",
  durationMs: 0,
  response: new Uint8Array(),
};
