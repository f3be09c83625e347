import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { LaunchFailure } from "./failure";
import { takeOwnership } from "./owner-file";
import { withProgress } from "./progress";
import { cachePath, installedPath, projectRoot } from "./project";

const distFolder = join(projectRoot, process.env.NEXT_DIST_DIR ?? ".next");
const stampFile = join(distFolder, "sources.sha256");

/**
 * Builds the product for production, unless the last build was made from the same sources, and returns its folder.
 * @throws LaunchFailure when the build fails, or when another process builds for longer than five minutes
 */
export const buildIfNeeded = async (signal?: AbortSignal): Promise<string> => {
  if (await isUpToDate()) return distFolder;
  const lock = await takeOwnership(cachePath("vezne-build.json"), 300_000);
  if (lock === undefined)
    throw new LaunchFailure("Another process has been building the product for five minutes. Try again later.");
  try {
    if (await isUpToDate()) return distFolder;
    const hash = await hashSources();
    await rm(stampFile, { force: true });
    await withProgress("Building the product", "Built", () => runNextBuild(signal));
    await writeFile(stampFile, hash);
    return distFolder;
  } finally {
    lock.release();
  }
};

const isUpToDate = async (): Promise<boolean> =>
  existsSync(join(distFolder, "BUILD_ID")) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, "utf8") === (await hashSources());

/** The sources of the build. Tests, declarations, and what runs beside the built product, are not part of it. */
const sourceFolders = ["app", "components", "messages", "server", "prisma/schema", "public"];
const sourceFiles = ["instrumentation.ts", "next.config.mjs", "package-lock.json", "tsconfig.json"];
const isPartOfBuild = (path: string): boolean =>
  !/\.(test\.tsx?|d\.json\.ts)$/.test(path) && !/^server\/(launch|front|operator|testing|sandbox)\//.test(path);

const hashSources = async (): Promise<string> => {
  const folders = await Promise.all(sourceFolders.map((folder) => filesUnder(join(projectRoot, folder))));
  const files = [...folders.flat(), ...sourceFiles.map((file) => join(projectRoot, file)).filter(existsSync)];
  const hash = createHash("sha256").update(`node ${process.versions.node.split(".")[0]}`);
  for (const file of files.sort()) {
    const path = relative(projectRoot, file);
    if (isPartOfBuild(path)) hash.update(`\0${path}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
};

const filesUnder = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const runNextBuild = (signal?: AbortSignal): Promise<void> =>
  run(["--import", endWithParent, installedPath("next/dist/bin/next"), "build"], signal);

/**
 * A module that ends the child when the launcher is killed; otherwise its build would run together with the next
 * start's.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  `if (process.ppid === ${process.pid}) process.once("disconnect", () => process.exit(1)), process.channel.unref();`,
)}`;

/** Runs a Node program and writes its output to a log file. When it fails, the error shows the end of that file. */
const run = (args: string[], signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const logFile = cachePath("vezne-build.log");
    const log = openSync(logFile, "w", 0o600);
    const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      env,
      stdio: ["ignore", log, log, "ipc"],
      ...(signal && { signal }),
    });
    closeSync(log);
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new LaunchFailure(`The build failed. The log ${logFile} ends with:\n${tail(logFile)}`));
    });
  });

const tail = (file: string): string => readFileSync(file, "utf8").trimEnd().split("\n").slice(-30).join("\n");
