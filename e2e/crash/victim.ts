import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPostmaster } from "@/server/launch/postgres/postmaster";
import { type Instance, removeData, startInstance } from "@/server/testing/run/instance";

/** What `kill -9` hits: the web server, the launcher and the bank in it, or both and the database. */
export type Target = "server" | "launcher" | "everything";

const env = { RATE_LIMIT_MULTIPLIER: "1000" };

/** An instance that is killed again and again, and starts again on the same data and ports. */
export class Victim {
  #isUp = true;
  #keepsData = false;
  #waiting: (() => void)[] = [];

  private constructor(private instance: Instance) {}

  static async start(): Promise<Victim> {
    return new Victim(await startInstance({ env }));
  }

  get sandboxFile(): string {
    return this.instance.sandboxFile;
  }

  /** Resolves at once, or when it is ready again. */
  async whenUp(): Promise<void> {
    if (!this.#isUp) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Kills without warning, and starts again as soon as whatever was left has ended by itself. */
  async killAndRestart(target: Target): Promise<void> {
    const pids = this.#pidsOf(target);
    this.#isUp = false;
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await this.instance.exited;
    this.instance = await startInstance({ like: this.instance, env });
    this.#isUp = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** For whoever wants to see what went wrong: the folder with the log and the database. */
  keepData(): string {
    this.#keepsData = true;
    return this.instance.dataDir;
  }

  async end(): Promise<void> {
    await this.instance.stop();
    if (!this.#keepsData) await removeData(this.instance);
  }

  #pidsOf(target: Target): number[] {
    const { pid: launcher, dataDir } = this.instance;
    const server = webServerOf(launcher);
    if (target === "server") return [server];
    if (target === "launcher") return [launcher];
    const database = findPostmaster(join(dataDir, "postgres"))?.pid;
    if (database === undefined) throw new Error("There is no PostgreSQL.");
    return [server, launcher, database];
  }
}

/** Found by its parent. Never 0, which would be a signal to ourselves. */
function webServerOf(launcher: number): number {
  const isOurs = (pid: string) =>
    fileOf(pid, "stat").split(") ").at(-1)?.split(" ")[1] === String(launcher) &&
    fileOf(pid, "cmdline").includes("server.mjs");
  const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && isOurs(name));
  if (pid === undefined) throw new Error("The launcher has no web server.");
  return Number(pid);
}

function fileOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
