import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/server/launch/ports";
import { sandboxKeys } from "@/server/launch/postgres/data-folder";
import { projectRoot } from "@/server/launch/project";
import { type Instance, removeData, startInstance } from "@/server/testing/run/instance";
import { type Backend, type LoadBalancer, type PageChange, type ProxySettings, startProxy } from "./proxy";

/** A web process of the cluster, which can be started again with the same ports. */
interface Web {
  readonly backend: Backend;
  readonly env: NodeJS.ProcessEnv;
  child: ChildProcess;
}

export interface ClusterSettings extends ProxySettings {
  /** The number of web processes, beside the one that belongs to the sandbox's launcher. */
  readonly count: number;
  readonly redisUrl: string;
  /** The database; without it, the sandbox's own. */
  readonly databaseUrl?: string;
  /** Further variables of all processes, by the port of the API. */
  readonly variables?: (apiPort: number) => Readonly<Record<string, string>>;
  /** Further variables of the web processes beside the launcher's. */
  readonly webVariables?: Readonly<Record<string, string>>;
  /** Opens another proxy than that of the tests. */
  readonly openProxy?: (backends: readonly Backend[]) => Promise<LoadBalancer>;
}

const multiplier = { RATE_LIMIT_MULTIPLIER: "100000" };

/** Several web processes behind a proxy, on the database and the banks of one sandbox. */
export class Cluster {
  #haveBanksEnded = false;

  private constructor(
    private readonly sandbox: Instance,
    private readonly webs: readonly Web[],
    private readonly proxy: LoadBalancer,
  ) {
    void sandbox.exited.then(() => {
      this.#haveBanksEnded = true;
    });
  }

  static async start(given: ClusterSettings): Promise<Cluster> {
    const { count, redisUrl, databaseUrl, variables = () => ({}), webVariables = {}, ...settings } = given;
    const { openProxy = (some: readonly Backend[]) => startProxy(some, settings) } = settings;
    const backends = await Promise.all(Array.from({ length: count }, newBackend));
    const proxy = await openProxy(backends);
    const common = {
      ...multiplier,
      REDIS_URL: redisUrl,
      API_ORIGIN: `http://localhost:${proxy.port}`,
      PAY_ORIGIN: `http://127.0.0.1:${proxy.payPort}`,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...variables(proxy.port),
    };
    const sandbox = await startInstance({ env: common });
    const shared = {
      ...process.env,
      ...sandbox.ports,
      ...common,
      ...secretsOf(sandbox),
      DATA_DIR: sandbox.dataDir,
      DATABASE_URL: databaseUrl ?? JSON.parse(readFileSync(sandbox.sandboxFile, "utf8")).databaseUrl,
      // Long enough for several probes of the proxy, also on a machine that is busy with other tests.
      STOP_PAUSE_SECONDS: "3",
    };
    const webs = backends.map((backend, n): Web => {
      const ports = { PORT: backend.port, PAY_PORT: backend.payPort, ADMIN_PORT: backend.adminPort };
      const logFile = join(sandbox.dataDir, `logs/web-${n}.log`);
      const env = { ...shared, ...toTexts(ports), LOG_FILE: logFile, ...webVariables };
      return { backend, env, child: startWeb(env) };
    });
    const cluster = new Cluster(sandbox, webs, proxy);
    await Promise.all(webs.map((web) => cluster.#untilReady(web)));
    return cluster;
  }

  /** The address of the API behind the proxy. */
  get apiUrl(): string {
    return `http://localhost:${this.proxy.port}`;
  }

  get sandboxFile(): string {
    return this.sandbox.sandboxFile;
  }

  /** The folder with the logs of the processes. */
  get dataDir(): string {
    return this.sandbox.dataDir;
  }

  /** Throws an Error with the last output of the sandbox's launcher, which runs the banks, where it has ended. */
  assertBanksRun(): void {
    if (this.#haveBanksEnded) throw new Error(`The launcher has ended:\n${this.sandbox.output().slice(-4_000)}`);
  }

  /** Changes the pages of the payment origin on their way to buyers, until it is called with null. */
  changePages(change: PageChange | null): void {
    this.proxy.changePages(change);
  }

  /** The number of processes that the proxy gives requests to. */
  get readyCount(): number {
    return this.proxy.ready.size;
  }

  /** Stops one process after the other, as a deployment does, and starts each again before the next one is stopped. */
  async restartOneByOne(): Promise<void> {
    for (const web of this.webs) {
      web.child.kill("SIGTERM");
      await ended(web.child);
      web.child = startWeb(web.env);
      await this.#untilReady(web);
    }
  }

  /** Kills a process that gets requests without warning, and starts it again. Resolves when it is ready. */
  async killOne(chosen: number): Promise<void> {
    const serving = this.webs.filter(({ backend }) => this.proxy.ready.has(backend));
    const web = serving[chosen % serving.length];
    if (!web) throw new Error("No process is ready.");
    web.child.kill("SIGKILL");
    await ended(web.child);
    await this.proxy.until(web.backend, "gone");
    web.child = startWeb(web.env);
    await this.#untilReady(web);
  }

  /** @param keepsData whether the folder with the logs stays */
  async end({ keepsData = false } = {}): Promise<void> {
    this.proxy.close();
    for (const { child } of this.webs) child.kill("SIGKILL");
    await Promise.all(this.webs.map(({ child }) => ended(child)));
    await this.sandbox.stop();
    if (!keepsData) await removeData(this.sandbox);
  }

  /** Throws an Error when the process ends instead. */
  async #untilReady({ backend, child }: Web): Promise<void> {
    const died = ended(child).then(() => Promise.reject(new Error("A web process ended while it started.")));
    await Promise.race([this.proxy.until(backend, "ready"), died]);
  }
}

const newBackend = async (): Promise<Backend> => ({
  port: await freePort(),
  payPort: await freePort(),
  adminPort: await freePort(),
});

const toTexts = (values: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

function secretsOf({ dataDir }: Instance): Record<string, string> {
  const { databasePassword: _, ...keys } = sandboxKeys(dataDir);
  return Object.fromEntries(Object.entries(keys).map(([name, value]) => [name, String(value)]));
}

const startWeb = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, ["server.mjs"], { cwd: projectRoot, env, stdio: ["ignore", "ignore", "inherit"] });

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  await sleep(0);
};
