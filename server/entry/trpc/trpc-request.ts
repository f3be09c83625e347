import type { AnyRouter } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError } from "@/server/domain/errors";
import { errorResponse } from "../http/json-answer";
import type { CallerFacts } from "../http/request-facts";
import type { AnySession, DoorContext } from "./trpc-door";

export interface TrpcMount<R extends AnyRouter, S extends AnySession> {
  readonly endpoint: string;
  readonly router: R;
  /** The origin of the pages that may call the procedures. */
  readonly origin: string;
  readonly door: DoorContext<S>;
}

/** The header that the product's own pages send. A form or a simple cross-site request cannot send it (S14). */
const pageHeader = "x-vezne-page";

/** Answers procedures over HTTP. A change is refused unless one of the product's own pages requests it (D-45, S14). */
export async function answerTrpc<R extends AnyRouter, S extends AnySession>(
  request: Request,
  { endpoint, router, origin, door }: TrpcMount<R, S>,
): Promise<Response> {
  const { facts, language } = door;
  if (request.method !== "GET" && !isFromOurPage(request, origin)) {
    const refusal = new AppError("access_denied", "The request does not come from one of the product's pages");
    door.ctx.log.warn({ traceId: facts.traceId, origin: request.headers.get("origin") }, refusal.message);
    return errorResponse(refusal, facts.traceId, language);
  }
  const refusal = await findBudgetRefusal(request, door);
  return fetchRequestHandler({
    endpoint,
    router,
    req: request,
    createContext: () => ({ ...door, refusal }),
    responseMeta: () => ({ headers: new Headers(toHeaders(facts, refusal)) }),
  });
}

/** The largest batch; the product's pages never send as many calls at once. */
const callsMax = 20;

/**
 * Refuses a batch that is too large or above the user's budget. Each call counts, or a batch would evade the budget.
 */
async function findBudgetRefusal(request: Request, door: DoorContext<AnySession>): Promise<AppError | null> {
  const calls = countCalls(request);
  if (calls > callsMax) return new AppError("payload_too_large", `${calls} calls in a batch`);
  if (!door.session) return null;
  const policy = request.method === "GET" ? "panel-user" : "panel-change";
  for (let call = 0; call < calls; call++) {
    const { allowed, resetSeconds } = await door.limits.take(policy, door.session.user.id);
    if (!allowed) return new AppError("rate_limited", policy, { retryAfterSeconds: resetSeconds });
  }
  return null;
}

/** Counts the calls of a batch as the library does: a percent-encoded comma separates calls as well. */
function countCalls({ url }: Request): number {
  const { pathname } = new URL(url);
  return pathname.split(/,|%2c/i).length;
}

const toHeaders = ({ traceId }: CallerFacts, refusal: AppError | null): Record<string, string> => {
  const seconds = refusal?.details.retryAfterSeconds;
  return {
    "Cache-Control": "no-store",
    "X-Request-Id": traceId,
    ...(seconds !== undefined && { "Retry-After": String(seconds) }),
  };
};

/** Returns whether one of the product's own pages requests a change (S14). */
export const isFromOurPage = ({ headers }: Request, origin: string): boolean =>
  headers.get("origin") === origin &&
  headers.get(pageHeader) === "1" &&
  /^application\/json(;|$)/.test(headers.get("content-type") ?? "") &&
  ["same-origin", null].includes(headers.get("sec-fetch-site"));
