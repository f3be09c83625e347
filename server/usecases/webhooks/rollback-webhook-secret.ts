import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { Ctx } from "../ctx";
import { changeWebhookSecrets, previousOf } from "./webhook-secret";

/**
 * Undoes an activation within its day (D-37): the secret before signs again, and the one that was activated is the
 * prepared one again, so that it needs not be shown anew and receivers that know only it still find its signature. It
 * takes the place of one prepared since. Throws not_found, and validation_error when there is nothing to go back to.
 */
export async function rollbackWebhookSecret(ctx: Ctx, { partnerId }: { partnerId: string }): Promise<void> {
  await changeWebhookSecrets(ctx, partnerId, (secrets, now) => {
    const previous = previousOf(secrets, now);
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
