import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { type Answer, answerText, broken, type Message } from "./answer";
import { answerChallenge } from "./challenge";
import { answerControl, answerError } from "./control";
import type { Random } from "./faults";
import { garanti } from "./garanti/protocol";
import { nestpay } from "./nestpay/protocol";
import { payfor } from "./payfor/protocol";
import { posnet } from "./posnet/protocol";
import { productClock } from "./product-clock";
import { productDayEnd } from "./product-day-end";
import { createSchema, openPool } from "./records/database";
import { type Shops, sandboxShops } from "./records/shops";
import { BodyTooLarge, readRequest } from "./request";
import type { BankRequest, SimulatedProtocol, Simulator } from "./simulator";

export interface SimulatorSettings {
  /** The product's own database: the banks keep a schema of their own in it (D-52). */
  readonly databaseUrl: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** What `/__control` demands as bearer token. */
  readonly sandboxKey: string;
  readonly shops?: Shops;
  /** In tests: stands in for real time plus the sandbox's offset. */
  readonly clock?: Clock;
  /** In tests: decides which requests `errorRate` strikes. */
  readonly random?: Random;
  /** Told of what went wrong inside; the default is a process warning. */
  readonly onError?: (error: unknown) => void;
}

/** Starts the simulated banks on one port. Throws when the port or the database cannot be had. */
export async function startSimulator(
  settings: SimulatorSettings,
): Promise<{ port: number; close(): Promise<void> }> {
  const { databaseUrl, clock, sandboxKey, onError = warn } = settings;
  const pool = openPool(databaseUrl);
  const closing = new AbortController();
  pool.on("error", (error) => {
    // Idle connections may be told off by a database that stops right after us.
    if (!closing.signal.aborted) onError(error);
  });
  const simulator: Simulator = {
    pool,
    now: clock === undefined ? productClock(pool) : async () => clock.now(),
    dayEndOf: productDayEnd(pool),
    random: settings.random ?? Math.random,
    shops: settings.shops ?? sandboxShops,
    closing: closing.signal,
  };
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (incoming, outgoing) => {
    void serve(simulator, sandboxKey, incoming, onError).then((answer) => {
      if (closing.signal.aborted) outgoing.shouldKeepAlive = false;
      send(answer, outgoing);
    });
  });
  try {
    await createSchema(pool);
    await listen(server, settings.port, settings.host);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      closing.abort();
      await stop(server);
      await pool.end();
    },
  };
}

const protocols: readonly SimulatedProtocol[] = [nestpay, garanti, posnet, payfor];

async function serve(
  simulator: Simulator,
  sandboxKey: string,
  incoming: IncomingMessage,
  onError: (error: unknown) => void,
): Promise<Answer> {
  try {
    if (incoming.headers.host !== `localhost:${incoming.socket.localPort}`) return plain(421);
    const request = await readRequest(incoming);
    return request === null ? plain(400) : await route(simulator, sandboxKey, request);
  } catch (error) {
    if (error instanceof BodyTooLarge) return plain(413, { connection: "close" });
    if (!incoming.complete) return broken;
    onError(error);
    return plain(500);
  }
}

async function route(simulator: Simulator, sandboxKey: string, request: BankRequest): Promise<Answer> {
  const { path, method } = request;
  if (path.startsWith("/__control/")) return answerControl(simulator, sandboxKey, request);
  if (path.startsWith("/3ds/")) {
    if (!["GET", "HEAD", "POST"].includes(method)) return plain(405, { allow: "GET, HEAD, POST" });
    return answerChallenge(simulator, protocols, request);
  }
  const handler = protocols.find(({ routes }) => Object.hasOwn(routes, path))?.routes[path];
  if (handler === undefined) return answerError(new AppError("not_found"));
  return method === "POST" ? handler(simulator, request) : plain(405, { allow: "POST" });
}

const plain = (status: number, headers: Readonly<Record<string, string>> = {}): Message =>
  answerText(status, "text/plain", `${status}\n`, headers);

/** On every answer; a page adds its own policy to these. */
const securityHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function send(answer: Answer, outgoing: ServerResponse): void {
  if (answer.kind === "broken") {
    outgoing.socket?.destroy();
    return;
  }
  const { status, headers, body } = answer;
  outgoing.writeHead(status, { ...securityHeaders, ...headers, "content-length": body.length });
  outgoing.end(body);
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });

/** How long requests in flight may take to finish, ms. */
const stopTimeoutMs = 3_000;

async function stop(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error));
