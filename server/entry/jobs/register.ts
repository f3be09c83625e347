import { setTimeout as sleep } from "node:timers/promises";
import { signatureOf } from "@/server/executor/signature";
import type { Log } from "@/server/usecases/ctx";
import type { Handler } from "./serve";

export interface RegistrationSettings {
  readonly handler: Handler;
  readonly serveUrl: string;
  /** Null: the development server, to which nothing is signed. */
  readonly signingKey: string | null;
  /** Waits between tries, ms; the last one is repeated. */
  readonly retryDelaysMs?: readonly number[];
  readonly onRegistered: () => void;
  readonly log: Log;
}

export interface Registration {
  /** Registers anew, unless that is under way; for a server that may have forgotten us. */
  again(): void;
  stop(): Promise<void>;
}

const seconds = [1, 2, 5, 10, 30];

/**
 * Makes the functions known to an Inngest server, in the background and as often as it takes: a server that is down
 * does not keep the product from starting.
 */
export function startRegistration(settings: RegistrationSettings): Registration {
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;
  const again = (): void => {
    underWay ??= registerUntilDone(settings, stopping.signal).finally(() => {
      underWay = null;
    });
  };
  again();
  return {
    again,
    async stop() {
      stopping.abort();
      await underWay;
    },
  };
}

async function registerUntilDone(settings: RegistrationSettings, stop: AbortSignal): Promise<void> {
  const { log, onRegistered, retryDelaysMs = seconds.map((n) => n * 1000) } = settings;
  for (let tries = 0; !stop.aborted; tries++) {
    const refusal = await register(settings);
    if (refusal === null) {
      log.info({}, "Functions are registered at the Inngest server");
      onRegistered();
      return;
    }
    log.warn({ reason: refusal, tries: tries + 1 }, "Functions could not be registered; trying again");
    const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)];
    await sleep(delayMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Asks our own handler, which then calls the server; null when that took it, else why it did not. */
async function register({ handler, serveUrl, signingKey }: RegistrationSettings): Promise<string | null> {
  const headers = {
    ...(signingKey !== null && { "x-inngest-signature": signatureOf("", signingKey, new Date()) }),
  };
  const response = await handler(new Request(serveUrl, { method: "PUT", headers }));
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return null;
  return isMessage(answer) ? answer.message : `status ${response.status}`;
}

const isMessage = (answer: unknown): answer is { message: string } =>
  typeof answer === "object" && answer !== null && "message" in answer && typeof answer.message === "string";
