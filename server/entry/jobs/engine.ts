import { randomBytes } from "node:crypto";
import type { Inngest } from "inngest";
import type { AppContext } from "@/server/context";
import type { FunctionsEngine } from "@/server/env";
import { createExecutor } from "@/server/executor/executor";
import { createClient } from "./client";
import { type Registration, startRegistration } from "./register";
import { type Handler, servePath } from "./serve";

/** What runs the functions: an Inngest server, or the executor in this process. */
export interface Engine {
  readonly client: Inngest;
  /** @param onReady told when events that are sent find functions; again when they had to be registered anew */
  start(handler: Handler, onReady: () => void): Promise<void>;
  /** Rounds of the minute have stopped coming. */
  onSilence(): void;
  stop(): Promise<void>;
}

export const createEngine = (ctx: AppContext): Engine =>
  ctx.env.functions.kind === "embedded" ? embedded(ctx) : remote(ctx, ctx.env.functions);

/** Calls are signed here too, with a key that lives as long as the process (D-54). */
function embedded({ env, db, log }: AppContext): Engine {
  const signingKey = `signkey-embedded-${randomBytes(32).toString("hex")}`;
  const executor = createExecutor({ pool: db.pool, databaseUrl: env.databaseUrl, signingKey, log });
  return {
    client: createClient({
      eventKey: "embedded",
      signingKey,
      baseUrl: "http://executor.invalid",
      fetch: executor.fetch,
      log,
    }),
    async start(handler, onReady) {
      await executor.start({ handler, serveUrl: env.origins.api + servePath });
      onReady();
    },
    onSilence: () => undefined,
    stop: () => executor.stop(),
  };
}

/** A server that does not answer is given up after this long; the SDK tries a few times. ms. */
const requestTimeoutMs = 5_000;

function remote({ env, log }: AppContext, engine: Exclude<FunctionsEngine, { kind: "embedded" }>): Engine {
  const signingKey = engine.kind === "development" ? null : engine.signingKey.reveal();
  const stopping = new AbortController();
  let registration: Registration | null = null;
  return {
    client: createClient({
      eventKey: engine.eventKey,
      signingKey,
      baseUrl: engine.kind === "cloud" ? null : engine.baseUrl,
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(requestTimeoutMs)]),
        }),
      log,
    }),
    async start(handler, onReady) {
      const serveUrl = env.origins.api + servePath;
      registration = startRegistration({ handler, serveUrl, signingKey, onRegistered: onReady, log });
    },
    onSilence: () => registration?.again(),
    async stop() {
      stopping.abort();
      await registration?.stop();
    },
  };
}
