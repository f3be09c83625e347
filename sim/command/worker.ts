import { type Reduction, simulate, type Verdict } from "../simulate";
import { PrismaStock } from "../world/prisma-stock";
import { Databases, startSimServer } from "../world/server";
import { prepareTemplate } from "../world/template";

/** A simulation that a worker is to run. */
export interface Order {
  readonly seed: string;
  readonly reduction: Reduction;
  readonly keepsTrace: boolean;
}

/** What a worker answers: the verdict, or why the simulator itself failed. */
export type Report = { readonly verdict: Verdict } | { readonly failure: string };

/**
 * Runs simulations one after the other, as the parent process orders them, on a PostgreSQL of its own. It ends when the
 * parent disconnects or ends.
 */
async function work(): Promise<void> {
  const server = await startSimServer();
  process.on("disconnect", () => void server.stop().finally(() => process.exit()));
  const merchants = await prepareTemplate(server.url);
  const workshop = { databases: await Databases.open(server.url), stock: new PrismaStock(), merchants };
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

/** Answers the parent. Where it has gone, a simulation ends because its database does, which is no answer. */
const send = (report: Report): void => {
  if (process.connected) process.send?.(report);
};

// Ctrl-C reaches the parent too, whose end is noticed here.
process.on("SIGINT", () => undefined);
await work();
