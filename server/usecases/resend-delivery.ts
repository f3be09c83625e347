import { days, plusMs } from "@/server/domain/clock";
import type { AttemptResult } from "@/server/domain/delivery";
import { AppError } from "@/server/domain/errors";
import { findDelivery, recordAttempt } from "@/server/store/deliveries";
import { post } from "./attempt-delivery";
import type { Ctx } from "./ctx";

/** How long a delivery can be sent again by hand, ms (D-35). */
const resendableMs = days(30);

/**
 * Sends a delivery once more, the same bytes and headers, whatever has become of it (D-35). A success completes it; a
 * failure leaves it as it is: its own schedule, if it has one, goes on. Throws not_found, also when it is too old.
 */
export async function resendDelivery(
  ctx: Ctx,
  { deliveryId }: { deliveryId: string },
): Promise<AttemptResult> {
  const delivery = await findDelivery(ctx.db, deliveryId);
  if (!delivery || plusMs(delivery.createdAt, resendableMs) <= ctx.clock.now()) throw notFound(deliveryId);
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

const notFound = (deliveryId: string) =>
  new AppError("not_found", `There is no delivery ${deliveryId} of the last 30 days`);
