import { setTimeout as sleep } from "node:timers/promises";
import { type Instance, startInstance } from "@/server/testing/run/instance";
import { childrenOf } from "./processes";

/** How long the web process of a killed launcher may need to finish and end, ms. */
const orphansMaxMs = 30_000;

/**
 * The launcher of a sandbox, in whose process the simulated banks run. It has a web process of its own, which gets no
 * requests from the proxy but does background work.
 */
export class Launcher {
  #hasEnded = false;

  private constructor(
    private instance: Instance,
    private readonly env: Readonly<Record<string, string>>,
  ) {
    this.#watch();
  }

  static async start(env: Readonly<Record<string, string>>): Promise<Launcher> {
    return new Launcher(await startInstance({ env }), env);
  }

  get sandboxFile(): string {
    return this.instance.sandboxFile;
  }

  get dataDir(): string {
    return this.instance.dataDir;
  }

  get ports(): Instance["ports"] {
    return this.instance.ports;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Resolves when the launcher and its web process have ended for any reason. */
  async ended(): Promise<void> {
    await this.instance.exited;
  }

  /** The last output of the launcher. */
  get output(): string {
    return this.instance.output().slice(-4_000);
  }

  /**
   * Kills the launcher alone. Its web process has to notice that, finish its work and end.
   * @returns the processes that had not ended in time, so they were killed too
   */
  async kill(): Promise<number[]> {
    const { pid, exited } = this.instance;
    const children = childrenOf(pid);
    process.kill(pid, "SIGKILL");
    const inTime = await Promise.race([exited.then(() => true), sleep(orphansMaxMs, false, { ref: false })]);
    if (inTime) return [];
    for (const child of children) process.kill(child, "SIGKILL");
    await exited;
    return children;
  }

  /** Starts it again on the same data and ports, after it has ended. @throws LaunchFailure where it does not start */
  async startAgain(): Promise<void> {
    this.instance = await startInstance({ like: this.instance, env: this.env });
    this.#hasEnded = false;
    this.#watch();
  }

  async stop(): Promise<void> {
    await this.instance.stop();
  }

  #watch(): void {
    const { instance } = this;
    void instance.exited.then(() => {
      if (this.instance === instance) this.#hasEnded = true;
    });
  }
}
