import pg from "pg";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import { createVault, type Vault, type VaultKey } from "@/server/store/vault";
import { linkTokenPurpose } from "@/server/usecases/link-url";
import { newAccount } from "./new-account";

/** An account of the bench with its links. */
export interface LinkAccount {
  readonly apiKey: string;
  readonly linkCount: number;
  /** The next of a thousand of its links, spread over all of them. */
  nextId(): string;
}

/** Opens accounts with so many links each, all of them with a sealed token of their own, as if made within a year. */
export async function openLinkAccounts(
  databaseUrl: string,
  key: VaultKey,
  linkCounts: readonly number[],
): Promise<LinkAccount[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const accounts: LinkAccount[] = [];
    for (const count of linkCounts) accounts.push(await openAccount(client, createVault([key]), count));
    // As autovacuum does in a database of some age.
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
    const links = Array.from({ length: count }, (_, n) => linkOf(vault, first + n, linkCount, now));
    await insertLinks(client, { partnerId, terminalId, first }, links);
    sample.push(...links.filter((_, n) => (first + n) % sampleEvery === 0).map(({ id }) => id));
  }
  await client.query("update partner set link_seq = $2, last_link_at = $3 where id = $1", [
    partnerId,
    linkCount,
    now,
  ]);
  let turn = 0;
  return { apiKey, linkCount, nextId: () => sample[turn++ % sample.length] ?? "" };
}

/** Links of one statement. */
const chunk = 5_000;

/** How many of a hundred are in each state. What is over has come to an end; of the last six days some are open. */
const shares = {
  old: { completed: 55, expired: 40, cancelled: 5 },
  young: { completed: 45, launched: 25, pending: 20, failed: 5, cancelled: 5 },
} as const;
const hundredOf = (share: Readonly<Record<string, number>>): string[] =>
  Object.entries(share).flatMap(([status, count]) => Array.from({ length: count }, () => status));
const [oldStates, youngStates] = [hundredOf(shares.old), hundredOf(shares.young)];

function linkOf(vault: Vault, reference: number, linkCount: number, now: Date) {
  const createdAt = plusMs(now, -minutes(1) - Math.floor(((linkCount - reference) * days(365)) / linkCount));
  const [id, token] = [newId("paymentLink", createdAt), newSecretToken()];
  const states = createdAt < plusMs(now, -days(6)) ? oldStates : youngStates;
  // 37 and 100 have no common divisor: neighbours differ, and every state has its share.
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
  links: readonly ReturnType<typeof linkOf>[],
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
