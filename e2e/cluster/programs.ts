import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "@/server/launch/ports";
import { type Cluster, startPostgres } from "@/server/launch/postgres/postgres";
import { findPostmaster, waitForEnd } from "@/server/launch/postgres/postmaster";
import { createTemporaryFolder } from "@/server/launch/temporary-folder";
import { startFakeRedis } from "@/server/testing/doors/fake-redis";
import { childrenOf, readProcess } from "./processes";

/** How long a supervisor takes to start a program again that was killed, ms. */
const supervisorMs = 500;

/** A PostgreSQL that is killed repeatedly. It writes durably, so nothing that it has confirmed may be lost. */
export class Postgres {
  private constructor(
    private readonly folder: string,
    private readonly dataFolder: string,
    private readonly restart: () => Promise<Cluster>,
    private cluster: Cluster,
  ) {}

  /** @param dataParent the folder in which it makes its data folder; without it, one of its own */
  static async start(dataParent?: string): Promise<Postgres> {
    const folder = await createTemporaryFolder("vezne-cluster-");
    const settings = {
      folder: join(dataParent ?? folder, "cluster"),
      port: await freePort(),
      password: randomBytes(16).toString("hex"),
      logFile: join(folder, "postgres.log"),
      durable: true,
    };
    const start = () => startPostgres(settings);
    return new Postgres(folder, settings.folder, start, await start());
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
    const pid = this.#chooseConnection(chosen);
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  }

  /** Stops the process of one connection for some time, ms, with the locks that it holds. */
  async pauseConnection(chosen: number, ms: number): Promise<void> {
    const pid = this.#chooseConnection(chosen);
    if (pid === undefined) return;
    process.kill(pid, "SIGSTOP");
    await sleep(ms);
    // A server that has ended meanwhile has killed it.
    if (readProcess(pid, "stat") !== "") process.kill(pid, "SIGCONT");
  }

  /**
   * Starts the server again where it has ended by itself, until it runs, as a process manager does.
   * @returns whether it had ended
   */
  async keepUp(): Promise<boolean> {
    let hadEnded = false;
    for (;;) {
      const found = findPostmaster(this.dataFolder);
      if (found?.status === "ready") return hadEnded;
      if (found) await sleep(100);
      else {
        hadEnded = true;
        await this.#startAgain().catch(() => undefined);
      }
    }
  }

  /** Resolves when the server takes connections. */
  async untilAccepting(): Promise<void> {
    while (!(await this.#isAccepting())) await sleep(20);
  }

  async #isAccepting(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("select 1");
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #endBy(signal: NodeJS.Signals): Promise<void> {
    const pid = this.#postmaster();
    process.kill(pid, signal);
    await waitForEnd(pid, 30_000);
    await this.#startAgain();
  }

  async #startAgain(): Promise<void> {
    await sleep(supervisorMs);
    this.cluster = await this.restart();
  }

  /** @param keepIn the folder that gets a copy of the stopped server's data, for an investigation */
  async end({ keepIn }: { keepIn?: string } = {}): Promise<void> {
    await this.cluster.stop();
    if (keepIn !== undefined) await cp(this.dataFolder, keepIn, { recursive: true });
    await rm(this.dataFolder, { recursive: true, force: true });
    await rm(this.folder, { recursive: true, force: true });
  }

  #chooseConnection(chosen: number): number | undefined {
    const pids = childrenOf(this.#postmaster()).filter((pid) => readProcess(pid, "cmdline").includes("127.0.0.1("));
    return pids[chosen % Math.max(1, pids.length)];
  }

  #postmaster(): number {
    const found = findPostmaster(this.dataFolder);
    if (!found) throw new Error("PostgreSQL does not run.");
    return found.pid;
  }
}

/** A Redis that is killed repeatedly: the real program where it is installed, a fake server elsewhere. */
export interface Redis {
  readonly url: string;
  readonly isReal: boolean;
  /** Kills it and starts it again after some seconds, empty. */
  kill(downMs: number): Promise<void>;
  /** Stops it for some time, ms, without ending its connections. */
  pause(ms: number): Promise<void>;
  /** Starts it again after `end`, empty. */
  start(): Promise<void>;
  end(): Promise<void>;
}

export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const isReal = spawnSync("redis-server", ["--version"]).status === 0;
  const start = isReal ? startRealRedis : startFake;
  let running = await start(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    isReal,
    async kill(downMs) {
      await running.end();
      await sleep(downMs);
      running = await start(port);
    },
    pause: (ms) => running.pause(ms),
    async start() {
      running = await start(port);
    },
    end: () => running.end(),
  };
}

interface RunningRedis {
  pause(ms: number): Promise<void>;
  end(): Promise<void>;
}

async function startRealRedis(port: number): Promise<RunningRedis> {
  const child: ChildProcess = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
    stdio: "ignore",
  });
  return {
    async pause(ms) {
      child.kill("SIGSTOP");
      await sleep(ms);
      child.kill("SIGCONT");
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function startFake(port: number): Promise<RunningRedis> {
  const fake = await startFakeRedis(port);
  return {
    async pause(ms) {
      fake.hang();
      await sleep(ms);
      fake.goOn();
    },
    async end() {
      await fake.stop();
    },
  };
}
