import pg, { type Pool, type PoolClient, type QueryResultRow } from "pg";

/** A pool, or one connection inside a transaction. */
export type Queryable = Pick<PoolClient, "query">;

/** Connections whose `bigint` columns arrive as BigInt. */
export const openPool = (databaseUrl: string): Pool =>
  new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    types: { getTypeParser: (id, format) => (id === bigintId ? BigInt : pg.types.getTypeParser(id, format)) },
  });

/** Creates the banks' own schema (D-52). Safe to run at every start and from several processes at once. */
export const createSchema = (pool: Pool): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [schemaLock]);
    await tx.query(schema);
  });

/** Runs `work` in one transaction: all of it, or nothing when it throws. */
export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // The connection is thrown away: whatever state it is in, the next transaction starts on a clean one.
    client.release(true);
    throw error;
  }
}

/** The first row, read as what its column names spell; null when there is none. */
export async function findRow<T extends object>(
  db: Queryable,
  query: string,
  parameters: readonly unknown[],
): Promise<T | null> {
  const { rows } = await db.query<T & QueryResultRow>(query, [...parameters]);
  return rows[0] ?? null;
}

/** Inserts a row given by column names; false when its key is there already. */
export async function insertRow(
  db: Queryable,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  const { rowCount } = await db.query(
    `insert into simulator.${table} (${Object.keys(row)}) values (${places}) on conflict do nothing`,
    Object.values(row),
  );
  return rowCount === 1;
}

/** PostgreSQL's number for the type `bigint`. */
const bigintId = 20;

/** Any number that nothing else in the database locks. */
const schemaLock = 7_305_218;

/**
 * Amounts are kuruş; instants come from the product's clock. A card is its mask, its issuer and its outcome.
 * `bank_order` has one row per order that was captured: its key is what captures an order exactly once.
 */
const schema = `
create schema if not exists simulator;

create table if not exists simulator.authentication (
  reference text primary key,
  protocol text not null,
  shop text not null,
  order_id text not null,
  amount bigint not null check (amount > 0),
  installment integer not null check (installment between 1 and 12),
  language text not null,
  masked_pan text not null,
  scheme text not null,
  issuer text not null,
  outcome text not null,
  proof_key text not null unique,
  proofs jsonb not null,
  sent jsonb not null,
  buyer_ip text not null,
  state text not null check (state in ('waiting', 'authenticated', 'failed')),
  callback jsonb,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table if not exists simulator.bank_order (
  protocol text not null,
  shop text not null,
  order_id text not null,
  captured bigint not null check (captured > 0),
  voided bigint not null default 0 check (voided in (0, captured)),
  credited bigint not null default 0 check (credited between 0 and captured - voided),
  captured_at timestamptz(3) not null,
  voided_at timestamptz(3),
  masked_pan text not null,
  scheme text not null,
  issuer text not null,
  outcome text not null,
  primary key (protocol, shop, order_id)
);

create table if not exists simulator.bank_transaction (
  id bigint generated always as identity primary key,
  protocol text not null,
  shop text not null,
  order_id text not null,
  kind text not null check (kind in ('sale', 'void', 'credit')),
  amount bigint not null,
  refusal text,
  auth_code text not null,
  rrn text not null,
  transaction_id text not null,
  masked_pan text not null,
  at timestamptz(3) not null
);
-- Added later: databases of before have the table without it.
alter table simulator.bank_transaction add column if not exists voided_at timestamptz(3);
create index if not exists bank_transaction_order on simulator.bank_transaction (protocol, shop, order_id);

create table if not exists simulator.journal (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  protocol text not null,
  operation text not null,
  order_id text not null,
  amount bigint,
  outcome text not null,
  masked_pan text
);
create index if not exists journal_order on simulator.journal (order_id);

create table if not exists simulator.setting (
  id integer primary key check (id = 1),
  value jsonb not null
);
insert into simulator.setting (id, value) values (1, '{}') on conflict do nothing;
`;
