import { setTimeout as sleep } from "node:timers/promises";
import { Inngest, type Logger } from "inngest";
import { type App, createSignature } from "@/server/executor/protocol";
import type { Log } from "@/server/usecases/ctx";

export interface ClientSettings {
  readonly eventKey: string;
  /** Null for Inngest's development server, which cannot sign. */
  readonly signingKey: string | null;
  /** The address of the Inngest server; null means Inngest's cloud. */
  readonly baseUrl: string | null;
  /** Receives the requests instead of the network. */
  readonly fetch?: typeof fetch;
  readonly log: Log;
}

/** The product's name at an Inngest server. */
const appId = "vezne";

/**
 * Creates the client that declares functions and sends events. Every setting is explicit, so the SDK reads none from
 * the environment.
 */
export function createClient({ eventKey, signingKey, baseUrl, fetch, log }: ClientSettings): Inngest {
  return new Inngest({
    id: appId,
    eventKey,
    isDev: signingKey === null,
    ...(signingKey !== null && { signingKey }),
    ...(baseUrl !== null && { baseUrl }),
    ...(fetch && { fetch }),
    logger: toSdkLogger(log),
    // One step per call: a recorded result then survives any failure in the next step (D-176).
    checkpointing: false,
    // Both settings only add tracing, and the product uses neither spans nor sessions of the SDK.
    aiMetadata: false,
    sessionPropagation: false,
  });
}

/** Writes the SDK's log messages and errors to our log, without the inputs and results of functions. */
function toSdkLogger(log: Log): Logger {
  const entry = (args: readonly unknown[]): [object, string] => {
    const error = args.map(findError).find((found) => found !== undefined);
    const message = args.filter((arg) => typeof arg === "string").join(" ");
    return [{ component: "inngest", ...(error && { err: error }) }, message || "Inngest"];
  };
  return {
    debug: () => undefined,
    info: (...args) => log.info(...entry(args)),
    warn: (...args) => log.warn(...entry(args)),
    error: (...args) => log.error(...entry(args)),
  };
}

const findError = (arg: unknown): Error | undefined => {
  if (arg instanceof Error) return arg;
  const held = typeof arg === "object" && arg !== null && "err" in arg ? arg.err : undefined;
  return held instanceof Error ? held : undefined;
};

interface RegistrationSettings extends App {
  /** Null for the development server, which takes unsigned requests. */
  readonly signingKey: string | null;
  /** The pauses between tries, ms; the last one repeats. */
  readonly retryDelaysMs?: readonly number[];
  readonly onRegistered: () => void;
  readonly log: Log;
}

export interface Registration {
  /** Registers again, unless a registration is running; for a server that may have lost the registration. */
  registerAgain(): void;
  stop(): Promise<void>;
}

const retryDelaysSeconds = [1, 2, 5, 10, 30];

/**
 * Registers the functions at an Inngest server in the background and retries until it succeeds, so a server that is
 * down does not stop the product from starting.
 */
export function startRegistration(settings: RegistrationSettings): Registration {
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;
  const registerAgain = (): void => {
    underWay ??= registerUntilDone(settings, stopping.signal).finally(() => {
      underWay = null;
    });
  };
  registerAgain();
  return {
    registerAgain,
    async stop() {
      stopping.abort();
      await underWay;
    },
  };
}

async function registerUntilDone(settings: RegistrationSettings, stop: AbortSignal): Promise<void> {
  const { log, onRegistered, retryDelaysMs = retryDelaysSeconds.map((n) => n * 1000) } = settings;
  for (let tries = 0; !stop.aborted; tries++) {
    const refusal = await register(settings);
    if (refusal === null) {
      log.info({}, "The functions are registered at the Inngest server");
      onRegistered();
      return;
    }
    log.warn(
      { reason: refusal, tries: tries + 1 },
      "The functions could not be registered at the Inngest server; trying again",
    );
    const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)];
    await sleep(delayMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/**
 * Registers through our own handler, which calls the server. Returns null on success, otherwise the reason of the
 * refusal.
 */
async function register({ handler, serveUrl, signingKey }: RegistrationSettings): Promise<string | null> {
  const headers = {
    ...(signingKey !== null && { "x-inngest-signature": createSignature("", signingKey, new Date()) }),
  };
  const response = await handler(new Request(serveUrl, { method: "PUT", headers }));
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return null;
  return isMessage(answer) ? answer.message : `status ${response.status}`;
}

const isMessage = (answer: unknown): answer is { message: string } =>
  typeof answer === "object" && answer !== null && "message" in answer && typeof answer.message === "string";
