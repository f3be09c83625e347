import type { IncomingMessage, ServerResponse } from "node:http";
import { notReady, type Readiness, runtime } from "./runtime-handle";

/** Returns whether a path belongs to the probes, which every listener answers. */
export const isProbe = (path: string): boolean => path === "/healthz" || path === "/readyz";

/**
 * Answers `/healthz` when the process runs, and `/readyz` whether it should get requests (D-325): 200, or 503 with the
 * part that is missing.
 */
export const answerHealth = async (req: IncomingMessage, res: ServerResponse, isStopping: boolean): Promise<void> => {
  const answer = req.url?.startsWith("/readyz") ? await readReadiness(isStopping) : { status: "ok" };
  const body = JSON.stringify(answer);
  res.statusCode = answer.status === "ok" ? 200 : 503;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(req.method === "HEAD" ? undefined : body);
};

const readReadiness = async (isStopping: boolean) => {
  if (isStopping) return { status: "stopping" };
  const readiness = (await runtime()?.ready()) ?? notReady;
  return { status: isReady(readiness) ? "ok" : "unavailable", ...readiness };
};

/** Without Redis the limits are counted per process (D-8), so a process without it still does its work. */
const isReady = ({ database, migrations, jobs, installation }: Readiness): boolean =>
  database && migrations && jobs && installation;
