import { Inngest } from "inngest";
import { serve } from "inngest/edge";
import pg from "pg";
import { systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { createExecutor, type Executor } from "@/server/executor/executor";
import type { App } from "@/server/executor/protocol";

const testSigningKey = "signkey-test-0123456789abcdef0123456789abcdef";
const serveUrl = "http://127.0.0.1:3000/api/inngest";

export type Functions = NonNullable<Parameters<typeof serve>[0]["functions"]>;

/** An executor with the real SDK in this process. */
export interface TestExecutor {
  readonly client: Inngest;
  readonly executor: Executor;
  readonly pool: pg.Pool;
  /** The SDK's handler; a test replaces it to simulate faults. */
  handler: App["handler"];
  readonly lines: { readonly level: string; readonly facts: object; readonly message: string }[];
  /** Sends events and returns their ids. */
  send(...events: { name: string; id?: string; data?: Record<string, unknown>; ts?: number }[]): Promise<string[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createTestExecutor(databaseUrl: string, define: (client: Inngest) => Functions): TestExecutor {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  pool.on("error", () => undefined);
  const lines: TestExecutor["lines"] = [];
  const logAt = (level: string) => (facts: object, message: string) => void lines.push({ level, facts, message });
  const log = { info: logAt("info"), warn: logAt("warn"), error: logAt("error") };

  const executor = createExecutor({
    pool,
    databaseUrl,
    signingKey: testSigningKey,
    random: systemRandom,
    realTime: systemTime,
    log,
  });
  const client = new Inngest({
    id: "t",
    isDev: false,
    eventKey: "any",
    signingKey: testSigningKey,
    fetch: executor.fetch,
    checkpointing: false,
    logger: silent,
  });
  const sdk = serve({ client, functions: define(client) });

  const it: TestExecutor = {
    client,
    executor,
    pool,
    lines,
    handler: (request) => sdk(request),
    send: async (...events) => (await client.send(events)).ids,
    start: () => executor.start({ handler: (request) => it.handler(request), serveUrl }),
    async stop() {
      await executor.stop();
      await pool.end();
    },
  };
  return it;
}

const silent = { info() {}, warn() {}, error() {}, debug() {} };
