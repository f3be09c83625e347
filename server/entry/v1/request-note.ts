import {
  listCardFields,
  redactRequestBody,
  redactRequestPath,
  redactRequestQuery,
  redactText,
} from "@/server/domain/accounts/redact-request";
import { type AppError, type Language, toPublicMessage } from "@/server/domain/errors";
import type { WebRequest } from "@/server/request-store";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import type { CallerFacts } from "../http/request-facts";
import type { Route } from "../http/routes";
import { loggedBodyFields, loggedQueryFields } from "./logged-fields";
import type { Operation } from "./operation";

/** The facts that the checks have found about a request so far. */
export interface RequestProgress {
  caller: Caller | null;
  /** The parsed body; undefined when it was not read. */
  body: unknown;
  error: AppError | null;
  readonly startedAt: number;
}

interface Answered {
  readonly request: WebRequest;
  readonly facts: CallerFacts;
  readonly route: Route<Operation>;
  readonly search: string;
  readonly language: Language;
  readonly status: number;
  readonly progress: RequestProgress;
}

const userAgentMax = 200;
const messageMax = 500;

/**
 * Adds a request to its account's request log, without secrets, and flags a card number that was sent in it (D-284).
 * A request without a valid key belongs to no account.
 */
export function noteRequest(ctx: Ctx, { request, facts, route, search, language, status, progress }: Answered): void {
  const { caller, error, body, startedAt } = progress;
  if (!caller || route.kind !== "found") return;
  const cardFields = listCardFields(body, Object.fromEntries(new URLSearchParams(search)), route.params);
  if (cardFields.length > 0) {
    const sent = { traceId: facts.traceId, partnerId: caller.partnerId, keyId: caller.keyId, fields: cardFields };
    ctx.log.warn(sent, "A merchant's server sent a card number in a text");
  }
  ctx.noteRequest({
    traceId: facts.traceId,
    partnerId: caller.partnerId,
    keyId: caller.keyId,
    method: request.method,
    path: redactRequestPath(route.operation.path, route.params),
    status,
    code: error?.code ?? null,
    message: error && (error.details.message ?? toPublicMessage(error.code, language)).slice(0, messageMax),
    durationMs: Math.round(performance.now() - startedAt),
    sourceIp: facts.sourceIp,
    userAgent: redactText(request.headers.get("user-agent") ?? "", userAgentMax),
    query: redactRequestQuery(search, loggedQueryFields),
    body: redactRequestBody(body, loggedBodyFields),
    cardFields: cardFields.length > 0 ? cardFields.join(", ") : null,
  });
}
