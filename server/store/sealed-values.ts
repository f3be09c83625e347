import type { Db } from "./db";

/** Every column that the vault seals. A value begins with the length of its key's name, then the name (vault.ts). */
export const sealedColumns = [
  "partner.webhook_secret",
  "partner.webhook_secret_next",
  "partner.webhook_secret_previous",
  "partner_profile.iban",
  "payout.iban",
  "bank_connection.account",
  "payment.ref_cipher",
  "attempt.token_cipher",
  "attempt.proofs",
  "payment_link.token_cipher",
  "panel_user.totp_secret",
  "staff_user.totp_secret",
  "staff_change.sealed",
  "mail_message.content",
  "sandbox_mail.content",
] as const;

export type SealedColumn = (typeof sealedColumns)[number];

export interface SealedValue {
  /** The id of the value's row. */
  readonly id: string;
  /** The id that the value's purpose contains: the row's id, or the terminal's id for a bank connection. */
  readonly boundTo: string;
  readonly keyId: string;
  readonly sealed: Uint8Array;
}

/** Counts the values of a column by the key that sealed them. */
export async function countByKey(db: Db, column: SealedColumn): Promise<{ keyId: string; values: number }[]> {
  const { rows } = await db.pool.query<{ keyId: string; values: string }>(
    `select ${keyIdSql(column)} as "keyId", count(*) as values
       from ${tableName(column)} where ${column} is not null group by 1 order by 1`,
  );
  return rows.map(({ keyId, values }) => ({ keyId, values: Number(values) }));
}

/** Lists the next values of a column, by id after `afterId`, that are sealed with another key than `keyId`. */
export async function listSealedByOthers(
  db: Db,
  column: SealedColumn,
  keyId: string,
  afterId: string,
  countMax: number,
): Promise<SealedValue[]> {
  const { rows } = await db.pool.query<SealedValue>(
    `select id, ${boundIdColumn(column)} as "boundTo", ${keyIdSql(column)} as "keyId", ${column} as sealed
       from ${tableName(column)}
      where id > $1 and ${column} is not null and ${keyIdSql(column)} <> $2
      order by id limit $3`,
    [afterId, keyId, countMax],
  );
  return rows;
}

/** Lists the oldest values of a column, whichever key sealed them. */
export async function listOldestSealed(db: Db, column: SealedColumn, countMax: number): Promise<SealedValue[]> {
  const { rows } = await db.pool.query<SealedValue>(
    `select id, ${boundIdColumn(column)} as "boundTo", ${keyIdSql(column)} as "keyId", ${column} as sealed
       from ${tableName(column)} where ${column} is not null order by id limit $1`,
    [countMax],
  );
  return rows;
}

/** Replaces the values that have not changed since they were read (compare-and-set). Returns the ids of those rows. */
export async function replaceSealed(
  db: Db,
  column: SealedColumn,
  replacements: readonly { readonly id: string; readonly sealed: Uint8Array; readonly fresh: Uint8Array }[],
): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `update ${tableName(column)} set ${columnName(column)} = given.fresh
       from unnest($1::text[], $2::bytea[], $3::bytea[]) as given (id, sealed, fresh)
      where ${tableName(column)}.id = given.id and ${column} = given.sealed
      returning given.id`,
    [
      replacements.map(({ id }) => id),
      replacements.map(({ sealed }) => sealed),
      replacements.map(({ fresh }) => fresh),
    ],
  );
  return rows.map(({ id }) => id);
}

const tableName = (column: SealedColumn): string => column.slice(0, column.indexOf("."));
const columnName = (column: SealedColumn): string => column.slice(column.indexOf(".") + 1);

const boundIdColumn = (column: SealedColumn): string => (column === "bank_connection.account" ? "terminal_id" : "id");

/**
 * Returns SQL for the name of the key that sealed a value. It accepts any bytes, so that a damaged value stops no
 * count.
 */
const keyIdSql = (column: SealedColumn): string =>
  `case when length(${column}) = 0 then ''
        else encode(substring(${column} from 2 for get_byte(${column}, 0)), 'escape') end`;
