import type { Db } from "@/server/store/db";
import type { Vault } from "@/server/store/vault";
import type { WebhookSecrets } from "@/server/store/webhooks/webhook-secrets";
import { webhookSecretPurpose } from "@/server/usecases/webhooks/shared/webhook-secret";

/**
 * Returns the webhook secret in force of each account by account id; a rotation may have changed it. The derived secret
 * replaces a stored one that the given keys cannot decrypt (for example in a database copied from another machine) or
 * that has the format of earlier versions, which the standard libraries cannot decode.
 * @param derived the first secret of each account, by account id
 */
export async function currentWebhookSecrets(
  db: Db,
  vault: Vault,
  derived: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const current = new Map<string, string>();
  for (const [id, secret] of derived) {
    const stored = openCurrent(vault, await db.prisma.partner.findUniqueOrThrow({ where: { id } }));
    const isKept = stored !== null && standardSecret.test(stored);
    current.set(id, isKept ? stored : secret);
    if (isKept) continue;
    const webhookSecret = vault.seal(webhookSecretPurpose(id), secret);
    const data = stored === null ? { webhookSecret, ...noOthers } : { webhookSecret };
    await db.prisma.partner.update({ where: { id }, data });
  }
  return current;
}

const standardSecret = /^whsec_[A-Za-z0-9+/]{32}$/;

/** Clears a rotation whose secrets cannot be decrypted either. */
const noOthers = {
  webhookSecretNext: null,
  webhookSecretPrevious: null,
  webhookSecretPreviousUntil: null,
} as const;

/**
 * Returns the current secret, or null when one of the account's secrets cannot be decrypted: signing would then fail.
 */
function openCurrent(vault: Vault, partner: WebhookSecrets): string | null {
  try {
    const open = (sealed: Uint8Array) => vault.open(webhookSecretPurpose(partner.id), sealed);
    for (const other of [partner.webhookSecretNext, partner.webhookSecretPrevious]) if (other) open(other);
    return open(partner.webhookSecret);
  } catch {
    return null;
  }
}
