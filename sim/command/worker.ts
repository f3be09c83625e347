import { type Reduction, simulate, type Verdict } from "../simulate";
import type { Merchant } from "../world/accounts";
import { PrismaStock } from "../world/prisma-stock";
import { Databases } from "../world/server";

/** The settings of a worker, which it gets when it starts. */
export interface WorkerSettings {
  readonly serverUrl: string;
  readonly name: string;
  readonly merchants: readonly Merchant[];
}

/** A simulation that a worker is to run. */
export interface Order {
  readonly seed: string;
  readonly reduction: Reduction;
  readonly keepsTrace: boolean;
}

/** What a worker answers: the verdict, or why the simulator itself failed. */
export type Report = { readonly verdict: Verdict } | { readonly failure: string };

/** Runs simulations one after the other, as the parent process orders them. */
async function work(): Promise<void> {
  const { serverUrl, name, merchants } = await receive<WorkerSettings>();
  const workshop = { databases: await Databases.open(serverUrl, name), stock: new PrismaStock(), merchants };
  // The first simulation of a process loads code while it runs, which the world must not wait for.
  await simulate(workshop, "warm-up");
  process.on("message", (order: Order) => {
    simulate(workshop, order.seed, order.reduction, order.keepsTrace).then(
      (verdict) => send({ verdict }),
      (error: Error) => send({ failure: error.stack ?? String(error) }),
    );
  });
  process.send?.("ready");
}

const receive = <T>(): Promise<T> =>
  new Promise((resolve) => process.once("message", (message) => resolve(message as T)));

const send = (report: Report): void => void process.send?.(report);

process.on("disconnect", () => process.exit());
await work();
