import { Inngest, type Logger } from "inngest";
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
export const appId = "vezne";

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
