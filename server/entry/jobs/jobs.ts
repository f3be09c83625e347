import type { AppContext } from "@/server/context";
import { describeEngine } from "@/server/env";
import { processGlobal } from "@/server/process-global";
import { createEngine } from "./engine";
import { createFunctions } from "./functions";
import { createHandler, type Handler, unauthorizedResponse } from "./serve";
import { createSignalSender } from "./signal-sender";
import { startWatch } from "./watch";

/** The product's background functions and the engine that runs them. */
export interface Jobs {
  readonly handler: Handler;
  /** Whether calls from outside this process may run functions. */
  readonly callsFromOutside: boolean;
  /** Whether due work has been looked for recently. */
  alive(): boolean;
  /** Stops after the running steps have finished. */
  stop(): Promise<void>;
}

const shared = processGlobal<Jobs>("jobs");

/**
 * Starts the background functions, once per process. The result is kept on the global object, because the framework
 * bundles routes and the start of the product separately.
 */
export async function startJobs(ctx: AppContext): Promise<Jobs> {
  const engine = createEngine(ctx);
  const watch = startWatch(ctx, () => engine.onSilence());
  const handler = createHandler({
    client: engine.client,
    functions: createFunctions(engine.client, ctx, watch.tick),
    origin: ctx.env.origins.api,
    log: ctx.log,
  });
  const sender = createSignalSender((events) => engine.client.send(events), ctx.log);
  const jobs: Jobs = {
    handler,
    callsFromOutside: engine.callsFromOutside,
    alive: watch.alive,
    async stop() {
      await Promise.all([sender.stop(), watch.stop(), engine.stop()]);
    },
  };
  shared.value = jobs;
  ctx.log.info({}, `Functions: ${describeEngine(ctx.env.functions)}`);
  ctx.signals.connect(sender);
  // Events that a crash left in the outbox are relayed as soon as the functions are registered.
  await engine.start(handler, sender.outboxWritten);
  return jobs;
}

/**
 * Answers a call at `/api/inngest`. With the embedded executor every call from outside is refused without being read.
 */
export const handleInngest: Handler = async (request) => {
  const jobs = shared.value;
  if (!jobs) return new Response(null, { status: 503 });
  return jobs.callsFromOutside ? jobs.handler(request) : unauthorizedResponse();
};
