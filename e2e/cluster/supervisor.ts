import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster";
import type { Web } from "./web";

/** How long a process manager waits before it starts a process again, ms. */
const restartMs = 500;

/** How often a process is asked whether it is ready, ms. */
const askEveryMs = 100;

/** How long a process may take from its end until it is ready again, also where its start fails some times, ms. */
const backMaxMs = 300_000;

/**
 * Starts the processes of a cluster again when they end, as a process manager does (deploy/systemd: Restart=always),
 * and keeps account of what ended without having been struck.
 */
export class Supervisor {
  /** What must not occur: a process that ended by itself, or that outlived its killed launcher. */
  readonly surprises: string[] = [];
  /** How often a start failed, which happens while the database or Redis is away; the next start follows. */
  failedStarts = 0;
  /** The processes that were struck and are not ready again. */
  readonly #struck = new Set<Web>();
  /** The processes that were killed and have not been started again. */
  readonly #killed = new Set<Web>();
  #isLauncherStruck = false;
  #isOver = false;
  /** The start of the launcher that is under way. */
  #launcherStart: Promise<void> = Promise.resolve();

  constructor(private readonly cluster: Cluster) {
    for (const [n, web] of cluster.webs.entries()) void this.#keepUp(web, n);
    void this.#keepLauncherUp();
  }

  /** The processes that get requests and are neither stopped nor starting. */
  get serving(): Web[] {
    return this.cluster.webs.filter(
      (web) => this.cluster.isServing(web) && !this.#struck.has(web) && !web.isPaused && !web.hasEnded,
    );
  }

  /** Whether the launcher was struck and is not ready again. */
  get isLauncherStruck(): boolean {
    return this.#isLauncherStruck;
  }

  /** Kills a web process without warning. Resolves when the process in its place is ready. */
  async killWeb(web: Web): Promise<void> {
    this.#struck.add(web);
    this.#killed.add(web);
    await web.end("SIGKILL");
    await this.#untilReady(web).finally(() => this.#struck.delete(web));
  }

  /** Stops a web process for some time, ms. Resolves when it goes on and is ready. */
  async pauseWeb(web: Web, ms: number): Promise<void> {
    this.#struck.add(web);
    await web.pause(ms);
    await this.#untilReady(web).finally(() => this.#struck.delete(web));
  }

  /** Kills the launcher, whose web process has to end by itself. Resolves when a new launcher is ready. */
  async killLauncher(): Promise<void> {
    this.#isLauncherStruck = true;
    const { launcher } = this.cluster;
    const orphans = await launcher.kill();
    if (orphans.length > 0) this.surprises.push(`${orphans.length} processes outlived their killed launcher`);
    while (launcher.hasEnded) await sleep(askEveryMs);
    this.#isLauncherStruck = false;
  }

  /** Resolves when enough processes say that they are ready. */
  async untilReady(enough: number): Promise<void> {
    for (;;) {
      const answers = await Promise.all(this.cluster.webs.map((web) => !web.isPaused && web.isReady()));
      if (answers.filter(Boolean).length >= enough) return;
      await sleep(askEveryMs);
    }
  }

  /** Starts nothing again from now on. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#launcherStart;
  }

  async #keepUp(web: Web, n: number): Promise<void> {
    while (!this.#isOver) {
      const wasReady = await this.#hasBeenReadyBeforeItsEnd(web);
      if (this.#isOver) return;
      const wasKilled = this.#killed.delete(web);
      if (!wasReady) this.failedStarts += 1;
      else if (!wasKilled) this.surprises.push(`The web process ${n} ended by itself`);
      await sleep(restartMs);
      if (!this.#isOver) web.startAgain();
    }
  }

  async #hasBeenReadyBeforeItsEnd(web: Web): Promise<boolean> {
    let [isReady, hasEnded] = [false, false];
    const ended = web.ended().then(() => {
      hasEnded = true;
    });
    while (!hasEnded && !isReady) {
      isReady = await web.isReady();
      if (!isReady) await Promise.race([ended, sleep(askEveryMs)]);
    }
    await ended;
    return isReady;
  }

  async #keepLauncherUp(): Promise<void> {
    const { launcher } = this.cluster;
    while (!this.#isOver) {
      await launcher.ended();
      if (this.#isOver) return;
      if (!this.#isLauncherStruck) this.surprises.push(`The launcher ended by itself:\n${launcher.output}`);
      while (launcher.hasEnded && !this.#isOver) {
        await sleep(restartMs);
        this.#launcherStart = launcher.startAgain().catch(() => {
          this.failedStarts += 1;
        });
        await this.#launcherStart;
      }
    }
  }

  /** @throws Error when the process is not ready after a long time */
  async #untilReady(web: Web): Promise<void> {
    for (const end = Date.now() + backMaxMs; Date.now() < end; await sleep(askEveryMs)) {
      if (!web.hasEnded && !web.isPaused && (await web.isReady())) return;
    }
    throw new Error(`A web process was not ready again in five minutes: ${web.lastWords}`);
  }
}
