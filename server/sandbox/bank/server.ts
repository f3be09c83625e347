import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, systemClock } from "@/server/domain/clock";
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
import { changeShops } from "./setup-faults/changed-shops";
import { openFaultyHosts } from "./setup-faults/faulty-hosts";
import { answerOnTheWay, clockHeaders, splitSetupPath } from "./setup-faults/faulty-way";
import type { SetupFault } from "./setup-faults/setup-faults";
import type { BankRequest, SimulatedProtocol, Simulator } from "./simulator";

export interface SimulatorSettings {
  /** The address of the product's database, in which the banks have a schema of their own (D-52). */
  readonly databaseUrl: string;
  /** The port; 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /** The bearer token that `/__control` requires. */
  readonly sandboxKey: string;
  readonly shops?: Shops;
  /** Replaces, in tests, real time plus the sandbox's offset. */
  readonly clock?: Clock;
  /** Decides, in tests, which requests fail because of `errorRate`. */
  readonly random?: Random;
  /** Receives internal errors; the default is a process warning. */
  readonly onError?: (error: unknown) => void;
}

/** Starts the simulated banks on one port. Throws when the port is in use or the database cannot be reached. */
export async function startSimulator(settings: SimulatorSettings): Promise<{ port: number; close(): Promise<void> }> {
  const { databaseUrl, clock, sandboxKey, onError = warn } = settings;
  const pool = openPool(databaseUrl);
  const closing = new AbortController();
  pool.on("error", (error) => {
    // While closing, the database may stop right after us and end idle connections: that is no error.
    if (!closing.signal.aborted) onError(error);
  });
  const simulator: Simulator = {
    pool,
    now: clock === undefined ? productClock(pool) : async () => clock.now(),
    readDayEnd: productDayEnd(pool),
    random: settings.random ?? Math.random,
    shops: settings.shops ?? sandboxShops,
    closing: closing.signal,
    fault: null,
    origin: () => `http://localhost:${(server.address() as AddressInfo).port}`,
    hosts: openFaultyHosts(),
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
      simulator.hosts.close();
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
  const { method } = request;
  const { fault, path } = splitSetupPath(request.path);
  if (path.startsWith("/__control/")) return answerControl(simulator, protocols, sandboxKey, request);
  if (path.startsWith("/3ds/")) {
    if (!["GET", "HEAD", "POST"].includes(method)) return plain(405, { allow: "GET, HEAD, POST" });
    return answerChallenge(simulator, protocols, request);
  }
  const protocol = protocols.find(({ routes }) => Object.hasOwn(routes, path));
  const handler = protocol?.routes[path];
  if (protocol === undefined || handler === undefined) return answerError(new AppError("not_found"));
  if (method !== "POST") return plain(405, { allow: "POST" });
  const target = path === protocol.paths.gate ? "gate" : "api";
  return (
    (await answerOnTheWay(fault, target, simulator.closing)) ??
    withClock(fault, await handler(withFault(simulator, fault), request))
  );
}

/** Returns the bank as a terminal with a fault of its set-up finds it. */
const withFault = (simulator: Simulator, fault: SetupFault | null): Simulator =>
  fault === null ? simulator : { ...simulator, fault, shops: changeShops(simulator.shops, fault) };

const withClock = (fault: SetupFault | null, answer: Answer): Answer =>
  answer.kind === "broken"
    ? answer
    : { ...answer, headers: { ...answer.headers, ...clockHeaders(fault, systemClock.now()) } };

const plain = (status: number, headers: Readonly<Record<string, string>> = {}): Message =>
  answerText(status, "text/plain", `${status}\n`, headers);

/** The headers of every answer; a page replaces the policy by its own. */
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

/** The time in ms that running requests have to finish. */
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

/** The largest accepted body in bytes, more than any form or message of a merchant needs. */
const bodyBytesMax = 65_536;

class BodyTooLarge extends Error {}

/**
 * Reads a complete request. Returns null when its target is not a valid address.
 * @throws BodyTooLarge with the rest of the body unread, so the caller must close the connection
 */
async function readRequest(incoming: IncomingMessage): Promise<BankRequest | null> {
  const target = incoming.url ?? "";
  if (!target.startsWith("/") || !URL.canParse(target, base)) return null;
  const { pathname, searchParams } = new URL(target, base);
  return {
    method: incoming.method ?? "",
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: await readBody(incoming),
    clientIp: incoming.socket.remoteAddress ?? "",
  };
}

/** An arbitrary origin, needed for parsing; only the path and the query are used. */
const base = "http://localhost";

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
