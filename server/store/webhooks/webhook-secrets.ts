import type { PartnerRow } from "../accounts/partners";
import type { Tx } from "../db";

/** What an account's deliveries are signed with: each is sealed (D-37). */
export type WebhookSecrets = Pick<
  PartnerRow,
  "id" | "webhookSecret" | "webhookSecretNext" | "webhookSecretPrevious" | "webhookSecretPreviousUntil"
>;

/** An account's secrets under its row lock, the first in the order partner, link, payment, refund; null: no account. */
export async function lockWebhookSecrets(tx: Tx, partnerId: string): Promise<WebhookSecrets | null> {
  // Leaves the key alone, so that a new payment, which points to the account, does not wait.
  await tx.$queryRaw`select 1 from partner where id = ${partnerId} for no key update`;
  return tx.partner.findUnique({ where: { id: partnerId }, select: columns });
}

/** Writes the secrets that are named; asked for under the account's lock. */
export const saveWebhookSecrets = (tx: Tx, partnerId: string, changes: Partial<Omit<WebhookSecrets, "id">>) =>
  tx.partner.update({ where: { id: partnerId }, data: changes, select: { id: true } });

const columns = {
  id: true,
  webhookSecret: true,
  webhookSecretNext: true,
  webhookSecretPrevious: true,
  webhookSecretPreviousUntil: true,
} as const;
