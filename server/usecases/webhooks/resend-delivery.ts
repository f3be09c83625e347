import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { type DeliveryAttemptResult, resendableMs } from "@/server/domain/webhooks/delivery";
import { findDelivery, recordAttempt } from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../ctx";
import { postDelivery } from "./shared/delivery-attempt";

export interface ResendDeliveryInput {
  /** The account that the delivery must belong to; null for the operator, who may see every account. */
  readonly partnerId: string | null;
  readonly deliveryId: string;
}

/**
 * Sends a delivery once more outside its schedule, with the same body and id and in any state (D-35). Its timestamp and
 * signature are computed when it is sent. A success completes it; a failure changes nothing, and a schedule that is
 * still running continues. Throws not_found, also when the delivery is older than 30 days or belongs to another
 * account.
 */
export async function resendDelivery(ctx: Ctx, input: ResendDeliveryInput): Promise<DeliveryAttemptResult> {
  const { partnerId } = await getSendable(ctx, input);
  // Read the delivery again when the receiver's slot is free, to use the address and the secrets of that moment (D-34).
  return ctx.receiverSlots.run(partnerId, async () => send(ctx, await getSendable(ctx, input)));
}

type Sendable = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

async function send(ctx: Ctx, delivery: Sendable): Promise<DeliveryAttemptResult> {
  const { id: deliveryId } = delivery;
  const attempt = await postDelivery(ctx, delivery);
  const step = attempt.errorClass === null ? ({ status: "delivered", nextAttemptAt: null } as const) : null;
  await recordAttempt(ctx.db, deliveryId, { ...attempt, isScheduled: false }, step);
  const { statusCode, errorClass, durationMs } = attempt;
  ctx.telemetry.deliveryAttempted({ errorClass, durationMs, isRetry: true, status: step?.status ?? null });
  ctx.log.info({ deliveryId, partnerId: delivery.partnerId, statusCode, errorClass }, "Delivery sent manually");
  return attempt;
}

async function getSendable(ctx: Ctx, { partnerId, deliveryId }: ResendDeliveryInput): Promise<Sendable> {
  const delivery = await findDelivery(ctx.db, deliveryId);
  const isTheirs = partnerId === null || delivery?.partnerId === partnerId;
  if (!delivery || !isTheirs || plusMs(delivery.createdAt, resendableMs) <= ctx.clock.now()) {
    throw new AppError("not_found", `There is no delivery ${deliveryId} in the last 30 days`);
  }
  return delivery;
}
