import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/server/launch/project";

/** Reads the lock file, the bill of materials and the list of install scripts (S35). */

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  /** The name in the registry, where the folder has another one. */
  readonly name?: string;
  readonly version?: string;
  readonly hasInstallScript?: boolean;
}

interface BillOfMaterials {
  readonly components: readonly { readonly name: string; readonly group?: string; readonly version: string }[];
}

export interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(projectRoot, file), "utf8")) as T;
export const readManifest = (): Manifest => readJson("package.json");
const readLock = (): Lock => readJson("package-lock.json");

const readName = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Packages that are installed on macOS only. */
const optionalBuilds = ["fsevents"];

/** Lists the packages with an install script. */
export const listScripted = (): string[] =>
  Object.entries(readLock().packages).flatMap(([path, entry]) =>
    path !== "" && entry.hasInstallScript ? [readName(path)] : [],
  );

/** Lists those that no line of `allowScripts` allows or refuses. */
export function listUnnamedScripts(): string[] {
  const { allowScripts } = readManifest();
  return listScripted().filter((name) => !(name in allowScripts) && !optionalBuilds.includes(name));
}

export interface BillComparison {
  readonly listed: number;
  /** What the lock file does not have. */
  readonly extra: readonly string[];
  /** What is installed on this machine and not listed. */
  readonly missing: readonly string[];
}

/** Compares the bill of materials with the packages of the lock file that are installed here. */
export function compareBill(): BillComparison {
  const { components } = readJson<BillOfMaterials>("sbom.cdx.json");
  const listed = new Set(components.map(({ name, group, version }) => `${group ? `${group}/` : ""}${name}@${version}`));
  const locked = Object.entries(readLock().packages).flatMap(([path, { name = readName(path), version }]) =>
    // The bill names a package with an alias by either of its names.
    path === "" ? [] : [{ path, names: [`${readName(path)}@${version}`, `${name}@${version}`] }],
  );
  const known = new Set(locked.flatMap(({ names }) => names));
  const installed = locked.filter(({ path }) => existsSync(join(projectRoot, path)));
  return {
    listed: listed.size,
    extra: [...listed].filter((one) => !known.has(one)),
    missing: installed.flatMap(({ names }) => (names.some((one) => listed.has(one)) ? [] : names.slice(0, 1))),
  };
}
