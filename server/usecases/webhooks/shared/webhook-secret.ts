import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { lockWebhookSecrets, saveWebhookSecrets, type WebhookSecrets } from "@/server/store/webhooks/webhook-secrets";
import type { Ctx } from "@/server/usecases/ctx";

/** Returns the vault purpose that binds a sealed webhook secret to its account. */
export const webhookSecretPurpose = (partnerId: string): string => `webhook-secret:${partnerId}`;

/**
 * Returns the secrets that sign a delivery at `now` (D-37): first the main secret, which alone signs the contract's
 * headers, then the prepared one, then the previous one while it is kept. All of them sign the header of D-36.
 */
export function signingSecrets(
  ctx: Pick<Ctx, "vault" | "log">,
  partner: WebhookSecrets,
  now: Date,
): readonly [string, ...string[]] {
  const open = (sealed: Uint8Array) => ctx.vault.open(webhookSecretPurpose(partner.id), sealed);
  // A secret of a rotation that cannot be opened is logged; it must not stop the delivery.
  const openOther = (sealed: Uint8Array | null): string[] => {
    try {
      return sealed ? [open(sealed)] : [];
    } catch (error) {
      ctx.log.error({ err: error, partnerId: partner.id }, "A webhook secret of a rotation cannot be opened");
      return [];
    }
  };
  return [
    open(partner.webhookSecret),
    ...openOther(partner.webhookSecretNext),
    ...openOther(findPreviousSecret(partner, now)),
  ];
}

/** Returns the previous secret while it is kept; null when its 24 hours have ended or there is none. */
export const findPreviousSecret = (partner: WebhookSecrets, now: Date): WebhookSecrets["webhookSecretPrevious"] => {
  const until = partner.webhookSecretPreviousUntil;
  return until !== null && until > now ? partner.webhookSecretPrevious : null;
};

type Changes = Parameters<typeof saveWebhookSecrets>[2];

/**
 * Performs one step of a rotation: reads the account's secrets under its lock, so that parallel steps run one after the
 * other, and saves and returns the changes that `step` computes. Throws not_found and the errors of `step`.
 */
export const changeWebhookSecrets = <C extends Changes>(
  ctx: Ctx,
  partnerId: string,
  step: (secrets: WebhookSecrets, now: Date) => C,
): Promise<C> =>
  inTx(ctx.db, async (tx) => {
    const secrets = await lockWebhookSecrets(tx, partnerId);
    if (!secrets) throw new AppError("not_found", `There is no account ${partnerId}`);
    // A process that cannot open the main secret has other encryption keys than the product, which could then not open
    // a secret that this process seals.
    ctx.vault.open(webhookSecretPurpose(partnerId), secrets.webhookSecret);
    const changes = step(secrets, ctx.clock.now());
    await saveWebhookSecrets(tx, partnerId, changes);
    return changes;
  });
