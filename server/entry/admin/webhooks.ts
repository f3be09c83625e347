import { activateWebhookSecret } from "@/server/usecases/webhooks/activate-webhook-secret";
import { prepareWebhookSecret } from "@/server/usecases/webhooks/prepare-webhook-secret";
import { listFailedDeliveries } from "@/server/usecases/webhooks/queries";
import { resendDelivery } from "@/server/usecases/webhooks/resend-delivery";
import { rollbackWebhookSecret } from "@/server/usecases/webhooks/rollback-webhook-secret";
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

/** The commands for the rotation of a merchant's webhook secret (D-37). */
export const webhookSecretCommands: readonly AdminCommand[] = [
  {
    name: "webhook-secret prepare",
    parameters: ["PARTNER"],
    help: "makes the next webhook secret and prints it once",
    async run(ctx, [partnerId = ""]) {
      const { secret } = await prepareWebhookSecret(ctx, { partnerId });
      return [
        secret,
        `This is the next webhook secret of ${partnerId}. It is not shown again. After the merchant accepts both secrets, run: webhook-secret activate ${partnerId}`,
      ];
    },
  },
  {
    name: "webhook-secret activate",
    parameters: ["PARTNER"],
    help: "signs with the prepared secret from now on",
    async run(ctx, [partnerId = ""]) {
      const { previousUntil } = await activateWebhookSecret(ctx, { partnerId });
      return [
        `The prepared secret of ${partnerId} signs from now on. A rollback to the previous secret is possible until ${previousUntil.toISOString()}.`,
      ];
    },
  },
  {
    name: "webhook-secret rollback",
    parameters: ["PARTNER"],
    help: "signs with the previous secret again, within 24 hours",
    async run(ctx, [partnerId = ""]) {
      await rollbackWebhookSecret(ctx, { partnerId });
      return [
        `The previous secret of ${partnerId} signs again. The secret that was activated is prepared again and can be activated once more.`,
      ];
    },
  },
];
