import type { IncomingMessage, ServerResponse } from "node:http";
import { reportingEndpoints } from "@/server/domain/web/security-headers";
import type { RequestFacts } from "@/server/request-store";
import type { Front } from "./front";
import { isScriptless } from "./paths";
import { policyFor, policyForData } from "./security-headers";
import { shapeResponse } from "./shape-response";
import { stripLinkHeader, stripScripts } from "./strip-scripts";
import { keepBody } from "./wipe-body";

/** Passes a request to the framework, with a policy whose nonce the framework puts on its scripts and styles. */
export const answerByRouter = async (
  front: Front,
  req: IncomingMessage,
  res: ServerResponse,
  facts: RequestFacts,
): Promise<void> => {
  const policy = policyFor(front.origin, facts.nonce, front.isDevelopment, front.handoffOrigin);
  removeHeaders(req, front.origin === "pay" ? [...untrusted, ...partialPages] : untrusted);
  req.headers["content-security-policy"] = policy;
  const serverHeaders = { ...res.getHeaders() };
  shapeResponse(req, res, {
    compress: !front.isDevelopment,
    rewriteHtml: isScriptless(front.origin, req.url ?? "") ? stripScripts : undefined,
    beforeHead: () => finishHead(res, serverHeaders, policy, facts),
  });
  if (front.origin === "pay" && req.method === "POST") res.once("close", keepBody(req));
  await front.router(req, res);
};

/** Completes the headers. The server's win over the framework's, except for a handler's own policy and caching. */
const finishHead = (
  res: ServerResponse,
  serverHeaders: Record<string, unknown>,
  policy: string,
  { origin, pageStatus, pageLanguage }: RequestFacts,
): void => {
  if (pageStatus !== null) res.statusCode = pageStatus;
  for (const [name, value] of Object.entries(serverHeaders)) {
    if (name !== "cache-control") res.setHeader(name, value as string);
  }
  const type = String(res.getHeader("Content-Type") ?? "");
  const isData = origin === "pay" && type.startsWith("application/json");
  if (!res.hasHeader("Content-Security-Policy"))
    res.setHeader("Content-Security-Policy", isData ? policyForData : policy);
  if (origin !== "pay") return;
  if (pageLanguage && type.startsWith("text/html")) res.setHeader("Content-Language", pageLanguage);
  res.setHeader("Reporting-Endpoints", reportingEndpoints);
  res.setHeader("X-Robots-Tag", "noindex, nofollow");
  rewrite(res, "Link", stripLinkHeader);
  rewrite(res, "Vary", withoutPartialPages);
};

const rewrite = (res: ServerResponse, name: string, change: (value: string) => string): void => {
  const value = res.getHeader(name);
  if (value === undefined) return;
  const rest = change(String(value));
  if (rest === "") res.removeHeader(name);
  else res.setHeader(name, rest);
};

/** Removes the framework's headers from `Vary`, because pages of the pay origin never read them. */
const withoutPartialPages = (vary: string): string =>
  vary
    .split(/\s*,\s*/)
    .filter((name) => name !== "" && !partialPages.includes(name.toLowerCase()))
    .join(", ");

/** The headers by which a client could pose as a proxy or as the framework's own middleware (S13, S25). */
const untrusted = [
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-middleware-subrequest",
  "x-middleware-rewrite",
  "x-matched-path",
  "x-invoke-path",
  "x-invoke-query",
  "x-now-route-matches",
];

/** The headers that request a page's data in place of the page; pages of the pay origin are always whole documents. */
const partialPages = [
  "rsc",
  "next-action",
  "next-url",
  "next-router-prefetch",
  "next-router-state-tree",
  "next-router-segment-prefetch",
  "x-nextjs-data",
];

const removeHeaders = (req: IncomingMessage, names: readonly string[]): void => {
  for (const name of names) delete req.headers[name];
};
