import pg, { type Pool, type PoolClient, type QueryResultRow } from "pg";

/** A pool, or one connection inside a transaction. */
export type Queryable = Pick<PoolClient, "query">;

/** Opens a pool that reads `bigint` columns as BigInt. */
export function openPool(databaseUrl: string): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    types: { getTypeParser: (id, format) => (id === bigintId ? BigInt : pg.types.getTypeParser(id, format)) },
  });
  // Between two statements of a transaction nothing listens to its connection. If the database ended it then, its error
  // event would end the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** Throws unless the pool reads `bigint` columns as BigInt, without which the banks would compare amounts wrongly. */
export async function assertReadsBigInts(db: Queryable): Promise<void> {
  const { rows } = await db.query("select 1::bigint as one");
  if (rows[0]?.one !== 1n) throw new TypeError("The pool of the simulated banks must come from openPool");
}

/**
 * Creates the banks' own schema (D-52). It may run at every start and in several processes at once, because an advisory
 * lock serialises it.
 */
export const createSchema = (pool: Pool): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [schemaLock]);
    await tx.query(schema);
  });

/** Runs `work` in one transaction, which is rolled back when it throws. */
export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // The state of the connection is unknown, so it is closed instead of returned to the pool.
    client.release(true);
    throw error;
  }
}

/** Returns the first row, or null. The column names must be those of the type. */
export async function findRow<T extends object>(
  db: Queryable,
  query: string,
  parameters: readonly unknown[],
): Promise<T | null> {
  const { rows } = await db.query<T & QueryResultRow>(query, [...parameters]);
  return rows[0] ?? null;
}

/** Inserts a row given by column names; returns false when its key exists already. */
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

/** The object id of PostgreSQL's type `bigint`. */
const bigintId = 20;

/** The key of the advisory lock, an arbitrary number that is used for no other lock in this database. */
const schemaLock = 7_305_218;

/**
 * The schema. Amounts are in kuruş, instants come from the product's clock, and of a card only mask, scheme, issuer and
 * outcome are stored. `bank_order` has one row per captured order; its primary key ensures that an order is captured
 * once.
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
-- Databases of earlier versions have the table without this column.
alter table simulator.bank_transaction add column if not exists voided_at timestamptz(3);
create index if not exists bank_transaction_order on simulator.bank_transaction (protocol, shop, order_id);

create table if not exists simulator.chargeback (
  order_id text not null,
  kind text not null check (kind in ('chargeback', 'chargeback_reversal')),
  case_number text not null,
  amount bigint not null check (amount > 0),
  at timestamptz(3) not null,
  primary key (case_number, kind)
);

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
