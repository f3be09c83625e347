import type { Db } from "./db";

/** Every column that the vault seals. The bytes begin with the length of their key's name and the name (vault.ts). */
export const sealedColumns = [
  "partner.webhook_secret",
  "partner.webhook_secret_next",
  "partner.webhook_secret_previous",
  "bank_connection.account",
  "payment.ref_cipher",
  "attempt.token_cipher",
  "attempt.proofs",
  "payment_link.token_cipher",
  "panel_user.totp_secret",
  "staff_user.totp_secret",
] as const;

export type SealedColumn = (typeof sealedColumns)[number];

export interface SealedValue {
  /** Of its row. */
  readonly id: string;
  /** The id that its purpose names: its row's, and of a bank connection its terminal's. */
  readonly boundTo: string;
  readonly keyId: string;
  readonly sealed: Uint8Array;
}

/** How many values of a column each key has sealed. */
export async function countByKey(db: Db, column: SealedColumn): Promise<{ keyId: string; values: number }[]> {
  const { rows } = await db.pool.query<{ keyId: string; values: string }>(
    `select ${keyIdOf(column)} as "keyId", count(*) as values
       from ${tableOf(column)} where ${column} is not null group by 1 order by 1`,
  );
  return rows.map(({ keyId, values }) => ({ keyId, values: Number(values) }));
}

/** The next values of a column, by id, that another key than `keyId` has sealed. */
export async function listSealedByOthers(
  db: Db,
  column: SealedColumn,
  keyId: string,
  afterId: string,
  countMax: number,
): Promise<SealedValue[]> {
  const { rows } = await db.pool.query<SealedValue>(
    `select id, ${boundToOf(column)} as "boundTo", ${keyIdOf(column)} as "keyId", ${column} as sealed
       from ${tableOf(column)}
      where id > $1 and ${column} is not null and ${keyIdOf(column)} <> $2
      order by id limit $3`,
    [afterId, keyId, countMax],
  );
  return rows;
}

/** Replaces values that are still what they were; answers the ids of those rows. */
export async function replaceSealed(
  db: Db,
  column: SealedColumn,
  replacements: readonly { readonly id: string; readonly sealed: Uint8Array; readonly fresh: Uint8Array }[],
): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `update ${tableOf(column)} set ${nameOf(column)} = given.fresh
       from unnest($1::text[], $2::bytea[], $3::bytea[]) as given (id, sealed, fresh)
      where ${tableOf(column)}.id = given.id and ${column} = given.sealed
      returning given.id`,
    [
      replacements.map(({ id }) => id),
      replacements.map(({ sealed }) => sealed),
      replacements.map(({ fresh }) => fresh),
    ],
  );
  return rows.map(({ id }) => id);
}

const tableOf = (column: SealedColumn): string => column.slice(0, column.indexOf("."));
const nameOf = (column: SealedColumn): string => column.slice(column.indexOf(".") + 1);

const boundToOf = (column: SealedColumn): string =>
  column === "bank_connection.account" ? "terminal_id" : "id";

/** SQL for the name of the key that sealed a value; any bytes answer something, so that none stops a count. */
const keyIdOf = (column: SealedColumn): string =>
  `case when length(${column}) = 0 then ''
        else encode(substring(${column} from 2 for get_byte(${column}, 0)), 'escape') end`;
