import { spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchFailure } from "../failure";
import { findPostgresBinaries, type PostgresBinaries } from "./postgres-binaries";
import { assertReachable, type OsUser, postgresUserFor } from "./postgres-user";
import { findPostmaster, hasEnded, type Postmaster, stopPostmaster, whenGone } from "./postmaster";

export type ClusterSettings = {
  /** The cluster's data folder, absolute; created when missing. */
  folder: string;
  port: number;
  password: string;
  /** Where PostgreSQL's own messages go. */
  logFile: string;
  /** False only for throw-away clusters: a crash may then lose data. */
  durable: boolean;
};

export type Cluster = {
  url(database: string): string;
  stop(): Promise<void>;
  /** Resolves when the server is gone, whoever ended it. */
  gone: Promise<void>;
};

/**
 * Starts the embedded PostgreSQL on 127.0.0.1, in a process group of its own so that a Ctrl-C in the terminal
 * leaves it to us; one that an earlier launcher left behind is adopted (D-53).
 * Throws LaunchFailure when the folder, the port or the user does not allow it.
 */
export const startPostgres = async (settings: ClusterSettings): Promise<Cluster> => {
  const running = await findUsable(settings);
  const pid = running?.pid ?? (await startServer(settings));
  return {
    url: (database) =>
      `postgresql://postgres:${encodeURIComponent(settings.password)}@127.0.0.1:${settings.port}/${database}`,
    stop: () => stopPostmaster(pid),
    gone: whenGone(pid),
  };
};

/** A server that already runs on this folder and port; one on another port, or one that is going down, ends first. */
const findUsable = async ({ folder, port }: ClusterSettings): Promise<Postmaster | undefined> => {
  const running = findPostmaster(folder);
  if (running === undefined) return undefined;
  if (running.port === port && running.status === "ready") return running;
  if (running.status === "stopping") await hasEnded(running.pid, 30_000);
  else await stopPostmaster(running.pid);
  return undefined;
};

const startServer = async (settings: ClusterSettings): Promise<number> => {
  const binaries = await findPostgresBinaries();
  const user = postgresUserFor(settings.folder);
  assertReachable(binaries.postgres, user, "move the project elsewhere, or start it as an ordinary user");
  assertReachable(settings.folder, user, "choose another DATA_DIR, or start as an ordinary user");
  if (isNew(settings.folder, binaries.major)) await createCluster(settings, binaries, user);
  return launch(settings, binaries, user);
};

const isNew = (folder: string, major: string): boolean => {
  const versionFile = join(folder, "PG_VERSION");
  if (!existsSync(versionFile)) {
    if (!existsSync(folder) || readdirSync(folder).length === 0) return true;
    throw new LaunchFailure(
      `${folder} holds something that is not a PostgreSQL database: move it away, or choose another DATA_DIR.`,
    );
  }
  const version = readFileSync(versionFile, "utf8").trim();
  if (version === major) return false;
  throw new LaunchFailure(
    `${folder} was written by PostgreSQL ${version}, and this is PostgreSQL ${major}: move it away, or choose another DATA_DIR.`,
  );
};

/** Made beside its final place and renamed, so that an interrupted start leaves nothing half-made. */
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

const launch = async (
  settings: ClusterSettings,
  { postgres }: PostgresBinaries,
  user: OsUser,
): Promise<number> => {
  const log = openSync(settings.logFile, "a", 0o600);
  const saidBefore = fstatSync(log).size;
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
    failure ??= complaintIn(readFileSync(settings.logFile).subarray(saidBefore).toString());
  });
  child.unref();
  while (findPostmaster(settings.folder)?.status !== "ready") {
    if (failure !== undefined) throw new LaunchFailure(`PostgreSQL did not start: ${failure}`);
    await sleep(20);
  }
  return child.pid ?? 0;
};

/** No statement, value or detail reaches the log: a card number in a mistaken statement would stay there (S1). */
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

/** Only what is needed: a stray PG variable or locale of the shell would change what PostgreSQL does. */
const childEnvironment = () => ({ PATH: process.env.PATH, LC_ALL: "C" }) as unknown as NodeJS.ProcessEnv;

/** What ended it; the very last line only says that it has ended. */
const complaintIn = (log: string): string =>
  log
    .split("\n")
    .findLast((line) => line.includes("FATAL:"))
    ?.trim() ?? lastLine(log);

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";
