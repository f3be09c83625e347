import { createServer, type IncomingMessage, type Server } from "node:http";
import pg from "pg";
import { systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { createExecutor, type Executor } from "@/server/executor/executor";

interface WorkingInngestSettings {
  readonly port: number;
  /** The database in which the jobs are kept: the product's own, where their tables are. */
  readonly databaseUrl: string;
  /** The public address of the product's API. */
  readonly apiOrigin: string;
}

/** The key with which the product checks the calls of this server, as `INNGEST_SIGNING_KEY`. */
export const workingSigningKey = `signkey-test-${"0123456789abcdef".repeat(4)}`;

/**
 * Starts a server that stands in for Inngest's: it takes events by HTTP, and calls the product's functions at their
 * public address, signed. What it runs is decided by the product's own executor (D-177).
 */
export async function startWorkingInngest({ port, databaseUrl, apiOrigin }: WorkingInngestSettings) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on("error", () => undefined);
  const executor = createExecutor({
    pool,
    databaseUrl,
    signingKey: workingSigningKey,
    random: systemRandom,
    realTime: systemTime,
    log: silent,
  });
  const server = createServer((req, res) => {
    answer(req, executor)
      .then((text) => res.setHeader("Content-Type", "application/json").end(text))
      .catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    /** Registers the functions of the product, which must run, and begins to call them. */
    work: () => executor.start({ handler: (request) => fetch(request), serveUrl: `${apiOrigin}/api/inngest` }),
    async stop(): Promise<void> {
      await close(server);
      await executor.stop();
      await pool.end();
    },
  };
}

export type WorkingInngest = Awaited<ReturnType<typeof startWorkingInngest>>;

async function answer(req: IncomingMessage, executor: Executor): Promise<string> {
  const { method = "GET", url = "/", headers } = req;
  const body = Buffer.concat(await req.toArray()).toString();
  if (!url.startsWith("/e/")) return JSON.stringify({ ok: true, modified: true });
  const seed = headers["x-inngest-event-id-seed"];
  const sent = { method, body, headers: typeof seed === "string" ? { "x-inngest-event-id-seed": seed } : {} };
  return (await executor.fetch(`http://executor.invalid${url}`, sent)).text();
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
