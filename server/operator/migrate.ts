import { readMigrationUrl } from "@/server/env";
import { runCommand } from "../launch/failure";
import { migrate } from "../launch/migrations/migrate";

/** Runs `npm run migrate`, which applies the missing migrations for deployments without the launcher. */
await runCommand(async () => {
  const names = await migrate(readMigrationUrl());
  console.log(names.length === 0 ? "The database is up to date." : `Applied migrations: ${names.join(", ")}.`);
});
