import pg from "pg";
import { readDatabaseUrl } from "@/server/env";
import { LaunchFailure, runCommand } from "../failure";
import { isProgram } from "../project";
import { filters, migrationNames, readMigrations, withSchemaEngine } from "./schema-engine";

/** Any number that nothing else on this database locks: two starts at once must not migrate at once. */
const migrationLock = 4_706_201;

/**
 * Applies the migrations that the database lacks, as `prisma migrate deploy` does; returns their names.
 * The engine is loaded only when there is something to do. Throws LaunchFailure when the database cannot be
 * reached, is older than PostgreSQL 14, or a migration fails.
 */
export const migrate = async (databaseUrl: string): Promise<string[]> => {
  const client = await connect(databaseUrl);
  try {
    await assertVersion(client);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const applied = await appliedNames(client);
    const missing = (await migrationNames()).filter((name) => !applied.has(name));
    if (missing.length > 0) await apply(databaseUrl);
    return missing;
  } finally {
    await client.end();
  }
};

/** Opens a connection, or says in one sentence why there is none. The password is never printed. */
export const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const where = databaseUrl.replace(/\/\/[^@/]*@/, "//").replace(/\?.*$/, "");
    throw new LaunchFailure(`The database at ${where} cannot be reached: ${reason(error)}.`);
  }
};

/** Connection attempts to several addresses fail with an error that holds one error for each of them. */
const reason = (error: unknown): string => {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).replace(/\.$/, "");
};

const assertVersion = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query("select current_setting('server_version_num')::int as number");
  const major = Math.floor(rows[0].number / 10_000);
  if (major < 14)
    throw new LaunchFailure(`The database is PostgreSQL ${major}; version 14 or newer is needed.`);
};

const appliedNames = async (client: pg.Client): Promise<Set<string>> => {
  const { rows: tables } = await client.query(
    "select to_regclass('_prisma_migrations') is not null as exists",
  );
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

/** `tsx server/launch/migrations/migrate.ts`: for deployments that do not use the launcher. */
const main = async (): Promise<void> => {
  const names = await migrate(readDatabaseUrl());
  console.log(names.length === 0 ? "The database is up to date." : `Applied: ${names.join(", ")}`);
};

if (isProgram(import.meta.url)) await runCommand(main);
