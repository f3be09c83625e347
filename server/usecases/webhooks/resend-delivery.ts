import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { type AttemptResult, resendableMs } from "@/server/domain/webhooks/delivery";
import { findDelivery, recordAttempt } from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../ctx";
import { post } from "./attempt-delivery";

export interface ResendDeliveryInput {
  /** Whose it has to be; null for those who may see every account. */
  readonly partnerId: string | null;
  readonly deliveryId: string;
}

/**
 * Sends a delivery once more, the same bytes and headers, whatever has become of it (D-35). A success completes it; a
 * failure leaves it as it is: its own schedule, if it has one, goes on. Throws not_found, also when it is too old
 * or another account's.
 */
export async function resendDelivery(ctx: Ctx, input: ResendDeliveryInput): Promise<AttemptResult> {
  const { partnerId } = await getSendable(ctx, input);
  // Read anew once there is room: the address and the secret are those of that moment (D-34).
  return ctx.receiverSlots.run(partnerId, async () => send(ctx, await getSendable(ctx, input)));
}

type Sendable = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

async function send(ctx: Ctx, delivery: Sendable): Promise<AttemptResult> {
  const { id: deliveryId } = delivery;
  const attempt = await post(ctx, delivery);
  const step = attempt.errorClass === null ? ({ status: "delivered", nextAttemptAt: null } as const) : null;
  await recordAttempt(ctx.db, deliveryId, { ...attempt, isScheduled: false }, step);
  const { statusCode, errorClass } = attempt;
  ctx.log.info(
    { deliveryId, partnerId: delivery.partnerId, statusCode, errorClass },
    "Delivery sent by hand",
  );
  return attempt;
}

async function getSendable(ctx: Ctx, { partnerId, deliveryId }: ResendDeliveryInput): Promise<Sendable> {
  const delivery = await findDelivery(ctx.db, deliveryId);
  const isTheirs = partnerId === null || delivery?.partnerId === partnerId;
  if (!delivery || !isTheirs || plusMs(delivery.createdAt, resendableMs) <= ctx.clock.now()) {
    throw new AppError("not_found", `There is no delivery ${deliveryId} of the last 30 days`);
  }
  return delivery;
}
