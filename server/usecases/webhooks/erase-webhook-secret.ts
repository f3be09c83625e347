import { inTx } from "@/server/store/db";
import { lockWebhookSecrets, saveWebhookSecrets } from "@/server/store/webhooks/webhook-secrets";
import type { Ctx } from "../ctx";
import { findPreviousSecret } from "./shared/webhook-secret";

/** Erases the previous secret when its 24 hours have ended (D-37). Returns false before that, or when there is none. */
export const eraseWebhookSecret = (ctx: Ctx, { partnerId }: { partnerId: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const secrets = await lockWebhookSecrets(tx, partnerId);
    if (!secrets?.webhookSecretPrevious || findPreviousSecret(secrets, ctx.clock.now())) return false;
    const erased = { webhookSecretPrevious: null, webhookSecretPreviousUntil: null };
    await saveWebhookSecrets(tx, partnerId, erased);
    return true;
  });
