import { activateWebhookSecret } from "@/server/usecases/webhooks/activate-webhook-secret";
import { prepareWebhookSecret } from "@/server/usecases/webhooks/prepare-webhook-secret";
import { rollbackWebhookSecret } from "@/server/usecases/webhooks/rollback-webhook-secret";
import type { AdminCommand } from "./command";

/** The steps of a rotation of a merchant's webhook secret (D-37). */
export const webhookSecretCommands: readonly AdminCommand[] = [
  {
    name: "webhook-secret prepare",
    parameters: ["PARTNER"],
    help: "makes the next webhook secret and shows it once",
    async run(ctx, [partnerId = ""]) {
      const { secret } = await prepareWebhookSecret(ctx, { partnerId });
      return [
        secret,
        `The next webhook secret of ${partnerId}; it is not shown again. Once the merchant accepts both, run: webhook-secret activate ${partnerId}`,
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
        `The prepared secret of ${partnerId} signs now. The one before can be rolled back to until ${previousUntil.toISOString()}.`,
      ];
    },
  },
  {
    name: "webhook-secret rollback",
    parameters: ["PARTNER"],
    help: "signs with the secret before again, within 24 hours",
    async run(ctx, [partnerId = ""]) {
      await rollbackWebhookSecret(ctx, { partnerId });
      return [
        `The secret before signs again for ${partnerId}. The one that was activated is prepared again and can be activated once more.`,
      ];
    },
  },
];
