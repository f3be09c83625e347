import type pg from "pg";
import { keyScopes } from "@/server/domain/accounts/key-rights";
import { newId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import type { Vault } from "@/server/store/vault";
import { hashApiKey, newApiKey, toApiKeyPrefix } from "../server/domain/accounts/api-key";
import { newWebhookSecret } from "../server/domain/webhooks/webhook-signature";
import { webhookSecretPurpose } from "../server/usecases/webhooks/shared/webhook-secret";

export interface NewAccount {
  readonly partnerId: string;
  readonly terminalId: string;
  readonly apiKey: string;
}

/** Opens an account of the benchmark with an API key and a terminal. No card is ever charged at the terminal. */
export async function newAccount(client: pg.Client, vault: Vault, now: Date): Promise<NewAccount> {
  const [partnerId, terminalId, apiKey] = [
    newId(systemRandom, "partner", now),
    newId(systemRandom, "terminal", now),
    newApiKey(systemRandom, "test"),
  ];
  await client.query("insert into partner (id, name, webhook_secret, created_at) values ($1, 'Bench', $2, $3)", [
    partnerId,
    vault.seal(webhookSecretPurpose(partnerId), newWebhookSecret(systemRandom)),
    now,
  ]);
  await client.query(
    `insert into api_key (id, partner_id, name, prefix, key_hash, created_at, scopes)
     values ($1, $2, 'Bench', $3, $4, $5, $6)`,
    [newId(systemRandom, "apiKey", now), partnerId, toApiKeyPrefix(apiKey), hashApiKey(apiKey), now, keyScopes],
  );
  await client.query(
    `with made as (
       insert into terminal (id, partner_id, name, bank, effective_counts, allowed_families, created_at)
       values ($1, $2, 'Bench', 'isbank', '{1}', '{}', $3) returning id, bank, created_at)
     insert into bank_connection (id, terminal_id, bank, account, created_at)
     select $4, id, bank, '', created_at from made`,
    [terminalId, partnerId, now, newId(systemRandom, "bankConnection", now)],
  );
  return { partnerId, terminalId, apiKey };
}
