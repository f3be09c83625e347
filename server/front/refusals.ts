import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { toHttpStatus, toPublicMessage } from "@/server/domain/errors";
import { policyForData } from "./security-headers";

/** The refusals that the server answers before any handler: status, code and message of the error envelope (§2.6). */
const refusals = {
  bad_request: [400, "validation_error", "The request is not valid HTTP."],
  not_found: [toHttpStatus("not_found"), "not_found", toPublicMessage("not_found")],
  method_not_allowed: [toHttpStatus("method_not_allowed"), "method_not_allowed", toPublicMessage("method_not_allowed")],
  read_only: [toHttpStatus("method_not_allowed"), "method_not_allowed", toPublicMessage("method_not_allowed")],
  no_options: [toHttpStatus("method_not_allowed"), "method_not_allowed", toPublicMessage("method_not_allowed")],
  too_slow: [408, "request_timeout", "The request took too long to arrive."],
  too_large: [toHttpStatus("payload_too_large"), "payload_too_large", toPublicMessage("payload_too_large")],
  misdirected: [421, "misdirected_request", "This server does not answer for that host."],
  headers_too_large: [431, "headers_too_large", "The request's header is too large."],
  internal_error: [toHttpStatus("internal_error"), "internal_error", toPublicMessage("internal_error")],
} as const;

export type Refusal = keyof typeof refusals;

const allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** The methods that a refusal with 405 names where they are not all methods. */
const allowedMethods: Partial<Record<Refusal, string>> = {
  read_only: "GET, HEAD",
  no_options: "GET, HEAD, POST, PUT, PATCH, DELETE",
};

/** Answers with the error envelope. The connection ends when it is unknown where the request ends. */
export const refuse = (req: IncomingMessage, res: ServerResponse, why: Refusal, traceId: string): void => {
  const [status, body] = envelope(why, traceId);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Security-Policy", policyForData);
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  if (status === 405) res.setHeader("Allow", allowedMethods[why] ?? allMethods);
  if (why === "bad_request") res.setHeader("Connection", "close");
  res.end(req.method === "HEAD" ? undefined : body);
};

/** Writes the same answer on a connection on which no request could be read, and ends it. */
export const refuseConnection = (
  socket: Duplex,
  why: Refusal,
  traceId: string,
  headers: Readonly<Record<string, string>>,
): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, body] = envelope(why, traceId);
  const lines = {
    ...headers,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Security-Policy": policyForData,
    "Content-Length": String(Buffer.byteLength(body)),
    ...(status === 405 && { Allow: allMethods }),
    Connection: "close",
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body}`);
};

const envelope = (why: Refusal, traceId: string): [status: number, body: string] => {
  const [status, code, message] = refusals[why];
  return [status, JSON.stringify({ error: { code, message, traceId } })];
};
