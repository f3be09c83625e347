import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import {
  lockWebhookSecrets,
  saveWebhookSecrets,
  type WebhookSecrets,
} from "@/server/store/webhooks/webhook-secrets";
import type { Ctx } from "../ctx";

/** Binds a sealed webhook secret to its account. */
export const webhookSecretPurpose = (partnerId: string): string => `webhook-secret:${partnerId}`;

/**
 * What a delivery at `now` is signed with (D-37): the secret in force, which alone signs the contract's headers; the
 * prepared one; and the one in force before, for its day. The first to the last all sign the header of D-36.
 */
export function signingSecrets(
  ctx: Pick<Ctx, "vault" | "log">,
  partner: WebhookSecrets,
  now: Date,
): readonly [string, ...string[]] {
  const open = (sealed: Uint8Array) => ctx.vault.open(webhookSecretPurpose(partner.id), sealed);
  // Those beside it are worth an error line, not the delivery.
  const openBeside = (sealed: Uint8Array | null): string[] => {
    try {
      return sealed ? [open(sealed)] : [];
    } catch (error) {
      ctx.log.error({ err: error, partnerId: partner.id }, "A webhook secret of a rotation cannot be opened");
      return [];
    }
  };
  return [
    open(partner.webhookSecret),
    ...openBeside(partner.webhookSecretNext),
    ...openBeside(previousOf(partner, now)),
  ];
}

/** The secret that was in force before, as long as it is kept; null when its day is over. */
export const previousOf = (partner: WebhookSecrets, now: Date): WebhookSecrets["webhookSecretPrevious"] => {
  const until = partner.webhookSecretPreviousUntil;
  return until !== null && until > now ? partner.webhookSecretPrevious : null;
};

type Changes = Parameters<typeof saveWebhookSecrets>[2];

/**
 * One step of a rotation: reads the account's secrets under its lock, so that steps follow each other, and writes and
 * answers what `step` makes of them. Throws not_found and what `step` throws.
 */
export const changeWebhookSecrets = <C extends Changes>(
  ctx: Ctx,
  partnerId: string,
  step: (secrets: WebhookSecrets, now: Date) => C,
): Promise<C> =>
  inTx(ctx.db, async (tx) => {
    const secrets = await lockWebhookSecrets(tx, partnerId);
    if (!secrets) throw new AppError("not_found", `There is no account ${partnerId}`);
    // Whoever cannot open the secret in force has other keys than the product, which could not open a new one.
    ctx.vault.open(webhookSecretPurpose(partnerId), secrets.webhookSecret);
    const changes = step(secrets, ctx.clock.now());
    await saveWebhookSecrets(tx, partnerId, changes);
    return changes;
  });
