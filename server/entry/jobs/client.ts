import { Inngest, type Logger } from "inngest";
import type { Log } from "@/server/usecases/ctx";

export interface ClientSettings {
  readonly eventKey: string;
  /** Null: the development server of Inngest, which cannot sign. */
  readonly signingKey: string | null;
  /** Of the server; null means Inngest's cloud. */
  readonly baseUrl: string | null;
  /** Takes what is sent in place of the network. */
  readonly fetch?: typeof fetch;
  readonly log: Log;
}

/** The product's name at an Inngest server. */
export const appId = "vezne";

/** The client with which functions are declared and events sent. Nothing of it is left to the environment. */
export function createClient({ eventKey, signingKey, baseUrl, fetch, log }: ClientSettings): Inngest {
  return new Inngest({
    id: appId,
    eventKey,
    isDev: signingKey === null,
    ...(signingKey !== null && { signingKey }),
    ...(baseUrl !== null && { baseUrl }),
    ...(fetch && { fetch }),
    logger: loggerOf(log),
    // One step a call: what is on record survives whatever happens in the next step.
    checkpointing: false,
    // Both would only watch: neither spans nor sessions are ours.
    aiMetadata: false,
    sessionPropagation: false,
  });
}

/** What the SDK says, on our log: its words and its errors, none of what functions are given or answer. */
function loggerOf(log: Log): Logger {
  const entry = (args: readonly unknown[]): [object, string] => {
    const error = args.map(errorIn).find((found) => found !== undefined);
    const words = args.filter((arg) => typeof arg === "string").join(" ");
    return [{ component: "inngest", ...(error && { err: error }) }, words || "Inngest"];
  };
  return {
    debug: () => undefined,
    info: (...args) => log.info(...entry(args)),
    warn: (...args) => log.warn(...entry(args)),
    error: (...args) => log.error(...entry(args)),
  };
}

const errorIn = (arg: unknown): Error | undefined => {
  if (arg instanceof Error) return arg;
  const held = typeof arg === "object" && arg !== null && "err" in arg ? arg.err : undefined;
  return held instanceof Error ? held : undefined;
};
