import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../simulate";
import type { Merchant } from "../world/accounts";
import type { Order, Report } from "./worker";

const workerFile = fileURLToPath(new URL("./worker.ts", import.meta.url));

/** After so many simulations a worker ends and another one takes its place, so that nothing piles up in memory. */
const simulationsPerWorker = 400;

/** Thrown where the simulator itself failed, which says nothing about the product. */
class SimulatorFailure extends Error {}

interface Worker {
  readonly process: ChildProcess;
  simulations: number;
}

/** Worker processes that run simulations, one for each processor. */
export class WorkerPool {
  private started = 0;
  private readonly idle: Worker[] = [];

  constructor(
    private readonly serverUrl: string,
    private readonly merchants: readonly Merchant[],
  ) {}

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
    await Promise.all(Array.from({ length: availableParallelism() }, lane));
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
    else await stop(worker);
    return report.verdict;
  }

  /** Ends the workers. */
  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map(stop));
  }

  private async start(): Promise<Worker> {
    this.started += 1;
    const name = `sim_${this.started}`;
    const worker = fork(workerFile, { execArgv: process.execArgv, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    worker.send({ serverUrl: this.serverUrl, name, merchants: this.merchants });
    await answerOf(worker);
    return { process: worker, simulations: 0 };
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

async function stop({ process: worker }: Worker): Promise<void> {
  const ended = once(worker, "exit");
  worker.disconnect();
  await ended;
}
