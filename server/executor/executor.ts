import { type App, register } from "./call";
import { type Engine, type ExecutorSettings, startEngine } from "./engine";
import { takeEvents } from "./event-door";
import { type RegisteredFunction, readFunctions } from "./functions";
import { runsOf } from "./intake";
import { insertRuns } from "./store";

export type { ExecutorSettings };

export interface Executor {
  /** Takes what the SDK sends (POST <base>/e/<key>), in this process: for `new Inngest({ fetch })`. Waits for `start`. */
  readonly fetch: typeof fetch;
  /** Learns the functions, then runs what is due, for ever. Throws a plain sentence on an option that is not done here. */
  start(app: App): Promise<void>;
  /** Whether rounds have been coming lately, or another process has the work. */
  alive(): boolean;
  /** Takes nothing new, waits for calls under way (they are short), lets another process have the work. */
  stop(): Promise<void>;
}

/** Runs Inngest functions where there is no Inngest server: speaks its SDK's protocol to their handler. */
export function createExecutor(settings: ExecutorSettings): Executor {
  const { pool, signingKey } = settings;
  const started = createOnce<readonly RegisteredFunction[]>();
  let engine: Engine | null = null;

  return {
    async fetch(input, init) {
      const functions = await started.value;
      return takeEvents(new Request(input, init), async (events) => {
        const now = new Date();
        await insertRuns(pool, runsOf(functions, events, now), now);
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

/** A value that is waited for before it is known. */
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
