import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { connect } from "@/server/launch/migrations/connect";
import { listMigrations } from "@/server/launch/migrations/schema-engine";
import { migrationsFolder } from "@/server/launch/project";
import { buildDatabaseUrl, dropDatabase, getTestServer } from "./database";

export interface OlderDatabase {
  readonly client: pg.Client;
  /** Applies the migration in one transaction. */
  migrate(): Promise<void>;
  /** Applies the migrations after it, for code that reads the newest schema. */
  migrateToNewest(): Promise<void>;
  drop(): Promise<void>;
}

/** Opens an empty database in the state before a migration, to test what the migration does with existing rows. */
export async function openDatabaseBefore(migration: string): Promise<OlderDatabase> {
  const names = await listMigrations();
  if (!names.includes(migration)) throw new Error(`There is no migration ${migration}`);
  const name = `test_${randomBytes(6).toString("hex")}`;
  const server = await connect(getTestServer());
  await server.query(`create database ${name}`);
  const client = await connect(buildDatabaseUrl(getTestServer(), name));
  const apply = async (each: string) => {
    await client.query(await readFile(join(migrationsFolder, each, "migration.sql"), "utf8"));
  };
  for (const older of names.slice(0, names.indexOf(migration))) await apply(older);
  return {
    client,
    migrate: () => apply(migration),
    async migrateToNewest() {
      for (const newer of names.slice(names.indexOf(migration) + 1)) await apply(newer);
    },
    async drop() {
      await client.end();
      await server.end();
      await dropDatabase(getTestServer(), name);
    },
  };
}
