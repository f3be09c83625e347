import { listFailedDeliveries } from "@/server/usecases/webhooks/queries";
import { resendDelivery } from "@/server/usecases/webhooks/resend-delivery";
import type { AdminCommand } from "./command";

/** The commands that list failed webhook deliveries and send one again (D-35). */
export const webhookCommands: readonly AdminCommand[] = [
  {
    name: "webhooks failed",
    parameters: ["PARTNER"],
    help: "lists the latest deliveries that have not arrived",
    async run(ctx, [partnerId = ""]) {
      const failed = await listFailedDeliveries(ctx, { partnerId });
      return failed.length === 0
        ? [`All deliveries to ${partnerId} have arrived, or none was sent.`]
        : failed.map(({ id, type, resourceId, status, attempts, lastResult, nextAttemptAt }) => {
            const next = nextAttemptAt ? `, next ${nextAttemptAt.toISOString()}` : "";
            return `${id}  ${type}  ${resourceId}  ${status}, ${attempts} attempts, ${lastResult}${next}`;
          });
    },
  },
  {
    name: "webhooks resend",
    parameters: ["DELIVERY"],
    help: "sends a delivery again, the same bytes, within 30 days",
    async run(ctx, [deliveryId = ""]) {
      const { statusCode, errorClass, durationMs } = await resendDelivery(ctx, {
        partnerId: null,
        deliveryId,
      });
      return [`${deliveryId}: ${statusCode ?? errorClass} after ${durationMs} ms`];
    },
  },
];
