import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { telemetry } from "@/server/telemetry/telemetry";
import { answerHealth, isProbe } from "./health";

interface AdminSettings {
  isStopping(): boolean;
  /** The longest time that a collection of metrics may take, ms. */
  readonly metricsMs?: number;
}

/**
 * Creates the server of the private port, for probes and the collector of metrics (D-324). It answers for every Host,
 * because a probe addresses a process and not an origin, and it writes no access lines.
 */
export const createAdminListener = ({ isStopping, metricsMs = 5_000 }: AdminSettings): Server =>
  createServer({ headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 65_000 }, (req, res) => {
    res.setHeader("X-Content-Type-Options", "nosniff");
    answer(req, res, isStopping(), metricsMs).catch(() => res.destroy());
  });

const answer = async (
  req: IncomingMessage,
  res: ServerResponse,
  isStopping: boolean,
  metricsMs: number,
): Promise<void> => {
  const path = (req.url ?? "").split("?", 1)[0] ?? "";
  if (req.method !== "GET" && req.method !== "HEAD") return end(res, 405);
  if (path === "/metrics") return answerMetrics(req, res, metricsMs);
  return isProbe(path) ? answerHealth(req, res, isStopping) : end(res, 404);
};

/** Answers with the metrics of this process (D-351): 404 where they are switched off, 503 where they take too long. */
const answerMetrics = async (req: IncomingMessage, res: ServerResponse, deadlineMs: number): Promise<void> => {
  const collecting = telemetry().collect();
  if (collecting === null) return end(res, 404);
  const text = await Promise.race([collecting, sleep(deadlineMs, null, { ref: false })]);
  if (text === null) return end(res, 503);
  res.setHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.end(req.method === "HEAD" ? undefined : text);
};

const end = (res: ServerResponse, status: number): void => {
  res.writeHead(status, { "Content-Length": 0, ...(status === 405 && { Allow: "GET, HEAD" }) }).end();
};
