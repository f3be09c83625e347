import { activateWebhookSecret } from "@/server/usecases/webhooks/activate-webhook-secret";
import { prepareWebhookSecret } from "@/server/usecases/webhooks/prepare-webhook-secret";
import { rollbackWebhookSecret } from "@/server/usecases/webhooks/rollback-webhook-secret";
import type { AdminCommand } from "./command";

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
