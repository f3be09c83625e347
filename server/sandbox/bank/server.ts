import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type RealTime, systemTime } from "@/server/domain/real-time";
import { type Answer, answerStatusOnly, broken } from "./answer";
import { deliver } from "./delivery";
import { type BankSettings, openBanks, type SimulatedBanks } from "./open-banks";
import { openFaultyHosts } from "./setup-faults/faulty-hosts";
import type { BankRequest } from "./simulator";

export interface SimulatorSettings extends Omit<BankSettings, "database" | "origin" | "hosts" | "realTime"> {
  /** The address of the product's database, in which the banks have a schema of their own (D-52). */
  readonly databaseUrl: string;
  /** The port; 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /** The time of the machine, also of the delays of answers; by default that of this one. */
  readonly realTime?: RealTime;
  /** Receives internal errors; the default is a process warning. */
  readonly onError?: (error: unknown) => void;
}

/** Starts the simulated banks on one port. Throws when the port is in use or the database cannot be reached. */
export async function startSimulator(settings: SimulatorSettings): Promise<{ port: number; close(): Promise<void> }> {
  const { databaseUrl, port, host, realTime = systemTime, onError = warn, ...others } = settings;
  const closing = new AbortController();
  const hosts = openFaultyHosts();
  const banks = await openBanks({
    ...others,
    database: databaseUrl,
    origin: () => `http://localhost:${(server.address() as AddressInfo).port}`,
    realTime,
    hosts,
    onError(error) {
      // While closing, the database may stop right after us and end idle connections: that is no error.
      if (!closing.signal.aborted) onError(error);
    },
  });
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (incoming, outgoing) => {
    void serve(banks, incoming, onError).then(async (answer) => {
      await precede(answer, realTime, closing.signal);
      if (closing.signal.aborted) outgoing.shouldKeepAlive = false;
      send(answer, outgoing);
    });
  });
  try {
    await listen(server, port, host);
  } catch (error) {
    await banks.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      closing.abort();
      hosts.close();
      await stop(server, realTime);
      await banks.close();
    },
  };
}

async function serve(
  banks: SimulatedBanks,
  incoming: IncomingMessage,
  onError: (error: unknown) => void,
): Promise<Answer> {
  try {
    if (incoming.headers.host !== `localhost:${incoming.socket.localPort}`) return answerStatusOnly(421);
    const request = await readRequest(incoming);
    return request === null ? answerStatusOnly(400) : await banks.answer(request);
  } catch (error) {
    if (error instanceof BodyTooLarge) return answerStatusOnly(413, { connection: "close" });
    if (!incoming.complete) return broken;
    onError(error);
    return answerStatusOnly(500);
  }
}

/** Carries out what precedes an answer. The closing of the server ends it. */
async function precede({ postsFirst, delayMs = 0 }: Answer, realTime: RealTime, closing: AbortSignal): Promise<void> {
  if (postsFirst !== undefined) await deliver(postsFirst, realTime, closing);
  if (delayMs === 0 || closing.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      withdraw();
      closing.removeEventListener("abort", end);
      resolve();
    };
    const withdraw = realTime.after(delayMs, end, { holdsProcess: false });
    closing.addEventListener("abort", end);
  });
}

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

async function stop(server: Server, realTime: RealTime): Promise<void> {
  const withdraw = realTime.after(stopTimeoutMs, () => server.closeAllConnections());
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  withdraw();
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
