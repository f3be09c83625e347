import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "@/server/launch/project";
import type { Backend } from "./proxy";

/** A web process of the cluster, which can be started again with the same ports. */
export class Web {
  #child: ChildProcess;
  #isPaused = false;
  #lastWords = "";

  /**
   * Starts the process.
   * @param errorFile gets what it writes to standard error; without it, the terminal does
   */
  constructor(
    readonly backend: Backend,
    private readonly env: NodeJS.ProcessEnv,
    private readonly errorFile?: string,
  ) {
    this.#child = startWeb(env, errorFile);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Whether the process is stopped by `pause` at present. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves when the present process has ended for any reason. */
  async ended(): Promise<void> {
    if (!this.hasEnded) await once(this.#child, "exit");
    await sleep(0);
  }

  /** Sends a signal that ends the process, and waits for its end. @returns the code with which it ended, or null */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    this.#child.kill(signal);
    await this.ended();
    return this.#child.exitCode;
  }

  /** Starts a new process in the place of one that has ended. */
  startAgain(): void {
    this.#child = startWeb(this.env, this.errorFile);
  }

  /** Stops the process by SIGSTOP, as a machine that swaps or is moved does, and lets it go on after this time, ms. */
  async pause(ms: number): Promise<void> {
    const child = this.#child;
    this.#isPaused = true;
    child.kill("SIGSTOP");
    try {
      await sleep(ms);
    } finally {
      child.kill("SIGCONT");
      this.#isPaused = false;
    }
  }

  /** Asks the process itself whether it is ready; false where it does not answer within five seconds. */
  async isReady(): Promise<boolean> {
    const address = `http://127.0.0.1:${this.backend.adminPort}/readyz`;
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) });
      this.#lastWords = await answer.text();
      return answer.status === 200;
    } catch (error) {
      this.#lastWords = String(error);
      return false;
    }
  }

  /** What the process answered when it was asked last whether it is ready. */
  get lastWords(): string {
    return this.#lastWords;
  }
}

function startWeb(env: NodeJS.ProcessEnv, errorFile?: string): ChildProcess {
  const errors = errorFile === undefined ? "inherit" : openSync(errorFile, "a");
  const child = spawn(process.execPath, ["server.mjs"], {
    cwd: projectRoot,
    env,
    stdio: ["ignore", "ignore", errors],
  });
  if (typeof errors === "number") closeSync(errors);
  return child;
}
