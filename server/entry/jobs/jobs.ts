import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import type { AppContext } from "@/server/context";
import { describeEngine, type FunctionsEngine } from "@/server/env";
import { createExecutor, type ExecutorSettings } from "@/server/executor/executor";
import type { App } from "@/server/executor/protocol";
import { processGlobal } from "@/server/process-global";
import type { Ctx, Log } from "@/server/usecases/ctx";
import { exportAuditHeadsFunction, mailAuditHeadsFunction } from "./audit-heads-functions";
import { createClient, type Registration, startRegistration } from "./client";
import { createSignalSender, deliverWebhookFunction, relayOutboxFunction, resendDeliveriesFunction } from "./functions";
import { inquireUnknownFunction } from "./inquire-unknown-function";
import { checkPagesFunction } from "./page-functions";
import { sendMailFunction } from "./send-mail-function";
import { startWatch, sweepFunction } from "./sweep";

/** The product's background functions and the engine that runs them. */
export interface Jobs {
  readonly handler: Handler;
  /** Whether calls from outside this process may run functions. */
  readonly callsFromOutside: boolean;
  /** Whether due work has been looked for recently. */
  alive(): boolean;
  /** Whether what runs the functions answers: the executor of this database, or the Inngest server. */
  isEngineAnswering(): Promise<boolean>;
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
    functions: createFunctions(engine.client, ctx, watch.onSwept),
    origin: ctx.env.origins.api,
    log: ctx.log,
  });
  const sender = createSignalSender(ctx, (events) => engine.client.send(events));
  const jobs: Jobs = {
    handler,
    callsFromOutside: engine.callsFromOutside,
    alive: watch.alive,
    isEngineAnswering: engine.isAnswering,
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

/** Creates every background function of the product. */
export const createFunctions = (client: Inngest, ctx: Ctx, onSwept: () => void) => [
  relayOutboxFunction(client, ctx),
  deliverWebhookFunction(client, ctx),
  resendDeliveriesFunction(client, ctx),
  inquireUnknownFunction(client, ctx),
  sendMailFunction(client, ctx),
  sweepFunction(client, ctx, onSwept),
  exportAuditHeadsFunction(client, ctx),
  mailAuditHeadsFunction(client, ctx),
  checkPagesFunction(client, ctx),
];

/** The engine that runs the functions: an Inngest server or the embedded executor of this process. */
interface Engine {
  readonly client: Inngest;
  /** Whether functions are called over the network; the embedded executor calls them within the process. */
  readonly callsFromOutside: boolean;
  /** @param onReady called after each registration, when events find functions */
  start(handler: Handler, onReady: () => void): Promise<void>;
  isAnswering(): Promise<boolean>;
  /** Called when the sweeps of each minute have stopped. */
  onSilence(): void;
  stop(): Promise<void>;
}

const createEngine = ({ env, db, random, realTime, log }: AppContext): Engine =>
  env.functions.kind === "embedded"
    ? embeddedEngine({ pool: db.pool, databaseUrl: env.databaseUrl, origin: env.origins.api, random, realTime, log })
    : remoteEngine({ engine: env.functions, origin: env.origins.api, log });

interface EmbeddedSettings extends Omit<ExecutorSettings, "signingKey"> {
  /** The public address of the API. */
  readonly origin: string;
}

/** Creates the embedded engine. Its calls are signed, too, with a key that exists only in this process (D-54). */
export function embeddedEngine({ origin, ...settings }: EmbeddedSettings): Engine {
  const signingKey = `signkey-embedded-${settings.random.bytes(32).toString("hex")}`;
  const executor = createExecutor({ ...settings, signingKey });
  return {
    callsFromOutside: false,
    client: createClient({
      eventKey: "embedded",
      signingKey,
      baseUrl: "http://executor.invalid",
      fetch: executor.fetch,
      log: settings.log,
    }),
    async start(handler, onReady) {
      await executor.start({ handler, serveUrl: origin + servePath });
      onReady();
    },
    isAnswering: async () => executor.alive(),
    onSilence: () => undefined,
    stop: () => executor.stop(),
  };
}

/** The timeout of one request to an Inngest server, ms. The SDK tries a few times. */
const requestTimeoutMs = 5_000;

/**
 * Sends a request of the SDK. A failure gets the words of `fetch` itself: any other error of a given function is logged
 * by the SDK, with each of its tries, as a misconfiguration.
 */
async function fetchForSdk(...[input, init, stopping]: [...Parameters<typeof fetch>, AbortSignal]): Promise<Response> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(requestTimeoutMs)]);
  try {
    return await fetch(input, { ...init, signal });
  } catch (error) {
    throw new Error(`fetch failed: ${error instanceof Error ? error.message : "unknown"}`, { cause: error });
  }
}

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
      fetch: (input, init) => fetchForSdk(input, init, stopping.signal),
      log,
    }),
    async start(handler, onReady) {
      const serveUrl = origin + servePath;
      registration = startRegistration({ handler, serveUrl, signingKey, onRegistered: onReady, log });
    },
    isAnswering: () => isAnswering(engine.kind === "cloud" ? cloudUrl : engine.baseUrl),
    onSilence: () => registration?.registerAgain(),
    async stop() {
      stopping.abort();
      await registration?.stop();
    },
  };
}

/** The address to which the SDK sends events for Inngest's cloud. */
const cloudUrl = "https://inn.gs";
/** The longest wait for any answer of the Inngest server, ms. */
const answerMs = 3_000;

/** Asks whether an Inngest server answers anything. */
async function isAnswering(baseUrl: string): Promise<boolean> {
  try {
    await fetch(new URL(baseUrl).origin, { signal: AbortSignal.timeout(answerMs), redirect: "manual" });
    return true;
  } catch {
    return false;
  }
}

type Handler = App["handler"];

/** The path at which functions are called. */
const servePath = "/api/inngest";

interface ServeSettings {
  readonly client: Inngest;
  readonly functions: readonly InngestFunction.Any[];
  /** The public address of the API, which an Inngest server calls. */
  readonly origin: string;
  readonly log: Log;
}

/**
 * Creates the handler of calls that run functions. Without a valid signature every call is 401 and reveals nothing
 * (D-54); only with a development server are calls unsigned.
 */
export function createHandler({ client, functions, origin, log }: ServeSettings): Handler {
  const answer = serve({
    client,
    functions,
    serveOrigin: origin,
    servePath,
    enableUnauthedSync: false,
    streaming: false,
  });
  return async (request) => {
    if (client.mode === "cloud" && !request.headers.has("x-inngest-signature")) return unauthorizedResponse();
    // The SDK resolves addresses against the Host header, which a request made in this process does not have.
    if (!request.headers.has("host")) request.headers.set("host", new URL(origin).host);
    try {
      const response = await answer(request);
      return response.status === 401 ? unauthorizedResponse() : response;
    } catch (error) {
      // The SDK parses the body before it checks the signature. A body that is not JSON cannot have a valid signature.
      log.warn({ err: error }, "A call of a function could not be read");
      return unauthorizedResponse();
    }
  };
}

const unauthorizedResponse = (): Response => Response.json({ message: "Unauthorized" }, { status: 401 });
