import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/server/launch/ports";
import { type Cluster, startPostgres } from "@/server/launch/postgres/postgres";
import { findPostmaster, waitForEnd } from "@/server/launch/postgres/postmaster";
import { createTemporaryFolder } from "@/server/launch/temporary-folder";
import { startFakeRedis } from "@/server/testing/doors/fake-redis";

/** How long a supervisor takes to start a program again that was killed, ms. */
const supervisorMs = 500;

/** A PostgreSQL that is killed repeatedly. It writes durably, so nothing that it has confirmed may be lost. */
export class Postgres {
  private constructor(
    private readonly folder: string,
    private readonly restart: () => Promise<Cluster>,
    private cluster: Cluster,
  ) {}

  static async start(): Promise<Postgres> {
    const folder = await createTemporaryFolder("vezne-cluster-");
    const settings = {
      folder: join(folder, "cluster"),
      port: await freePort(),
      password: randomBytes(16).toString("hex"),
      logFile: join(folder, "postgres.log"),
      durable: true,
    };
    const start = () => startPostgres(settings);
    return new Postgres(folder, start, await start());
  }

  get url(): string {
    return this.cluster.url("postgres");
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Kills the server and starts it again. Its other processes end with it, and it recovers from its log. */
  kill(): Promise<void> {
    return this.#endBy("SIGKILL");
  }

  /** Stops the server without ending what runs, as `pg_ctl -m immediate` does, and starts it again. */
  stopAtOnce(): Promise<void> {
    return this.#endBy("SIGQUIT");
  }

  /** Kills the process of one connection. The server then ends all others and recovers. */
  killConnection(chosen: number): void {
    const pids = childrenOf(this.#postmaster()).filter((pid) => readProcess(pid, "cmdline").includes("127.0.0.1("));
    const pid = pids[chosen % Math.max(1, pids.length)];
    if (pid !== undefined) process.kill(Number(pid), "SIGKILL");
  }

  async #endBy(signal: NodeJS.Signals): Promise<void> {
    const pid = this.#postmaster();
    process.kill(pid, signal);
    await waitForEnd(pid, 30_000);
    await sleep(supervisorMs);
    this.cluster = await this.restart();
  }

  async end(): Promise<void> {
    await this.cluster.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  #postmaster(): number {
    const found = findPostmaster(join(this.folder, "cluster"));
    if (!found) throw new Error("PostgreSQL does not run.");
    return found.pid;
  }
}

function childrenOf(parent: number): string[] {
  const isChild = (pid: string) => readProcess(pid, "stat").split(") ").at(-1)?.split(" ")[1] === String(parent);
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isChild(name));
}

function readProcess(pid: string, file: "stat" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** A Redis that is killed repeatedly: the real program where it is installed, a fake server elsewhere. */
export interface Redis {
  readonly url: string;
  readonly isReal: boolean;
  /** Kills it and starts it again after some seconds, empty. */
  kill(downMs: number): Promise<void>;
  /** Starts it again after `end`, empty. */
  start(): Promise<void>;
  end(): Promise<void>;
}

export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const isReal = spawnSync("redis-server", ["--version"]).status === 0;
  const start = isReal ? startRealRedis : startFake;
  let stop = await start(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    isReal,
    async kill(downMs) {
      await stop();
      await sleep(downMs);
      stop = await start(port);
    },
    async start() {
      stop = await start(port);
    },
    end: () => stop(),
  };
}

async function startRealRedis(port: number): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
    stdio: "ignore",
  });
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
}

async function startFake(port: number): Promise<() => Promise<void>> {
  const fake = await startFakeRedis(port);
  return async () => {
    await fake.stop();
  };
}
