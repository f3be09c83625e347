import type pg from "pg";
import { LaunchFailure } from "../failure";
import { grantAfterMigration } from "../roles/make-roles";
import { connect } from "./connect";
import { filters, listMigrations, readMigrations, withSchemaEngine } from "./schema-engine";

/**
 * The key of the advisory lock that serialises concurrent migrations; no other lock of this database has this number.
 */
const migrationLock = 4_706_201;

/**
 * Applies the missing migrations as `prisma migrate deploy` does, and returns their names. The engine is loaded only
 * when a migration is missing.
 * @throws LaunchFailure when the database cannot be reached, is older than PostgreSQL 14, or a migration fails
 */
export const migrate = async (databaseUrl: string): Promise<string[]> => {
  const client = await connect(databaseUrl);
  try {
    await assertVersion(client);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const applied = await readAppliedNames(client);
    const missing = (await listMigrations()).filter((name) => !applied.has(name));
    if (missing.length > 0) {
      await assertMayMigrate(client, missing.length);
      await apply(databaseUrl);
      await grantAfterMigration(client);
    }
    return missing;
  } finally {
    await client.end();
  }
};

const assertVersion = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query("select current_setting('server_version_num')::int as number");
  const major = Math.floor(rows[0].number / 10_000);
  if (major < 14) throw new LaunchFailure(`The database is PostgreSQL ${major}, but version 14 or newer is required.`);
};

/**
 * Refuses a role that does not own the schema in one sentence; the first statement of a migration would fail anyway.
 */
const assertMayMigrate = async (client: pg.Client, missing: number): Promise<void> => {
  const { rows } = await client.query("select has_schema_privilege('public', 'create') as may, current_user as role");
  if (rows[0].may) return;
  const what = missing === 1 ? "1 migration is missing" : `${missing} migrations are missing`;
  throw new LaunchFailure(
    `${what}, and the role ${rows[0].role} may not apply migrations. Set MIGRATION_DATABASE_URL to the address of the migrator.`,
  );
};

const readAppliedNames = async (client: pg.Client): Promise<Set<string>> => {
  const { rows: tables } = await client.query("select to_regclass('_prisma_migrations') is not null as exists");
  if (!tables[0].exists) return new Set();
  const { rows } = await client.query(
    "select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  return new Set(rows.map((row) => row.migration_name));
};

const apply = async (databaseUrl: string): Promise<void> => {
  const migrationsList = await readMigrations();
  try {
    await withSchemaEngine(databaseUrl, (engine) => engine.applyMigrations({ migrationsList, filters }));
  } catch (error) {
    throw new LaunchFailure(
      `The migrations could not be applied: ${error instanceof Error ? error.message.split("\n")[0] : error}`,
    );
  }
};
