import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the checkout. */
export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

export const migrationsFolder = join(projectRoot, "prisma/migrations");
export const schemaFolder = join(projectRoot, "prisma/schema");

/** Whether this module is the program that was started, not an import of another one. */
export const isProgram = (moduleUrl: string): boolean =>
  process.argv[1] !== undefined && pathToFileURL(realpathSync(process.argv[1])).href === moduleUrl;

/** A file of an installed package. */
export const installed = (path: string): string => join(projectRoot, "node_modules", path);

/** A file that may be thrown away at any time. */
export const inCache = (name: string): string => {
  mkdirSync(installed(".cache"), { recursive: true });
  return installed(`.cache/${name}`);
};
