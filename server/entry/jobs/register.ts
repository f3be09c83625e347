import { setTimeout as sleep } from "node:timers/promises";
import { createSignature } from "@/server/executor/signature";
import type { Log } from "@/server/usecases/ctx";
import type { Handler } from "./serve";

export interface RegistrationSettings {
  readonly handler: Handler;
  readonly serveUrl: string;
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
