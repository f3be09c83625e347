import pg from "pg";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { createVault, type Vault, type VaultKey } from "@/server/store/vault";
import { linkTokenPurpose } from "@/server/usecases/link-url";
import { newAccount } from "./new-account";

/** An account of the benchmark with its links. */
export interface LinkAccount {
  readonly apiKey: string;
  readonly linkCount: number;
  /** Returns the next of a thousand sample links, which are spread over all links of the account. */
  nextId(): string;
}

/**
 * Opens one account for each of these numbers of links. The links are spread over a year, each with its own sealed
 * token.
 */
export async function openLinkAccounts(
  databaseUrl: string,
  key: VaultKey,
  linkCounts: readonly number[],
): Promise<LinkAccount[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const accounts: LinkAccount[] = [];
    for (const count of linkCounts) accounts.push(await openAccount(client, createVault(systemRandom, [key]), count));
    // Autovacuum would have done this in an older database.
    await client.query("vacuum analyze");
    return accounts;
  } finally {
    await client.end();
  }
}

async function openAccount(client: pg.Client, vault: Vault, linkCount: number): Promise<LinkAccount> {
  const now = new Date();
  const { partnerId, terminalId, apiKey } = await newAccount(client, vault, now);
  const sample: string[] = [];
  const sampleEvery = Math.max(1, Math.floor(linkCount / 1_000));
  for (let first = 1; first <= linkCount; first += chunk) {
    const count = Math.min(chunk, linkCount - first + 1);
    const links = Array.from({ length: count }, (_, n) => buildLink(vault, first + n, linkCount, now));
    await insertLinks(client, { partnerId, terminalId, first }, links);
    sample.push(...links.filter((_, n) => (first + n) % sampleEvery === 0).map(({ id }) => id));
  }
  await client.query("update partner set link_seq = $2, last_link_at = $3 where id = $1", [partnerId, linkCount, now]);
  let turn = 0;
  return { apiKey, linkCount, nextId: () => sample[turn++ % sample.length] ?? "" };
}

/** The number of links per statement. */
const chunk = 5_000;

/** The percentage of links in each state. Old links are final; of the links of the last six days some are open. */
const shares = {
  old: { completed: 55, expired: 40, cancelled: 5 },
  young: { completed: 45, launched: 25, pending: 20, failed: 5, cancelled: 5 },
} as const;
const expandShares = (share: Readonly<Record<string, number>>): string[] =>
  Object.entries(share).flatMap(([status, count]) => Array.from({ length: count }, () => status));
const [oldStates, youngStates] = [expandShares(shares.old), expandShares(shares.young)];

function buildLink(vault: Vault, reference: number, linkCount: number, now: Date) {
  const createdAt = plusMs(now, -minutes(1) - Math.floor(((linkCount - reference) * days(365)) / linkCount));
  const [id, token] = [newId(systemRandom, "paymentLink", createdAt), newSecretToken(systemRandom)];
  const states = createdAt < plusMs(now, -days(6)) ? oldStates : youngStates;
  // 37 and 100 have no common divisor, so neighbours differ and every state keeps its percentage.
  const status = states[(reference * 37) % 100] ?? "";
  return {
    id,
    createdAt,
    status,
    amount: 100 + ((reference * 7_919) % 1_000_003),
    hash: tokenHash(token),
    cipher: vault.seal(linkTokenPurpose(id), token),
  };
}

async function insertLinks(
  client: pg.Client,
  { partnerId, terminalId, first }: { partnerId: string; terminalId: string; first: number },
  links: readonly ReturnType<typeof buildLink>[],
): Promise<void> {
  await client.query(
    `insert into payment_link (id, partner_id, terminal_id, partner_reference, status, amount, customer_share_bps,
                               description, token_hash, token_cipher, first_opened_at, last_opened_at, expires_at,
                               created_at, updated_at)
     select id, $1, $2, $3 + n - 1, status::"LinkStatus", amount, 0, 'Order ' || ($3 + n - 1), hash, cipher,
            opened_at, opened_at, created_at + interval '604800 seconds', created_at, created_at
       from unnest($4::text[], $5::text[], $6::bigint[], $7::bytea[], $8::bytea[], $9::timestamptz[])
            with ordinality as l(id, status, amount, hash, cipher, created_at, n)
            cross join lateral (select case when status = 'pending' then null else created_at end as opened_at) o`,
    [
      partnerId,
      terminalId,
      first,
      links.map(({ id }) => id),
      links.map(({ status }) => status),
      links.map(({ amount }) => amount),
      links.map(({ hash }) => hash),
      links.map(({ cipher }) => cipher),
      links.map(({ createdAt }) => createdAt),
    ],
  );
}
