import type { PartnerRow } from "../accounts/partners";
import type { Tx } from "../db";

/** The sealed secrets with which an account's deliveries are signed (D-37). */
export type WebhookSecrets = Pick<
  PartnerRow,
  "id" | "webhookSecret" | "webhookSecretNext" | "webhookSecretPrevious" | "webhookSecretPreviousUntil"
>;

/**
 * Locks an account's row, the first in the lock order (see `inTx`), and returns its secrets; null for an unknown
 * account.
 */
export async function lockWebhookSecrets(tx: Tx, partnerId: string): Promise<WebhookSecrets | null> {
  // `no key update`: a new payment, whose foreign key takes a key share lock of the account, does not wait.
  await tx.$queryRaw`select 1 from partner where id = ${partnerId} for no key update`;
  return tx.partner.findUnique({ where: { id: partnerId }, select: columns });
}

/** Saves the given secrets. The caller holds the account's lock. */
export const saveWebhookSecrets = (tx: Tx, partnerId: string, changes: Partial<Omit<WebhookSecrets, "id">>) =>
  tx.partner.update({ where: { id: partnerId }, data: changes, select: { id: true } });

const columns = {
  id: true,
  webhookSecret: true,
  webhookSecretNext: true,
  webhookSecretPrevious: true,
  webhookSecretPreviousUntil: true,
} as const;
