import pg from "pg";
import { newId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { createVault, type VaultKey } from "@/server/store/vault";
import { newWebhookSecret } from "../server/domain/webhooks/webhook-signature";
import { webhookSecretPurpose } from "../server/usecases/webhooks/shared/webhook-secret";
import type { AtEnd } from "./processes";

/** The merchants of the benchmark, in its own database. */
export interface Accounts {
  /** Opens an account with a sealed webhook secret for each of these addresses; returns their ids. */
  open(urls: readonly string[]): Promise<string[]>;
  /** Commits one event for each entry in one statement, as a crash would leave them in the outbox. */
  writeBacklog(partnerIds: readonly string[]): Promise<void>;
  /** Returns whether every delivery has been attempted at least once. */
  areAllTried(): Promise<boolean>;
}

export const connectAccounts = (databaseUrl: string, key: VaultKey, atEnd: AtEnd): Accounts => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const vault = createVault(systemRandom, [key]);
  atEnd(() => pool.end());
  return {
    async open(urls) {
      const now = new Date();
      const ids = urls.map(() => newId(systemRandom, "partner", now));
      const secrets = ids.map((id) => vault.seal(webhookSecretPurpose(id), newWebhookSecret(systemRandom)));
      await pool.query(
        `insert into partner (id, name, webhook_url, webhook_secret, created_at)
         select id, 'Bench', url, secret, $4 from unnest($1::text[], $2::text[], $3::bytea[]) as g(id, url, secret)`,
        [ids, urls, secrets, now],
      );
      return ids;
    },
    async writeBacklog(partnerIds) {
      const now = new Date();
      const newIds = (kind: "event" | "payment") => partnerIds.map(() => newId(systemRandom, kind, now));
      await pool.query(
        `insert into outbox_event
           (id, partner_id, type, resource_type, resource_id, subject_id, occurred_at, created_at)
         select id, partner, 'payment.captured', 'payment', payment, payment, $4, $4
           from unnest($1::text[], $2::text[], $3::text[]) as g(id, partner, payment)`,
        [newIds("event"), partnerIds, newIds("payment"), now],
      );
    },
    async areAllTried() {
      const { rows } = await pool.query(
        `select 1 from outbox_event where relayed_at is null
         union all select 1 from webhook_delivery where status = 'pending' and attempts = 0 limit 1`,
      );
      return rows.length === 0;
    },
  };
};
