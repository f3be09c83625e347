import { type App, register } from "./call";
import { type Engine, type ExecutorSettings, startEngine } from "./engine";
import { takeEvents } from "./event-api";
import { type RegisteredFunction, readFunctions } from "./functions";
import { planRuns } from "./plan-runs";
import { insertRuns } from "./store";

export type { ExecutorSettings };

export interface Executor {
  /**
   * Receives events from the SDK (POST <base>/e/<key>) within this process, for `new Inngest({ fetch })`. Waits for
   * `start`.
   */
  readonly fetch: typeof fetch;
  /**
   * Registers the functions, then runs due jobs until `stop`. Throws an error with a readable message when a function
   * uses an option that the executor does not support (D-181).
   */
  start(app: App): Promise<void>;
  /** Whether a round has succeeded recently, or another process holds the lock. */
  alive(): boolean;
  /** Takes no new jobs, waits for running calls, which are short, and releases the lock for another process. */
  stop(): Promise<void>;
}

/**
 * Creates an executor that runs Inngest functions without an Inngest server: it speaks the SDK's protocol to their
 * handler (D-177).
 */
export function createExecutor(settings: ExecutorSettings): Executor {
  const { pool, signingKey } = settings;
  const started = createOnce<readonly RegisteredFunction[]>();
  let engine: Engine | null = null;

  return {
    async fetch(input, init) {
      const functions = await started.value;
      return takeEvents(new Request(input, init), async (events) => {
        const now = new Date();
        await insertRuns(pool, planRuns(functions, events, now), now);
        engine?.wake();
      });
    },

    async start(app) {
      try {
        const functions = readFunctions(await register(app, signingKey));
        engine = startEngine(settings, app, functions);
        started.settle(functions);
      } catch (error) {
        started.fail(error);
        throw error;
      }
    },

    alive: () => engine?.alive() ?? false,
    stop: async () => engine?.stop(),
  };
}

/** Creates a promise that is settled later. */
function createOnce<T>() {
  let settle: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const value = new Promise<T>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  value.catch(() => undefined);
  return { value, settle, fail };
}
