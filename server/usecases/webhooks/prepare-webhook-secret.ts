import { newWebhookSecret } from "@/server/domain/webhooks/webhook-signature";
import type { Ctx } from "../ctx";
import { changeWebhookSecrets, previousOf, webhookSecretPurpose } from "./webhook-secret";

/**
 * The first step of a rotation (D-37): makes a secret that will sign once it is activated, and shows it this once.
 * One that was prepared before is replaced. Throws not_found.
 */
export async function prepareWebhookSecret(
  ctx: Ctx,
  { partnerId }: { partnerId: string },
): Promise<{ secret: string }> {
  const secret = newWebhookSecret();
  const sealed = ctx.vault.seal(webhookSecretPurpose(partnerId), secret);
  await changeWebhookSecrets(ctx, partnerId, (secrets, now) => ({
    webhookSecretNext: sealed,
    // One whose day is over serves nothing any more.
    ...(previousOf(secrets, now) ? {} : { webhookSecretPrevious: null, webhookSecretPreviousUntil: null }),
  }));
  ctx.log.info({ partnerId }, "Webhook secret prepared");
  return { secret };
}
