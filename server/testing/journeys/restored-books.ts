import type { TestWorld } from "../world/world";

/** The tables of the books, each after those that it refers to. */
const tables = ["payment_link", "payment", "attempt", "bank_callback", "refund", "settlement", "outbox_event"] as const;

/**
 * Keeps a copy of the books, as a backup does. `restore` puts them back as they were, while the bank keeps what it has
 * done since. Triggers are off meanwhile, as in the restore of a dump.
 */
export async function backUpBooks({ db }: Pick<TestWorld, "db">): Promise<{ restore(): Promise<void> }> {
  const run = (statements: readonly string[]) => db.pool.query(statements.join(";"));
  await run([
    "drop schema if exists backup cascade",
    "create schema backup",
    ...tables.map((table) => `create table backup.${table} as table public.${table}`),
  ]);
  return {
    async restore() {
      await run([
        "begin",
        "set local session_replication_role = replica",
        ...[...tables].reverse().map((table) => `delete from public.${table}`),
        ...tables.map((table) => `insert into public.${table} select * from backup.${table}`),
        "commit",
      ]);
    },
  };
}
