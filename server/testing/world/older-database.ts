import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { connect } from "@/server/launch/migrations/migrate";
import { migrationNames } from "@/server/launch/migrations/schema-engine";
import { migrationsFolder } from "@/server/launch/project";
import { dropDatabase, givenServer, urlOf } from "./database";

export interface OlderDatabase {
  readonly client: pg.Client;
  /** Applies the migration that it was opened before, as one transaction. */
  migrate(): Promise<void>;
  drop(): Promise<void>;
}

/** An empty database as it was before a migration, to see what that makes of rows which were there. */
export async function openDatabaseBefore(migration: string): Promise<OlderDatabase> {
  const names = await migrationNames();
  if (!names.includes(migration)) throw new Error(`There is no migration ${migration}`);
  const name = `test_${randomBytes(6).toString("hex")}`;
  const server = await connect(givenServer());
  await server.query(`create database ${name}`);
  const client = await connect(urlOf(givenServer(), name));
  const apply = async (each: string) => {
    await client.query(await readFile(join(migrationsFolder, each, "migration.sql"), "utf8"));
  };
  for (const older of names.slice(0, names.indexOf(migration))) await apply(older);
  return {
    client,
    migrate: () => apply(migration),
    async drop() {
      await client.end();
      await server.end();
      await dropDatabase(givenServer(), name);
    },
  };
}
