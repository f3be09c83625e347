import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { Ctx } from "../ctx";
import { changeWebhookSecrets, findPreviousSecret } from "./shared/webhook-secret";

/**
 * Undoes an activation within 24 hours (D-37): the previous secret becomes the main one again, and the activated secret
 * becomes the prepared one. It therefore need not be shown again, and receivers that know only this secret still find
 * its signature. It replaces a secret that was prepared since. Throws not_found, and validation_error when no previous
 * secret is kept.
 */
export async function rollbackWebhookSecret(ctx: Ctx, { partnerId }: { partnerId: string }): Promise<void> {
  await changeWebhookSecrets(ctx, partnerId, (secrets, now) => {
    const previous = findPreviousSecret(secrets, now);
    if (!previous) throw nothingBefore(partnerId);
    return {
      webhookSecret: previous,
      webhookSecretNext: secrets.webhookSecret,
      webhookSecretPrevious: null,
      webhookSecretPreviousUntil: null,
    };
  });
  ctx.log.info({ partnerId }, "Webhook secret rolled back");
}

const nothingBefore = (partnerId: string) =>
  new AppError("validation_error", `${partnerId} has no webhook secret of the last 24 hours to go back to`, {
    problem: problem("webhook_secret_no_previous"),
  });
