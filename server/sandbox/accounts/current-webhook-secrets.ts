import type { Db } from "@/server/store/db";
import type { Vault } from "@/server/store/vault";
import type { WebhookSecrets } from "@/server/store/webhooks/webhook-secrets";
import { webhookSecretPurpose } from "@/server/usecases/webhooks/webhook-secret";

/**
 * The webhook secret in force of each account, which a rotation may have changed. Where what is stored does not open
 * with the keys given, as in a database from elsewhere, or is of the kind of earlier versions, which stock libraries
 * cannot decode, the derived one takes its place.
 * @param derived the first secret of each account, by its id
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

/** Of a rotation whose secrets do not open either. */
const noOthers = {
  webhookSecretNext: null,
  webhookSecretPrevious: null,
  webhookSecretPreviousUntil: null,
} as const;

/** Null when one of the account's secrets does not open: its deliveries could not be signed. */
function openCurrent(vault: Vault, partner: WebhookSecrets): string | null {
  try {
    const open = (sealed: Uint8Array) => vault.open(webhookSecretPurpose(partner.id), sealed);
    for (const beside of [partner.webhookSecretNext, partner.webhookSecretPrevious]) if (beside) open(beside);
    return open(partner.webhookSecret);
  } catch {
    return null;
  }
}
