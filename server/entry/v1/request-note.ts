import { shownBody, shownPath, shownQuery, shownText } from "@/server/domain/accounts/shown-request";
import { type AppError, type Language, wordsOf } from "@/server/domain/errors";
import type { WebRequest } from "@/server/request-store";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import type { Facts } from "../http/http";
import type { Route } from "../http/routes";
import type { Operation } from "./operation";

/** What became known of a request on its way through the checks. */
export interface Seen {
  caller: Caller | null;
  /** As it was read; undefined where it was not. */
  body: unknown;
  error: AppError | null;
  readonly startedAt: number;
}

interface Answered {
  readonly request: WebRequest;
  readonly facts: Facts;
  readonly route: Route<Operation>;
  readonly search: string;
  readonly language: Language;
  readonly status: number;
  readonly seen: Seen;
}

const userAgentMax = 200;
const messageMax = 500;

/** Puts a request into its account's log, without what must not be shown. One that names no account is in none. */
export function noteRequest(
  ctx: Ctx,
  { request, facts, route, search, language, status, seen }: Answered,
): void {
  const { caller, error, body, startedAt } = seen;
  if (!caller || route.kind !== "found") return;
  ctx.noteRequest({
    traceId: facts.traceId,
    partnerId: caller.partnerId,
    keyId: caller.keyId,
    method: request.method,
    path: shownPath(route.operation.path, route.params),
    status,
    code: error?.code ?? null,
    message: error && (error.details.message ?? wordsOf(error.code, language)).slice(0, messageMax),
    durationMs: Math.round(performance.now() - startedAt),
    sourceIp: facts.sourceIp,
    userAgent: shownText(request.headers.get("user-agent") ?? "", userAgentMax),
    query: shownQuery(search),
    body: shownBody(body),
  });
}
