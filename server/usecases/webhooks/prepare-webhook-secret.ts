import { newWebhookSecret } from "@/server/domain/webhooks/webhook-signature";
import type { Ctx } from "../ctx";
import { changeWebhookSecrets, findPreviousSecret, webhookSecretPurpose } from "./shared/webhook-secret";

/**
 * Prepares a new secret, the first step of a rotation (D-37), and returns it; it is never shown again. It replaces a
 * secret that was prepared before, and becomes the main secret when it is activated. Throws not_found.
 */
export async function prepareWebhookSecret(
  ctx: Ctx,
  { partnerId }: { partnerId: string },
): Promise<{ secret: string }> {
  const secret = newWebhookSecret(ctx.random);
  const sealed = ctx.vault.seal(webhookSecretPurpose(partnerId), secret);
  await changeWebhookSecrets(ctx, partnerId, (secrets, now) => ({
    webhookSecretNext: sealed,
    // A previous secret whose 24 hours have ended is erased here, because nothing uses it any more.
    ...(findPreviousSecret(secrets, now) ? {} : { webhookSecretPrevious: null, webhookSecretPreviousUntil: null }),
  }));
  ctx.log.info({ partnerId }, "Webhook secret prepared");
  return { secret };
}
