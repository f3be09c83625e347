import { execFile, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync } from "node:fs";
import { appendFile, chown, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { type OsUser, postgresUserFor } from "@/server/launch/postgres/postgres-user";

const execute = promisify(execFile);

/** What the rehearsal needs of a PostgreSQL that was installed from packages; the embedded one has no backup tools. */
const programs = ["initdb", "postgres", "pg_ctl", "pg_basebackup", "pg_verifybackup", "pg_dump", "pg_restore"];

/** Finds the folder of the newest PostgreSQL with all programs: Debian's, or one of PATH; null where there is none. */
export function findPostgresPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name)))) ?? null;
}

/** The password of the superuser of all clusters of a rehearsal. */
const password = "rehearsal";

/** A cluster of a rehearsal, with its data folder and a port of 127.0.0.1. */
export class DebianCluster {
  #pid = 0;

  private constructor(
    private readonly bin: string,
    readonly folder: string,
    readonly port: number,
    private readonly user: OsUser,
  ) {}

  /** Describes a cluster whose folder is empty, or was restored there. */
  static at(bin: string, folder: string, port: number): DebianCluster {
    return new DebianCluster(bin, folder, port, postgresUserFor(folder));
  }

  /** The address of the superuser. @param port another port that leads to it */
  url(database = "postgres", port = this.port): string {
    return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  }

  /** Creates the data folder, with WAL that is archived to a folder. */
  async create(archive: string): Promise<void> {
    const passwordFile = `${this.folder}.password`;
    await writeFile(passwordFile, password, { mode: 0o600 });
    await mkdir(this.folder, { mode: 0o700 });
    await mkdir(archive, { mode: 0o700, recursive: true });
    for (const path of [passwordFile, this.folder, archive]) await this.#give(path);
    const options = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8"];
    await this.#execute("initdb", "-D", this.folder, "--no-locale", ...options);
    await rm(passwordFile);
    await this.configure({
      archive_mode: "on",
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      wal_level: "replica",
    });
  }

  /** Appends settings to `postgresql.conf`; the last one of a name counts. */
  configure(settings: Readonly<Record<string, string>>): Promise<void> {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    return appendFile(join(this.folder, "postgresql.conf"), lines.join(""));
  }

  /** Starts the server and waits until it accepts writes, or reads where it is a standby. */
  async start({ asStandby = false } = {}): Promise<void> {
    const log = openSync(`${this.folder}.log`, "a");
    const flags = { port: this.port, listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 200 };
    const options = Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    // A process group of its own can be killed as a whole, as a power cut does.
    const stdio = ["ignore", log, log] as const;
    const child = spawn(join(this.bin, "postgres"), ["-D", this.folder, ...options], {
      ...this.user,
      cwd: this.folder,
      detached: true,
      stdio: [...stdio],
    });
    closeSync(log);
    this.#pid = child.pid ?? 0;
    await this.until(asStandby ? "true" : "not pg_is_in_recovery()");
  }

  /** Waits until a condition is true. Throws with the end of the log when it is not within a minute. */
  async until(condition: string): Promise<void> {
    for (const end = Date.now() + 60_000; ; await sleep(50)) {
      const [answer] = await this.query<{ ok: boolean }>(`select ${condition} as ok`).catch(() => []);
      if (answer?.ok) return;
      if (Date.now() < end) continue;
      const log = await readFile(`${this.folder}.log`, "utf8").catch(() => "");
      throw new Error(`PostgreSQL did not get to "${condition}":\n${log.slice(-1500)}`);
    }
  }

  /** Runs one statement as the superuser. */
  async query<T extends pg.QueryResultRow>(statement: string, database = "postgres"): Promise<T[]> {
    const client = new pg.Client(this.url(database));
    // A server that is killed ends the connection; the query itself rejects then.
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<T>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the server as an administrator does. */
  async stop(): Promise<void> {
    await this.#execute("pg_ctl", "-D", this.folder, "-m", "fast", "-w", "stop");
    this.#pid = 0;
  }

  /** Kills all processes of the server at once, as the end of its machine does. */
  async kill(): Promise<void> {
    if (this.#pid === 0) return;
    process.kill(-this.#pid, "SIGKILL");
    this.#pid = 0;
    await sleep(100);
  }

  /** Kills the server and deletes its data. */
  async destroy(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Makes a verified base backup. @param more further options of pg_basebackup */
  async backUp(target: string, ...more: string[]): Promise<void> {
    await this.#execute("pg_basebackup", "-d", this.url(), "-D", target, "-X", "stream", "-c", "fast", ...more);
    await this.#execute("pg_verifybackup", target);
  }

  /** Puts a base backup in place of the data, to be recovered from the archive. @param target where recovery stops */
  async restore(backup: string, archive: string, target: Readonly<Record<string, string>> = {}): Promise<void> {
    await cp(backup, this.folder, { recursive: true, preserveTimestamps: true });
    await this.configure({ restore_command: `cp ${archive}/%f %p`, recovery_target_action: "promote", ...target });
    await writeFile(join(this.folder, "recovery.signal"), "");
    await execute("chown", ["-R", `${this.user?.uid ?? process.getuid?.()}`, this.folder]);
    await execute("chmod", ["700", this.folder]);
  }

  /** Makes a standby the primary, and waits until it accepts writes. */
  async promote(): Promise<void> {
    await this.#execute("pg_ctl", "-D", this.folder, "-W", "promote");
    await this.until("not pg_is_in_recovery()");
  }

  /** Fills the data folder as that of a standby, which follows a primary under the name `standby`. */
  async follow(primary: DebianCluster): Promise<void> {
    await primary.backUp(this.folder, "-R");
    const { port } = primary;
    const connection = { host: "127.0.0.1", port, user: "postgres", password, application_name: "standby" };
    const text = Object.entries(connection).map(([name, value]) => `${name}=${value}`);
    // The settings of pg_basebackup are in postgresql.auto.conf, which counts more than postgresql.conf.
    await appendFile(join(this.folder, "postgresql.auto.conf"), `primary_conninfo = '${text.join(" ")}'\n`);
  }

  /** Lets commits wait for a standby. It is set here only, because a standby that is promoted has none behind it. */
  async setSynchronousStandby(name: string): Promise<void> {
    await this.configure({ synchronous_standby_names: name, synchronous_commit: "on" });
    await this.query("select pg_reload_conf()");
    await this.until("exists (select 1 from pg_stat_replication where sync_state = 'sync')");
  }

  /** Copies a database to another one by a dump, as an archive file. */
  async dumpTo(file: string, from: string, to: string): Promise<void> {
    await this.#execute("pg_dump", "-Fc", "-d", this.url(from), "-f", file);
    await this.query(`create database ${to}`);
    await this.#execute("pg_restore", "--exit-on-error", "-d", this.url(to), file);
  }

  async #give(path: string): Promise<void> {
    if (this.user) await chown(path, this.user.uid, this.user.gid);
  }

  async #execute(program: string, ...args: string[]): Promise<void> {
    await execute(join(this.bin, program), args, { ...this.user, cwd: "/" });
  }
}
