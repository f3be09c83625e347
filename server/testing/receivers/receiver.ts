import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";

/** One complete request to the receiver. */
export interface Received {
  readonly method: string;
  /** The target as in the request line. */
  readonly url: string;
  /** The names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The server name that a TLS client requested; null without TLS. */
  readonly serverName: string | null;
  /** The time when the body was complete, in ms since the epoch. */
  readonly at: number;
}

/**
 * The answer of a path: a status, a full answer, raw bytes, a broken connection, no answer, or a function of the
 * request.
 */
export type Behaviour = FixedBehaviour | ((request: Received) => FixedBehaviour);
type FixedBehaviour = number | Answer | RawAnswer | "reset" | "hang";

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly delayMs?: number;
  /** Answers only when this has resolved. */
  readonly after?: Promise<void>;
}

/** Bytes that are written to the socket unchanged; after them the connection ends, breaks or remains open. */
interface RawAnswer {
  readonly raw: Iterable<string | Uint8Array>;
  /** The pause in ms before each piece. */
  readonly everyMs?: number;
  readonly end?: "close" | "reset" | "hang";
}

export interface TestReceiver {
  /** Returns an address of the receiver; the path may have a query. */
  url(path?: string): string;
  readonly port: number;
  /** The requests in the order of their arrival. */
  readonly requests: readonly Received[];
  /** The number of connections that were ever opened to the receiver. */
  readonly connections: number;
  /** The largest number of requests that were open at the same time. */
  readonly openAtMost: number;
  /** Sets the answers of a path, one per request; the last one is repeated. A path without a script answers 200. */
  answer(path: string, ...behaviours: readonly [Behaviour, ...Behaviour[]]): void;
  /** Waits until `count` requests have arrived (at the path) and returns all of them. */
  until(count: number, path?: string): Promise<Received[]>;
  close(): Promise<void>;
}

export interface TestReceiverOptions {
  /** The host on which it listens and which its addresses contain. */
  readonly host?: string;
  readonly tls?: { readonly key: string; readonly cert: string };
}

interface Waiter {
  readonly isDone: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Starts a merchant's server on a free loopback port, which records its requests and answers as the test has set. */
export async function startTestReceiver(options: TestReceiverOptions = {}): Promise<TestReceiver> {
  const { host = "127.0.0.1", tls } = options;
  const requests: Received[] = [];
  const scripts = new Map<string, Behaviour[]>();
  const sockets = new Set<Socket>();
  let waiters: Waiter[] = [];
  let connections = 0;
  const open = new Set<ServerResponse>();
  let openAtMost = 0;

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    openAtMost = Math.max(openAtMost, open.size);
    // A request ends with its answer, or when its sender gives up.
    for (const ending of ["finish", "close"]) response.once(ending, () => open.delete(response));
    const received = await readReceived(request).catch(() => null);
    if (received === null) return;
    requests.push(received);
    for (const waiter of waiters.filter(({ isDone }) => isDone())) waiter.resolve();
    waiters = waiters.filter(({ isDone }) => !isDone());
    const script = scripts.get(readPath(received)) ?? [];
    const behaviour = (script.length > 1 ? script.shift() : script[0]) ?? 200;
    const decided = typeof behaviour === "function" ? behaviour(received) : behaviour;
    await respond(decided, response).catch(() => request.socket.destroy());
  };

  const server = tls ? createTlsServer(tls, receive) : createServer(receive);
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => {});
  await once(server.listen(0, host), "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const received = (path?: string) => requests.filter((one) => path === undefined || readPath(one) === path);

  return {
    url: (path = "/") => origin + path,
    port,
    requests,
    get connections() {
      return connections;
    },
    get openAtMost() {
      return openAtMost;
    },
    answer: (path, ...behaviours) => void scripts.set(path, [...behaviours]),
    until: async (count, path) => {
      const isDone = () => received(path).length >= count;
      if (!isDone()) {
        await new Promise<void>((resolve, reject) => waiters.push({ isDone, resolve, reject }));
      }
      return received(path);
    },
    close: async () => {
      for (const { reject } of waiters.splice(0)) reject(new Error("The receiver was closed"));
      const closed = once(server.close(), "close");
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const readPath = ({ url }: Received): string => url.split("?", 1)[0] ?? url;

async function readReceived(request: IncomingMessage): Promise<Received> {
  const body = Buffer.concat(await request.toArray());
  const { method = "", url = "", rawHeaders, headers } = request;
  const serverName = (request.socket instanceof TLSSocket && request.socket.servername) || null;
  return { method, url, rawHeaders, headers, body, serverName, at: Date.now() };
}

async function respond(behaviour: FixedBehaviour, response: ServerResponse): Promise<void> {
  if (behaviour === "hang") return;
  const socket = response.socket as Socket;
  if (behaviour === "reset") return void socket.resetAndDestroy();
  if (typeof behaviour === "object" && "raw" in behaviour) return writeRaw(behaviour, socket);
  const answer: Answer = typeof behaviour === "number" ? { status: behaviour } : behaviour;
  if (answer.delayMs !== undefined) await sleep(answer.delayMs);
  await answer.after;
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

async function writeRaw(answer: RawAnswer, socket: Socket): Promise<void> {
  for (const piece of answer.raw) {
    if (answer.everyMs !== undefined) await sleep(answer.everyMs);
    if (socket.destroyed) return;
    if (!socket.write(piece)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
  }
  if (answer.end === "reset") socket.resetAndDestroy();
  else if (answer.end !== "hang") socket.end();
}
