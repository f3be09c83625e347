import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPostmaster } from "@/server/launch/postgres/postmaster";
import { type Instance, removeData, startInstance } from "@/server/testing/run/instance";

/** The processes that `kill -9` ends: the web server, the launcher with the bank, or both and the database. */
export type Target = "server" | "launcher" | "everything";

const env = { RATE_LIMIT_MULTIPLIER: "1000" };

/** An instance that is killed repeatedly and restarts on the same data and ports. */
export class Victim {
  #isUp = true;
  #kills = 0;
  #keepsData = false;
  #waiting: (() => void)[] = [];

  private constructor(private instance: Instance) {}

  static async start(): Promise<Victim> {
    return new Victim(await startInstance({ env }));
  }

  get sandboxFile(): string {
    return this.instance.sandboxFile;
  }

  /** The number of kills so far. */
  get kills(): number {
    return this.#kills;
  }

  /** Resolves when the instance is ready. */
  async whenUp(): Promise<void> {
    if (!this.#isUp) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Kills without warning, and restarts when the remaining processes have ended. */
  async killAndRestart(target: Target): Promise<void> {
    const pids = this.#listPids(target);
    this.#isUp = false;
    this.#kills++;
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await this.instance.exited;
    this.instance = await startInstance({ like: this.instance, env });
    this.#isUp = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The folder with the logs of all its processes. */
  get logFolder(): string {
    return join(this.instance.dataDir, "logs");
  }

  /** Keeps the folder with the log and the database for an investigation; returns its path. */
  keepData(): string {
    this.#keepsData = true;
    return this.instance.dataDir;
  }

  async end(): Promise<void> {
    await this.instance.stop();
    if (!this.#keepsData) await removeData(this.instance);
  }

  #listPids(target: Target): number[] {
    const { pid: launcher, dataDir } = this.instance;
    const server = findWebServer(launcher);
    if (target === "server") return [server];
    if (target === "launcher") return [launcher];
    const database = findPostmaster(join(dataDir, "postgres"))?.pid;
    if (database === undefined) throw new Error("There is no PostgreSQL.");
    return [server, launcher, database];
  }
}

/**
 * Finds the web server by its parent process. Never returns 0, because a signal to 0 would reach this process group.
 */
function findWebServer(launcher: number): number {
  const isOurs = (pid: string) =>
    readProcFile(pid, "stat").split(") ").at(-1)?.split(" ")[1] === String(launcher) &&
    readProcFile(pid, "cmdline").includes("server.mjs");
  const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && isOurs(name));
  if (pid === undefined) throw new Error("The launcher has no web server.");
  return Number(pid);
}

function readProcFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
