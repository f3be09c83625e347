import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { newTraceId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { type RequestFacts, withRequest } from "@/server/request-store";
import { type RequestTrace, telemetry } from "@/server/telemetry/telemetry";
import { announcesTooMuch, limitBody } from "./body-limit";
import type { Front } from "./front";
import { answerHealth } from "./health";
import { hasHostLine, isForHost, useOriginForm } from "./hosts";
import {
  answersOptions,
  type Destination,
  findDestination,
  isMoneyPath,
  isReadOnlyPage,
  pathForLog,
  servingHost,
} from "./paths";
import { type Refusal, refuse, refuseConnection } from "./refusals";
import { toRouteTemplate } from "./route-template";
import { answerByRouter } from "./router";
import { runtime } from "./runtime-handle";
import { headersForAll, policyForData } from "./security-headers";
import { sourceIp } from "./source-ip";
import { sendAnswer, toWebRequest } from "./web";

/**
 * Creates the HTTP server of one origin. It refuses foreign requests and passes others to `/v1`, health or the
 * framework. Under `/v1` it checks only what makes a request readable; the pipeline makes all other checks in their
 * order (D-7).
 */
export const createListener = (front: Front): Server => {
  const latest = new WeakMap<Duplex, { req: IncomingMessage; res: ServerResponse }>();
  const onRequest: RequestListener = (req, res) => {
    latest.set(req.socket, { req, res });
    void answer(front, req, res, null);
  };
  const server = createServer(limits, onRequest);
  server.on("checkExpectation", onRequest);
  // Node would ask for the body before the checks that may refuse the request without it.
  server.on("checkContinue", (req, res) => {
    latest.set(req.socket, { req, res });
    void answer(front, req, res, () => res.writeContinue());
  });
  server.maxHeadersCount = headersMax + 1;
  server.maxConnections = 8192;
  server.timeout = 120_000;
  server.on("connect", (_req, socket) => hangUp(socket, "method_not_allowed"));
  const endUnreadable = (code: string | undefined, socket: Duplex) => {
    const { req, res } = latest.get(socket) ?? {};
    // This is the rest of an answered request: the client would take a second answer for that of its next request.
    if (res?.headersSent && !req?.complete) (socket as Socket).destroySoon();
    else hangUp(socket, unreadable[code ?? ""] ?? "bad_request");
  };
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
    if (code !== slowRequest) return endUnreadable(code, socket);
    // A process that was stopped for seconds finds this deadline passed before it reads what has arrived meanwhile.
    const before = latest.get(socket)?.req;
    const wasComplete = before?.complete;
    setImmediate(() => {
      const now = latest.get(socket)?.req;
      const hasArrived = now?.complete && !(now === before && wasComplete);
      if (!hasArrived) endUnreadable(code, socket);
    });
  });
  return server;
};

/** The limits in ms and bytes: a header must arrive within 15 s, a whole request within 30 s. */
const limits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
};
const headersMax = 100;

/** Node's code for a request that has not arrived within its limits. */
const slowRequest = "ERR_HTTP_REQUEST_TIMEOUT";

const unreadable: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  [slowRequest]: "too_slow",
};

const hangUp = (socket: Duplex, why: Refusal): void => {
  const traceId = newTraceId(systemRandom);
  refuseConnection(socket, why, traceId, headersForAll(traceId));
};

/** A request that has arrived at a listener, and what was found about it. */
interface Arrival {
  readonly front: Front;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly facts: RequestFacts;
  readonly destination: Destination;
  /** Whether the pipeline of `/v1` answers the request. In development the framework's router has its route. */
  readonly isForPipeline: boolean;
}

/** @param inviteBody asks a client that waits with its body to send it; null where none waits */
const answer = async (
  front: Front,
  req: IncomingMessage,
  res: ServerResponse,
  inviteBody: (() => void) | null,
): Promise<void> => {
  const isReadable = isHttp1(req) && hasHostLine(req);
  useOriginForm(req);
  const arrival = readArrival(front, req, res);
  const { facts, isForPipeline } = arrival;
  for (const [name, value] of Object.entries(headersForAll(facts.traceId))) res.setHeader(name, value);
  if (front.isStopping()) res.setHeader("Connection", "close");
  const trace = startTrace(arrival);
  reportWhenDone(arrival, trace);
  const tooLarge = () => refuse(req, res, "too_large", facts.traceId);
  limitBody(req, res, isForPipeline ? null : tooLarge);
  const refusal = isReadable ? findRefusal(arrival) : "bad_request";
  if (refusal !== undefined) {
    refuse(req, res, refusal, facts.traceId);
    return;
  }
  try {
    const work = () => withRequest(facts, () => enter(arrival, inviteBody));
    await (trace === undefined ? work() : trace.run(work));
  } catch (error) {
    front.log.error({ err: error, traceId: facts.traceId }, "The request failed");
    if (res.headersSent) res.destroy();
    else refuse(req, res, "internal_error", facts.traceId);
  }
};

const readArrival = (front: Front, req: IncomingMessage, res: ServerResponse): Arrival => {
  const destination = findDestination(front.origin, req.url ?? "");
  const facts: RequestFacts = {
    sourceIp: sourceIp(
      req.socket.remoteAddress,
      req.headers["x-forwarded-for"] as string | undefined,
      front.trustedProxies,
    ),
    traceId: newTraceId(systemRandom),
    nonce: destination === "router" ? systemRandom.bytes(16).toString("base64") : "",
    origin: front.origin,
    method: req.method ?? "",
    target: req.url ?? "",
    pageStatus: null,
  };
  return { front, req, res, facts, destination, isForPipeline: !front.isDevelopment && destination === "v1" };
};

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const isReading = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** Returns whether the version is one that we speak. Node's parser also lets 0.9 and 2.0 through. */
const isHttp1 = ({ httpVersion }: IncomingMessage): boolean => httpVersion === "1.1" || httpVersion === "1.0";

const findRefusal = (arrival: Arrival): Refusal | undefined => {
  const { front, req } = arrival;
  if (!isForHost(req.rawHeaders, front.hosts)) return "misdirected";
  if (req.rawHeaders.length > 2 * headersMax) return "headers_too_large";
  if ((req.headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked") return "bad_request";
  if (isAtOtherHost(front, req)) return "not_found";
  return arrival.isForPipeline ? undefined : findPageRefusal(arrival);
};

/** Returns why a request that is not for the pipeline is refused before the framework sees it. */
const findPageRefusal = ({ front, req, destination }: Arrival): Refusal | undefined => {
  if (!methods.has(req.method ?? "")) return "method_not_allowed";
  if (!isReading(req) && isReadOnlyPage(front.origin, req.url ?? "")) return "read_only";
  if (req.method === "OPTIONS" && !answersOptions(req.url ?? "")) return "no_options";
  if (announcesTooMuch(req)) return "too_large";
  return destination === "nowhere" ? "not_found" : undefined;
};

/** Returns whether a path of the panel was requested at the API's own host, or the reverse. */
const isAtOtherHost = ({ ownHosts }: Front, req: IncomingMessage): boolean => {
  const host = servingHost(req.url ?? "");
  return ownHosts !== undefined && host !== "both" && !isForHost(req.rawHeaders, ownHosts[host]);
};

const enter = async (arrival: Arrival, inviteBody: (() => void) | null): Promise<void> => {
  const { front, req, res, destination, isForPipeline } = arrival;
  if (isMoneyPath(req.url ?? "")) res.setHeader("Cache-Control", "no-store");
  if (destination === "health") return answerHealth(req, res, front.isStopping());
  const product = isForPipeline ? runtime() : undefined;
  if (product !== undefined) {
    res.setHeader("Content-Security-Policy", policyForData);
    return sendAnswer(await product.v1(await toWebRequest(req, front.address, inviteBody)), req, res);
  }
  inviteBody?.();
  return answerByRouter(front, req, res, arrival.facts);
};

/**
 * Begins the trace of a request. A merchant's trace is continued (D-353). A browser's is not, because any page could
 * invent one.
 */
const startTrace = ({ req, facts, destination }: Arrival): RequestTrace | undefined => {
  if (isRoutine(facts.target)) return undefined;
  const traceParent = destination === "v1" ? req.headers.traceparent : undefined;
  return telemetry().startRequest({
    method: facts.method,
    requestId: facts.traceId,
    ...(typeof traceParent === "string" && { traceParent }),
  });
};

/** Writes the line of a request into the log, and reports it to metrics and traces, when its answer has ended. */
const reportWhenDone = ({ front, req, res, facts }: Arrival, trace: RequestTrace | undefined): void => {
  const start = performance.now();
  res.once("close", () => {
    const durationMs = performance.now() - start;
    const answered = {
      method: facts.method,
      route: facts.route ?? toRouteTemplate(front.origin, facts.target),
      status: res.statusCode,
    };
    telemetry().requestAnswered({ ...answered, durationMs });
    trace?.end(answered);
    // Probes and static files say nothing while they work, and there are many of them.
    const level = isRoutine(req.url ?? "") && res.statusCode < 400 ? "debug" : "info";
    front.log[level]({
      method: req.method,
      path: pathForLog(req.url ?? ""),
      status: res.statusCode,
      ms: Math.round(durationMs * 10) / 10,
      ip: facts.sourceIp,
      traceId: facts.traceId,
      ...(trace?.traceId !== undefined && { otelTraceId: trace.traceId }),
      origin: facts.origin,
      partnerId: facts.partnerId,
      paymentCode: facts.paymentCode,
      ...(!res.writableFinished && { aborted: true }),
    });
  });
};

const isRoutine = (target: string): boolean => /^\/(healthz|readyz|_next\/static\/|assets\/)/.test(target);
