import type { AnyRouter } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError } from "@/server/domain/errors";
import { errorResponse, type Facts } from "./http";
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
  if (door.session && !(await door.limits.take("panel-user", door.session.user.id)).allowed) {
    return errorResponse(new AppError("rate_limited"), facts.traceId, language);
  }
  return fetchRequestHandler({
    endpoint,
    router,
    req: request,
    createContext: () => door,
    responseMeta: () => ({ headers: new Headers(headersOf(facts)) }),
  });
}

const headersOf = ({ traceId }: Facts) => ({ "Cache-Control": "no-store", "X-Request-Id": traceId });

/** Whether a page of ours asks for a change (S14). */
export const isFromOurPage = ({ headers }: Request, origin: string): boolean =>
  headers.get("origin") === origin &&
  headers.get(pageHeader) === "1" &&
  /^application\/json(;|$)/.test(headers.get("content-type") ?? "") &&
  ["same-origin", null].includes(headers.get("sec-fetch-site"));
