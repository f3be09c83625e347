import { isProbe } from "./health";

/** The destination of a request: a door of the product, the framework's router, or none. */
export type Destination = "v1" | "health" | "router" | "nowhere";

/**
 * Chooses the destination by the request target as it was sent. Each origin serves only its own paths. Spellings that a
 * router might read as another path (dot segments, doubled or encoded slashes, an encoded first segment) have no
 * destination. The pipeline of `/v1` counts and refuses those that begin with `/v1/` by itself (D-7).
 */
export const findDestination = (origin: "api" | "pay", target: string): Destination => {
  const path = target.split(/[?#]/, 1)[0] ?? "";
  if (!path.startsWith("/")) return "nowhere";
  const first = path.split("/", 2)[1] ?? "";
  if (isProbe(path)) return "health";
  if (first === "v1") return origin === "api" ? "v1" : "nowhere";
  if (dotSegment.test(path) || odd.test(path) || !/^[\w.~-]*$/.test(first) || !isDecodable(path)) return "nowhere";
  return isServed(origin, first, path) ? "router" : "nowhere";
};

const isServed = (origin: "api" | "pay", first: string, path: string): boolean => {
  if (first === "assets" || path === "/.well-known/security.txt") return true;
  if (first === "_next") return path.startsWith("/_next/static/");
  return payPaths.has(first) === (origin === "pay");
};

/** The first segments that exist on the pay and handoff origins only. */
const payPaths = new Set(["handoff", "3ds", "l", "logo", "csp-report", ".well-known"]);

/** Returns whether a page is sent without scripts: pages that take a card (D-55), and pages that are only read. */
export const isScriptless = (origin: "api" | "pay", target: string): boolean =>
  origin === "pay" || /^\/(docs\/[^?#]*)?([?#]|$)/.test(target);

/** Returns whether no cache may keep the answer (S7). */
export const isMoneyPath = (target: string): boolean =>
  /^\/(v1|handoff|3ds|l|sandbox|panel|staff|api)(?=[/?#]|$)/.test(target);

/** Returns which of the API listener's hosts serves a path: the API's, the panel's, or both. */
export const servingHost = (target: string): "api" | "panel" | "both" => {
  if (/^\/(panel|staff|api\/(auth|staff|trpc))(?=[/?#]|$)/i.test(target)) return "panel";
  return /^\/(v1|docs|sandbox|api\/inngest)(?=[/?#]|$)/i.test(target) ? "api" : "both";
};

/**
 * Returns whether the target is a page that only allows reading: the framework would answer any method like GET (D-5).
 */
export const isReadOnlyPage = (origin: "api" | "pay", target: string): boolean =>
  origin === "pay" && /^\/l(\/[^/?#]*)?\/?([?#]|$)/.test(target);

/**
 * Returns whether a handler of ours answers OPTIONS. For the other handlers the framework would answer it by itself,
 * with 204 and their methods, which no caller needs (S28).
 */
export const answersOptions = (target: string): boolean =>
  /^\/(handoff|3ds|l|logo|csp-report|sandbox|api\/inngest)(?=[/?#]|$)/.test(target);

/**
 * Returns the path for the log, without the query string and without segments that are secrets, also in unusual
 * spellings of the address.
 */
export const pathForLog = (target: string): string =>
  (target.split(/[?#]/, 1)[0] ?? "")
    .replace(/^\/+l\/+[^/]+/i, "/l/[…]")
    .replace(/[\w%-]{40,}/g, "[…]")
    .replace(/^\/3ds\/([\w-]{1,20}\/)?[^/]+/, (_, door: string | undefined) => `/3ds/${door ?? ""}[…]`)
    .slice(0, 512);

const dotSegment = /(^|[/\\])(\.|%2e){1,2}($|[/\\])/i;
const odd = /\/\/|\\|%2f|%5c|%00|[^\x21-\x7e]/i;

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};
