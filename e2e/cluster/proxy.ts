import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isRepeatable } from "./repeatable";

/** A process behind the proxy. */
export interface Backend {
  readonly port: number;
  readonly payPort: number;
  /** The port of its probes. */
  readonly adminPort: number;
}

export interface LoadBalancer {
  /** The port of the API. */
  readonly port: number;
  /** The port of the payment pages. */
  readonly payPort: number;
  /** The processes that get requests now. */
  readonly ready: ReadonlySet<Backend>;
  /** Changes the pages of the payment origin from now on, as an attacker on the proxy could; null changes nothing. */
  changePages(change: PageChange | null): void;
  /** Resolves when the proxy has seen that a process is ready, or that it is not. */
  until(backend: Backend, state: "ready" | "gone"): Promise<void>;
  close(): void;
}

/** Returns the HTML that a buyer gets in the place of a page. */
export type PageChange = (html: string) => string;

export interface ProxySettings {
  /**
   * Whether a request goes to the next process as behind deploy/haproxy/haproxy.cfg (D-335): where a connection was
   * refused, because such a request has never left; and where a process ended without an answer, if the request may
   * be repeated. While no process is ready, each is tried, so that the product can say itself what is wrong. Without
   * it, whatever a process loses is lost.
   */
  readonly repeats?: boolean;
  /** Is called when a request has ended. */
  readonly seen?: (passed: PassedOn) => void;
}

/** A request that has passed the proxy. */
export interface PassedOn {
  readonly method: string;
  readonly path: string;
  /** The status that the client got; 502 where no process answered, 0 where the client left before an answer. */
  readonly status: number;
  /** The real instant of its beginning, and how long it took, ms. */
  readonly at: number;
  readonly ms: number;
}

/** The header of an answer that says how many processes got the request. */
export const triesHeader = "x-tries";

/** How often a process is asked whether it is ready, ms. */
const probeEveryMs = 200;

/** How long a connection without a request is kept, ms: shorter than the 65 s of the product, as operations.md says. */
const idleMaxMs = 55_000;

/** How many probes in a row may stay without an answer before a process counts as gone; a busy machine is late. */
const silencesMax = 3;

/**
 * Starts a small load balancer, which does what a usual one does: it asks each process for its readiness, gives each
 * request to the next one that is ready, and keeps connections open.
 */
export async function startProxy(backends: readonly Backend[], settings: ProxySettings = {}): Promise<LoadBalancer> {
  const ready = new Set<Backend>();
  const silences = new Map<Backend, number>();
  const probe = async (backend: Backend): Promise<void> => {
    const status = await readStatus(backend);
    const silent = status === null ? (silences.get(backend) ?? 0) + 1 : 0;
    silences.set(backend, silent);
    if (status === 200) ready.add(backend);
    else if (status !== null || silent >= silencesMax) ready.delete(backend);
  };
  const probes = setInterval(() => void Promise.all(backends.map(probe)), probeEveryMs);
  const agent = new Agent({ keepAlive: true, timeout: idleMaxMs });
  let turn = 0;
  const next = (tried: readonly Backend[]): Backend | undefined => {
    const left = (ready.size > 0 || !settings.repeats ? [...ready] : backends).filter((one) => !tried.includes(one));
    if (tried.length === 0) turn += 1;
    return left[turn % Math.max(1, left.length)];
  };
  const refused = (backend: Backend): void => {
    if (settings.repeats) ready.delete(backend);
  };
  let change: PageChange | null = null;
  const open = (port: "port" | "payPort"): Promise<Server> =>
    listen(
      forwardTo({ next, refused, agent, port, readChange: () => (port === "payPort" ? change : null), ...settings }),
    );
  const servers = { api: await open("port"), pay: await open("payPort") };
  return {
    port: portOf(servers.api),
    payPort: portOf(servers.pay),
    ready,
    changePages(next) {
      change = next;
    },
    async until(backend, state) {
      while (ready.has(backend) !== (state === "ready")) await sleep(probeEveryMs / 4);
    },
    close() {
      clearInterval(probes);
      for (const server of Object.values(servers)) server.close().closeAllConnections();
      agent.destroy();
    },
  };
}

interface Forwarding extends ProxySettings {
  /** Returns the process whose turn it is, besides those that were tried; undefined where none is left. */
  next(tried: readonly Backend[]): Backend | undefined;
  /** Is called when a process has refused a connection, so it gets no requests until it is ready again. */
  refused(backend: Backend): void;
  /** Returns what happens to pages at present; null where nothing does. */
  readChange(): PageChange | null;
  readonly agent: Agent;
  readonly port: "port" | "payPort";
}

/** Creates a front. Clients close idle connections, never the proxy: a request on a closing one would be lost here. */
const forwardTo = ({ next, refused, readChange, agent, port, repeats = false, seen }: Forwarding): Server =>
  createServer({ keepAliveTimeout: 0 }, (req, res) => {
    const { method, url: path } = req;
    if (seen) watch(req, res, seen);
    const body = repeats ? readWhole(req) : null;
    const attempt = (tried: readonly Backend[]): void => {
      const backend = next(tried);
      if (!backend) {
        res.writeHead(502).end("no process is ready");
        return;
      }
      const change = readChange();
      const headers = { ...forwarded(req.headers), ...(change !== null && { "accept-encoding": "identity" }) };
      const options = { host: "127.0.0.1", port: backend[port], agent, method, path, headers };
      const onward = request(options, (answer) => {
        if (change !== null && answer.headers["content-type"]?.startsWith("text/html")) {
          void answerChanged(answer, res, change);
          return;
        }
        res.writeHead(answer.statusCode ?? 502, { ...forwarded(answer.headers), [triesHeader]: tried.length + 1 });
        answer.pipe(res);
        // A process that was killed in the middle of its answer: the client sees that, and does not wait for the rest.
        answer.once("close", () => {
          if (!answer.complete) res.destroy();
        });
      });
      onward.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") refused(backend);
        if (repeats && mayGoOn(req, res, error)) attempt([...tried, backend]);
        else if (res.headersSent) res.destroy();
        else res.writeHead(502).end(error.message);
      });
      if (body === null) req.pipe(onward);
      else body.then((bytes) => onward.end(bytes)).catch(() => onward.destroy());
    };
    attempt([]);
  });

function watch(
  { method = "", url = "" }: IncomingMessage,
  res: ServerResponse,
  seen: (passed: PassedOn) => void,
): void {
  const at = Date.now();
  const [path = ""] = url.split("?");
  res.once("close", () => {
    const status = res.writableFinished ? res.statusCode : 0;
    seen({ method, path, status, at, ms: Date.now() - at });
  });
}

/** Returns whether the next process may get a request on which a process has failed (D-335). */
const mayGoOn = (req: IncomingMessage, res: ServerResponse, { code }: NodeJS.ErrnoException): boolean =>
  code === "ECONNREFUSED" || (!res.headersSent && isRepeatable(req));

async function answerChanged(answer: IncomingMessage, res: ServerResponse, change: PageChange): Promise<void> {
  try {
    const html = change((await readWhole(answer)).toString());
    const { "content-length": _, "transfer-encoding": __, ...headers } = forwarded(answer.headers);
    res.writeHead(answer.statusCode ?? 502, headers).end(html);
  } catch {
    res.destroy();
  }
}

async function readWhole(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Removes the headers that are about one connection, so that neither side takes the other's promises for its own. */
const forwarded = ({ connection: _, "keep-alive": __, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders =>
  headers;

const listen = async (server: Server): Promise<Server> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Returns the status of `/readyz`; null where nothing answers in time. */
const readStatus = ({ adminPort }: Backend): Promise<number | null> =>
  fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status,
    () => null,
  );
