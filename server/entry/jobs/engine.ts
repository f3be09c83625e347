import { randomBytes } from "node:crypto";
import type { Inngest } from "inngest";
import type { AppContext } from "@/server/context";
import type { FunctionsEngine } from "@/server/env";
import { createExecutor, type ExecutorSettings } from "@/server/executor/executor";
import type { Log } from "@/server/usecases/ctx";
import { createClient } from "./client";
import { type Registration, startRegistration } from "./register";
import { type Handler, servePath } from "./serve";

/** The engine that runs the functions: an Inngest server or the embedded executor of this process. */
export interface Engine {
  readonly client: Inngest;
  /** Whether functions are called over the network; the embedded executor calls them within the process. */
  readonly callsFromOutside: boolean;
  /** @param onReady called after each registration, when events find functions */
  start(handler: Handler, onReady: () => void): Promise<void>;
  /** Is called when the rounds of the minute have stopped. */
  onSilence(): void;
  stop(): Promise<void>;
}

export const createEngine = ({ env, db, log }: AppContext): Engine =>
  env.functions.kind === "embedded"
    ? embeddedEngine({ pool: db.pool, databaseUrl: env.databaseUrl, origin: env.origins.api, log })
    : remoteEngine({ engine: env.functions, origin: env.origins.api, log });

interface EmbeddedSettings extends Omit<ExecutorSettings, "signingKey"> {
  /** The public address of the API. */
  readonly origin: string;
}

/** Creates the embedded engine. Its calls are signed, too, with a key that exists only in this process (D-54). */
export function embeddedEngine({ pool, databaseUrl, origin, log }: EmbeddedSettings): Engine {
  const signingKey = `signkey-embedded-${randomBytes(32).toString("hex")}`;
  const executor = createExecutor({ pool, databaseUrl, signingKey, log });
  return {
    callsFromOutside: false,
    client: createClient({
      eventKey: "embedded",
      signingKey,
      baseUrl: "http://executor.invalid",
      fetch: executor.fetch,
      log,
    }),
    async start(handler, onReady) {
      await executor.start({ handler, serveUrl: origin + servePath });
      onReady();
    },
    onSilence: () => undefined,
    stop: () => executor.stop(),
  };
}

/** The timeout of one request to an Inngest server, ms. The SDK tries a few times. */
const requestTimeoutMs = 5_000;

interface RemoteSettings {
  readonly engine: Exclude<FunctionsEngine, { kind: "embedded" }>;
  /** The public address of the API, which the server calls. */
  readonly origin: string;
  readonly log: Log;
}

/** Creates the engine for an Inngest server or Inngest's cloud. */
export function remoteEngine({ engine, origin, log }: RemoteSettings): Engine {
  const signingKey = engine.kind === "development" ? null : engine.signingKey.reveal();
  const stopping = new AbortController();
  let registration: Registration | null = null;
  return {
    callsFromOutside: true,
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
      const serveUrl = origin + servePath;
      registration = startRegistration({ handler, serveUrl, signingKey, onRegistered: onReady, log });
    },
    onSilence: () => registration?.registerAgain(),
    async stop() {
      stopping.abort();
      await registration?.stop();
    },
  };
}
