import type { AppContext } from "@/server/context";
import { describeEngine } from "@/server/env";
import { createEngine } from "./engine";
import { createFunctions } from "./functions";
import { createHandler, type Handler, unauthorized } from "./serve";
import { createWaker } from "./wake";
import { startWatch } from "./watch";

/** The product's background functions and what runs them. */
export interface Jobs {
  readonly handler: Handler;
  /** Whether somebody else than this process may call it. */
  readonly callsFromOutside: boolean;
  /** Whether what is due has been looked for lately. */
  alive(): boolean;
  /** Finishes the steps under way. */
  stop(): Promise<void>;
}

const key = Symbol.for("vezne.jobs");
type Global = typeof globalThis & { [key]?: Jobs };

/** Starts them once per process. On the global object, because the framework bundles routes and start apart. */
export async function startJobs(ctx: AppContext): Promise<Jobs> {
  const engine = createEngine(ctx);
  const watch = startWatch(ctx, () => engine.onSilence());
  const handler = createHandler({
    client: engine.client,
    functions: createFunctions(engine.client, ctx, watch.tick),
    origin: ctx.env.origins.api,
    log: ctx.log,
  });
  const waker = createWaker((events) => engine.client.send(events), ctx.log);
  const jobs: Jobs = {
    handler,
    callsFromOutside: engine.callsFromOutside,
    alive: watch.alive,
    async stop() {
      await Promise.all([waker.stop(), watch.stop(), engine.stop()]);
    },
  };
  (globalThis as Global)[key] = jobs;
  ctx.log.info({}, `Functions: ${describeEngine(ctx.env.functions)}`);
  ctx.signals.tell(waker);
  // Whatever a crash left in the outbox is relayed as soon as there is somebody to do it.
  await engine.start(handler, waker.outboxWritten);
  return jobs;
}

/** Answers a call at `/api/inngest`. With the embedded executor none from outside is genuine, so none is looked at. */
export const handleInngest: Handler = async (request) => {
  const jobs = (globalThis as Global)[key];
  if (!jobs) return new Response(null, { status: 503 });
  return jobs.callsFromOutside ? jobs.handler(request) : unauthorized();
};
