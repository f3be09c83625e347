import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LaunchFailure, runCommand } from "../failure";
import { startTemporaryPostgres } from "../postgres/temporary-postgres";
import { migrationsFolder } from "../project";
import { schemaDifference } from "./schema-engine";

/** `npm run migration -- name`: writes what turns the migrated database into the schema as the next migration. */
const newMigration = async (name: string | undefined): Promise<void> => {
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    throw new LaunchFailure("Name the migration in lower case, e.g. npm run migration -- payment_links");
  }
  const sql = await difference();
  if (sql === "") {
    console.log("The migrations already lead to the schema; nothing was written.");
    return;
  }
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "migration.sql"), sql);
  await writeFile(join(migrationsFolder, "migration_lock.toml"), 'provider = "postgresql"\n');
  console.log(`Written: ${join(folder, "migration.sql")}`);
};

const difference = async (): Promise<string> => {
  const postgres = await startTemporaryPostgres();
  try {
    return await schemaDifference(postgres.url("postgres"));
  } finally {
    await postgres.stop();
  }
};

await runCommand(() => newMigration(process.argv[2]));
