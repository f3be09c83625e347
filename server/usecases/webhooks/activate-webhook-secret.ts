import { days, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { Ctx } from "../ctx";
import { changeWebhookSecrets } from "./shared/webhook-secret";

/** How long the previous secret is kept, ms (D-37). */
const previousKeptMs = days(1);

/**
 * Activates the prepared secret, the second step of a rotation (D-37). The previous secret still signs the header that
 * can carry several signatures, and a rollback can restore it, until the returned instant (UTC). Throws not_found, and
 * validation_error when no secret is prepared.
 */
export async function activateWebhookSecret(
  ctx: Ctx,
  { partnerId }: { partnerId: string },
): Promise<{ previousUntil: Date }> {
  const { webhookSecretPreviousUntil } = await changeWebhookSecrets(ctx, partnerId, (secrets, now) => {
    if (!secrets.webhookSecretNext) throw nonePrepared(partnerId);
    return {
      webhookSecret: secrets.webhookSecretNext,
      webhookSecretNext: null,
      webhookSecretPrevious: secrets.webhookSecret,
      webhookSecretPreviousUntil: plusMs(now, previousKeptMs),
    };
  });
  ctx.log.info({ partnerId }, "Webhook secret activated");
  return { previousUntil: webhookSecretPreviousUntil };
}

const nonePrepared = (partnerId: string) =>
  new AppError("validation_error", `No webhook secret is prepared for ${partnerId}`, {
    problem: problem("webhook_secret_not_prepared"),
  });
