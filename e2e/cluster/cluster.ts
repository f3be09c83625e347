import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/server/launch/ports";
import { sandboxKeys } from "@/server/launch/postgres/data-folder";
import { projectRoot } from "@/server/launch/project";
import { removeData } from "@/server/testing/run/instance";
import { Launcher } from "./launcher";
import { type Backend, type LoadBalancer, type PageChange, type ProxySettings, startProxy } from "./proxy";
import { Web } from "./web";

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
  /** Whether what the web processes write to standard error goes to files beside their logs. */
  readonly isQuiet?: boolean;
  /** Opens another proxy than that of the tests. */
  readonly openProxy?: (backends: readonly Backend[]) => Promise<LoadBalancer>;
}

const multiplier = { RATE_LIMIT_MULTIPLIER: "100000" };

/** Several web processes behind a proxy, on the database and the banks of one sandbox. */
export class Cluster {
  private constructor(
    /** The launcher of the sandbox, in whose process the banks run. */
    readonly launcher: Launcher,
    /** The web processes behind the proxy. */
    readonly webs: readonly Web[],
    private readonly proxy: LoadBalancer,
    /** The variables that all programs of the cluster share. */
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async start(given: ClusterSettings): Promise<Cluster> {
    const {
      count,
      redisUrl,
      databaseUrl,
      variables = () => ({}),
      webVariables = {},
      isQuiet = false,
      ...settings
    } = given;
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
    const launcher = await Launcher.start(common);
    const shared = {
      ...process.env,
      ...launcher.ports,
      ...common,
      ...secretsOf(launcher),
      DATA_DIR: launcher.dataDir,
      DATABASE_URL: databaseUrl ?? JSON.parse(readFileSync(launcher.sandboxFile, "utf8")).databaseUrl,
      // Long enough for several probes of the proxy, also on a machine that is busy with other tests.
      STOP_PAUSE_SECONDS: "3",
    };
    const webs = backends.map((backend, n) => {
      const ports = { PORT: backend.port, PAY_PORT: backend.payPort, ADMIN_PORT: backend.adminPort };
      const logFile = join(launcher.dataDir, `logs/web-${n}.log`);
      const env = { ...shared, ...toTexts(ports), LOG_FILE: logFile, ...webVariables };
      return new Web(backend, env, isQuiet ? `${logFile}.errors` : undefined);
    });
    const cluster = new Cluster(launcher, webs, proxy, shared);
    await Promise.all(webs.map((web) => cluster.#untilReady(web)));
    return cluster;
  }

  /** The address of the API behind the proxy. */
  get apiUrl(): string {
    return `http://localhost:${this.proxy.port}`;
  }

  get sandboxFile(): string {
    return this.launcher.sandboxFile;
  }

  /** The folder with the logs of the processes. */
  get dataDir(): string {
    return this.launcher.dataDir;
  }

  /** Changes the pages of the payment origin on their way to buyers, until it is called with null. */
  changePages(change: PageChange | null): void {
    this.proxy.changePages(change);
  }

  /** The number of processes that the proxy gives requests to. */
  get readyCount(): number {
    return this.proxy.ready.size;
  }

  /**
   * Stops one process after the other, as a deployment does, and starts each again before the next one is stopped.
   * @returns the code with which each process ended
   */
  async restartOneByOne(): Promise<(number | null)[]> {
    const codes: (number | null)[] = [];
    for (const web of this.webs) {
      codes.push(await web.end("SIGTERM"));
      web.startAgain();
      await this.#untilReady(web);
    }
    return codes;
  }

  /** Kills a process that gets requests without warning, and starts it again. Resolves when it is ready. */
  async killOne(chosen: number): Promise<void> {
    const serving = this.webs.filter((web) => this.isServing(web));
    const web = serving[chosen % serving.length];
    if (!web) throw new Error("No process is ready.");
    await web.end("SIGKILL");
    await this.proxy.until(web.backend, "gone");
    web.startAgain();
    await this.#untilReady(web);
  }

  /** Returns whether the proxy gives requests to a process. */
  isServing({ backend }: Web): boolean {
    return this.proxy.ready.has(backend);
  }

  /** Runs `npm run admin -- WORDS`. Returns what it prints. @throws Error with its output when it fails */
  async runAdmin(...words: readonly string[]): Promise<string> {
    const program = ["server/launch/run.mjs", "server/operator/admin.ts", ...words];
    const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: projectRoot, env: this.env });
    return stdout.trim();
  }

  /** @param keepsData whether the folder with the logs stays */
  async end({ keepsData = false } = {}): Promise<void> {
    this.proxy.close();
    await Promise.all(this.webs.map((web) => web.end("SIGKILL")));
    await this.launcher.stop();
    if (!keepsData) await removeData(this.launcher);
  }

  /** Throws an Error when the process ends instead. */
  async #untilReady(web: Web): Promise<void> {
    const died = web.ended().then(() => Promise.reject(new Error("A web process ended while it started.")));
    await Promise.race([this.proxy.until(web.backend, "ready"), died]);
  }
}

const newBackend = async (): Promise<Backend> => ({
  port: await freePort(),
  payPort: await freePort(),
  adminPort: await freePort(),
});

const toTexts = (values: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

function secretsOf({ dataDir }: Launcher): Record<string, string> {
  const { databasePassword: _, ...keys } = sandboxKeys(dataDir);
  return Object.fromEntries(Object.entries(keys).map(([name, value]) => [name, String(value)]));
}
