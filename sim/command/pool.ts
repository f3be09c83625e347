import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../simulate";
import { readProcessors } from "./processors";
import type { Order, Report } from "./worker";

const workerFile = fileURLToPath(new URL("./worker.ts", import.meta.url));

/** After so many simulations a worker ends and another one takes its place, so that nothing piles up in memory. */
const simulationsPerWorker = 1_000;

/** The program of Linux that binds another one, and all that it starts, to a processor. */
const taskset = "/usr/bin/taskset";

/** Fewer collections of short-lived objects take a twentieth less time. */
const workerFlags = ["--max-semi-space-size=64"];

/** Thrown where the simulator itself failed, which says nothing about the product. */
class SimulatorFailure extends Error {}

interface Worker {
  readonly process: ChildProcess;
  /** Null where it may run on any processor. */
  readonly processor: number | null;
  simulations: number;
}

/**
 * Worker processes that run simulations, one for each processor. In a simulation either the process or its database
 * works and never both, so where the system allows it they share one processor, which takes a fifth less time.
 */
export class WorkerPool {
  private readonly idle: Worker[] = [];
  /** The processors that no worker has. */
  private readonly processors = readProcessors();
  private readonly lanes = this.processors.length;

  /**
   * Runs the simulations that `next` gives, until it gives none.
   * @param done called with each verdict; returns whether to go on
   */
  async run(next: () => Order | null, done: (verdict: Verdict) => boolean): Promise<void> {
    let goesOn = true;
    const lane = async (): Promise<void> => {
      for (let order = next(); order !== null && goesOn; order = goesOn ? next() : null) {
        goesOn = done(await this.simulate(order)) && goesOn;
      }
    };
    await Promise.all(Array.from({ length: this.lanes }, lane));
  }

  /** Runs a simulation. @throws SimulatorFailure */
  async simulate(order: Order): Promise<Verdict> {
    const worker = this.idle.pop() ?? (await this.start());
    worker.process.send(order);
    const report = (await answerOf(worker.process)) as Report;
    if ("failure" in report)
      throw new SimulatorFailure(`The simulation of seed ${order.seed} failed: ${report.failure}`);
    worker.simulations += 1;
    if (worker.simulations < simulationsPerWorker) this.idle.push(worker);
    else await this.stop(worker);
    return report.verdict;
  }

  /** Ends the workers. */
  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => this.stop(worker)));
  }

  private async start(): Promise<Worker> {
    const processor = this.processors.pop() ?? null;
    const own = [...process.execArgv, ...workerFlags];
    const bound = processor !== null && existsSync(taskset);
    const worker = fork(workerFile, {
      execPath: bound ? taskset : process.execPath,
      execArgv: bound ? ["-c", String(processor), process.execPath, ...own] : own,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    await answerOf(worker);
    return { process: worker, processor, simulations: 0 };
  }

  private async stop({ process: worker, processor }: Worker): Promise<void> {
    const ended = once(worker, "exit");
    worker.disconnect();
    await ended;
    if (processor !== null) this.processors.push(processor);
  }
}

/** Waits for the next message of a worker. @throws SimulatorFailure when it ends before */
async function answerOf(worker: ChildProcess): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const message = once(worker, "message", { signal }).then(([first]) => first);
    const exit = once(worker, "exit", { signal }).then(([code]) => {
      throw new SimulatorFailure(`A worker ended with the code ${code}`);
    });
    return await Promise.race([message, exit]);
  } finally {
    waiting.abort();
  }
}
