import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the checkout. */
export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

export const migrationsFolder = join(projectRoot, "prisma/migrations");
export const schemaFolder = join(projectRoot, "prisma/schema");

/** Returns whether this module is the started program, and not an import of another one. */
export const isProgram = (moduleUrl: string): boolean =>
  process.argv[1] !== undefined && pathToFileURL(realpathSync(process.argv[1])).href === moduleUrl;

/** Returns the path of a file of an installed package. */
export const installedPath = (path: string): string => join(projectRoot, "node_modules", path);

/** Returns the path of a file in the cache, which may be deleted at any time. */
export const cachePath = (name: string): string => {
  mkdirSync(installedPath(".cache"), { recursive: true });
  return installedPath(`.cache/${name}`);
};
