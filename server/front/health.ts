import type { IncomingMessage, ServerResponse } from "node:http";
import { type Readiness, runtime } from "./runtime";

/** `/healthz`: the process answers. `/readyz`: the database, its migrations and the jobs are there too. */
export const answerHealth = async (
  req: IncomingMessage,
  res: ServerResponse,
  isStopping: boolean,
): Promise<void> => {
  const readiness = req.url?.startsWith("/readyz") ? await readinessNow(isStopping) : {};
  const isWell = Object.values(readiness).every(Boolean);
  const body = JSON.stringify({ status: isWell ? "ok" : "unavailable", ...readiness });
  res.statusCode = isWell ? 200 : 503;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(req.method === "HEAD" ? undefined : body);
};

const nothing: Readiness = { database: false, migrations: false, jobs: false };

const readinessNow = async (isStopping: boolean): Promise<Readiness> =>
  isStopping
    ? nothing
    : ((await runtime()
        ?.ready()
        .catch(() => nothing)) ?? nothing);
