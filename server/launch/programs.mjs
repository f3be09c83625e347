// Loads the TypeScript programs of the product: the launcher, the front of the web server, the operators' commands.
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { generateClientIfNeeded } from "./generate-client.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
// A program stands two folders below the checkout, as `project.ts` does, which looks for the checkout from there.
const folder = join(root, ".programs");

/**
 * Loads a program and returns what it exports. Its modules are written as a few JavaScript files first, unless that was
 * done from the same sources before: loading them one by one takes several times longer (D-321).
 * @param {string} path the program's path in the checkout, for example "server/operator/admin.ts"
 * @throws Error when the sources cannot be read or contain a fault
 */
export async function openProgram(path) {
  return import(pathToFileURL(await prepareProgram(path)).href);
}

/**
 * Writes a program's files unless they were written from the same sources before, and returns the path of the first.
 * @throws Error as `openProgram` does
 */
export async function prepareProgram(path) {
  await generateClientIfNeeded();
  const name = basename(path, ".ts");
  const version = (await findVersion(name)) ?? (await writeProgram(path, name));
  return join(folder, version, `${name}.mjs`);
}

/** Returns the folder of the files that were written from the present sources, or null when there is none. */
async function findVersion(name) {
  try {
    const { sources } = JSON.parse(await readFile(join(folder, `${name}.json`), "utf8"));
    const version = toVersion(name, await hashSources(sources));
    return existsSync(join(folder, version)) ? version : null;
  } catch {
    return null; // Nothing was written yet, or a source has been removed since.
  }
}

/** Writes a program's files. Several processes may do so at the same time. */
async function writeProgram(path, name) {
  const { build } = await import("esbuild").catch(() => {
    throw new Error(`${path} has changed since the build. Run npm ci and npm run build with all dependencies.`);
  });
  const draft = join(folder, `draft-${randomUUID()}`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { [name]: join(root, path) },
    outdir: draft,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    // Errors name the lines of the sources.
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: "silent",
  });
  const sources = [
    ...Object.keys(metafile.inputs),
    "package-lock.json",
    "tsconfig.json",
    relative(root, import.meta.filename),
  ];
  const version = toVersion(name, await hashSources(sources));
  try {
    await rename(draft, join(folder, version));
  } catch (error) {
    if (!existsSync(join(folder, version))) throw error;
    await rm(draft, { recursive: true, force: true }); // Another process was faster.
  }
  const list = join(folder, `${name}.json`);
  await writeFile(`${draft}.json`, JSON.stringify({ sources }));
  await rename(`${draft}.json`, list);
  await removeOldVersions(name);
  return version;
}

const toVersion = (name, hash) => `${name}-${hash.slice(0, 16)}`;

async function hashSources(sources) {
  const hash = createHash("sha256");
  const texts = await Promise.all(sources.map((source) => readFile(join(root, source))));
  for (const [index, text] of texts.entries()) hash.update(`\0${sources[index]}\0`).update(text);
  return hash.digest("hex");
}

/**
 * Removes the versions of a program that are older than a week. Those of other programs stay, because a process that
 * has run for weeks may load some of its files for the first time now.
 */
async function removeOldVersions(name) {
  const before = Date.now() - 7 * 24 * 60 * 60 * 1_000;
  const isVersion = (entry) => entry.startsWith(`${name}-`) && /^[0-9a-f]{16}$/.test(entry.slice(name.length + 1));
  for (const entry of (await readdir(folder)).filter(isVersion)) {
    const path = join(folder, entry);
    const found = await stat(path).catch(() => null); // Another process may remove it at the same time.
    if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}
