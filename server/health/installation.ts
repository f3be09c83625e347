import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "@/server/env";
import type { Ctx } from "@/server/usecases/ctx";
import { examineSurroundings } from "./surroundings";

/** Returns what the doctor compares this installation with. The process works in the folder of the checkout. */
export const createInstallation = (env: Env): Ctx["installation"] => ({
  migrations: listReleaseMigrations(),
  allowDatabaseOwner: env.allowDatabaseOwner,
  examineSurroundings: () => examineSurroundings(env),
});

const listReleaseMigrations = (): string[] =>
  readdirSync(join(/*turbopackIgnore: true*/ process.cwd(), "prisma/migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
