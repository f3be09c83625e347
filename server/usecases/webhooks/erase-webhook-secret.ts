import { inTx } from "@/server/store/db";
import { lockWebhookSecrets, saveWebhookSecrets } from "@/server/store/webhooks/webhook-secrets";
import type { Ctx } from "../ctx";
import { previousOf } from "./webhook-secret";

/** Erases the secret that was in force before, when its day is over (D-37). False when it is not, or there is none. */
export const eraseWebhookSecret = (ctx: Ctx, { partnerId }: { partnerId: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const secrets = await lockWebhookSecrets(tx, partnerId);
    if (!secrets?.webhookSecretPrevious || previousOf(secrets, ctx.clock.now())) return false;
    const erased = { webhookSecretPrevious: null, webhookSecretPreviousUntil: null };
    await saveWebhookSecrets(tx, partnerId, erased);
    return true;
  });
