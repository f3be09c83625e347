import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LaunchFailure, runCommand } from "../failure";
import { startTemporaryPostgres } from "../postgres/temporary-postgres";
import { migrationsFolder } from "../project";
import { listContractions } from "./contractions";
import { schemaDifference } from "./schema-engine";

/** Runs `npm run migration -- name`: writes the next migration, from the migrated database to the schema. */
const newMigration = async (name: string | undefined): Promise<void> => {
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    throw new LaunchFailure("Give the migration a name in lower case, for example: npm run migration -- payment_links");
  }
  const sql = await findDifference();
  if (sql === "") {
    console.log("The migrations already lead to the schema, so no migration was written.");
    return;
  }
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "migration.sql"), sql);
  await writeFile(join(migrationsFolder, "migration_lock.toml"), 'provider = "postgresql"\n');
  console.log(`Wrote ${join(folder, "migration.sql")}.`);
  for (const { reason, statement } of listContractions(sql, () => false)) {
    console.log(`This ${reason}, which the release before may not survive (docs/recipes.md): ${statement}`);
  }
};

const findDifference = async (): Promise<string> => {
  const postgres = await startTemporaryPostgres();
  try {
    return await schemaDifference(postgres.url("postgres"));
  } finally {
    await postgres.stop();
  }
};

await runCommand(() => newMigration(process.argv[2]));
