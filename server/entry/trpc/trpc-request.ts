import type { AnyRouter } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError } from "@/server/domain/errors";
import { errorResponse, type Facts } from "../http/http";
import type { AnySession, DoorContext } from "./trpc-door";

export interface TrpcMount<R extends AnyRouter, S extends AnySession> {
  readonly endpoint: string;
  readonly router: R;
  /** Where the pages that call it are served. */
  readonly origin: string;
  readonly door: DoorContext<S>;
}

/** The header that our own pages send, and that a form or a plain cross-site request cannot (S14). */
export const pageHeader = "x-vezne-page";

/** Answers procedures over HTTP. A change is refused unless a page of ours asks for it (D-45, S14). */
export async function answerTrpc<R extends AnyRouter, S extends AnySession>(
  request: Request,
  { endpoint, router, origin, door }: TrpcMount<R, S>,
): Promise<Response> {
  const { facts, language } = door;
  if (request.method !== "GET" && !isFromOurPage(request, origin)) {
    const refusal = new AppError("access_denied", "The request does not come from a page of ours");
    door.ctx.log.warn({ traceId: facts.traceId, origin: request.headers.get("origin") }, refusal.message);
    return errorResponse(refusal, facts.traceId, language);
  }
  const refusal = await whyTooMuch(request, door);
  return fetchRequestHandler({
    endpoint,
    router,
    req: request,
    createContext: () => ({ ...door, refusal }),
    responseMeta: () => ({ headers: new Headers(headersOf(facts, refusal)) }),
  });
}

/** More than a page of ours ever asks for at once. */
const callsMax = 20;

/** Each call of a batch counts: else one request could do what the budget is there to prevent. */
async function whyTooMuch(request: Request, door: DoorContext<AnySession>): Promise<AppError | null> {
  const calls = callsOf(request);
  if (calls > callsMax) return new AppError("payload_too_large", `${calls} calls in a batch`);
  if (!door.session) return null;
  const policy = request.method === "GET" ? "panel-user" : "panel-change";
  for (let call = 0; call < calls; call++) {
    const { allowed, resetSeconds } = await door.limits.take(policy, door.session.user.id);
    if (!allowed) return new AppError("rate_limited", policy, { retryAfterSeconds: resetSeconds });
  }
  return null;
}

/** As the library reads them: a comma that is percent-encoded parts calls as well. */
function callsOf({ url }: Request): number {
  const { pathname } = new URL(url);
  return pathname.split(/,|%2c/i).length;
}

const headersOf = ({ traceId }: Facts, refusal: AppError | null): Record<string, string> => {
  const seconds = refusal?.details.retryAfterSeconds;
  return {
    "Cache-Control": "no-store",
    "X-Request-Id": traceId,
    ...(seconds !== undefined && { "Retry-After": String(seconds) }),
  };
};

/** Whether a page of ours asks for a change (S14). */
export const isFromOurPage = ({ headers }: Request, origin: string): boolean =>
  headers.get("origin") === origin &&
  headers.get(pageHeader) === "1" &&
  /^application\/json(;|$)/.test(headers.get("content-type") ?? "") &&
  ["same-origin", null].includes(headers.get("sec-fetch-site"));
