import { describeForeignAddress, describeMissingScope } from "@/server/domain/accounts/key-rights";
import { AppError, type Language } from "@/server/domain/errors";
import { isInNetworks } from "@/server/domain/web/ip-network";
import { nameInLog, nameRoute, type WebAnswer, type WebRequest } from "@/server/request-store";
import { requireActive } from "@/server/usecases/account-guards";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import { errorAnswer, jsonAnswer, toAppError, toResponse } from "../http/json-answer";
import { readJsonBody } from "../http/json-body";
import { type CallerFacts, readBearerToken, readEnvelopeLanguage } from "../http/request-facts";
import { type Route, type RouteTable, requireFound } from "../http/routes";
import { nameField, validate, validateQuery } from "../http/validation";
import type { Capacity } from "../limits/capacity";
import type { RateLimits } from "../limits/rate-limiter";
import { Budgets } from "./budgets";
import { listErrors, type Operation } from "./operation";
import { noteRequest, type RequestProgress } from "./request-note";

/** The largest body in bytes, 256 KiB: a valid link of 50 items can exceed 200 kB when its text is escaped (D-5). */
const bodyLimit = 262_144;

export interface PipelineContext {
  readonly ctx: Ctx;
  readonly limits: RateLimits;
  /** The check of the process's capacity; without it everything is admitted. */
  readonly capacity?: Capacity;
  readonly routes: RouteTable<Operation>;
  authenticate(ctx: Ctx, apiKey: string): Promise<Caller | null>;
  /** For tests: an undeclared code becomes internal_error, and not only a line in the log. */
  readonly strict?: boolean;
}

/** Answers one request of the merchant API as a Response, for the framework. Never rejects. */
export async function answerAsResponse(
  request: WebRequest,
  facts: CallerFacts,
  door: PipelineContext,
): Promise<Response> {
  return toResponse(await answerRequest(request, facts, door));
}

/** Answers one request of the merchant API as a plain object, for the product's own server (D-106). Never rejects. */
export async function answerRequest(
  request: WebRequest,
  facts: CallerFacts,
  door: PipelineContext,
): Promise<WebAnswer> {
  const { pathname, search } = new URL(request.url);
  const route: Route<Operation> = hasDotSegment(request.url)
    ? { kind: "not_found" }
    : door.routes(request.method, pathname);
  if (route.kind === "found") nameRoute(route.operation.path);
  const budgets = new Budgets(door.limits, facts.sourceIp);
  const language = readEnvelopeLanguage(request);
  const progress: RequestProgress = {
    caller: null,
    body: undefined,
    error: null,
    startedAt: performance.now(),
  };
  let answer: WebAnswer;
  try {
    const { status, body, headers } = await perform(
      request,
      { route, search, language, facts },
      budgets,
      door,
      progress,
    );
    const common = budgets.headers();
    answer = jsonAnswer(status, body, facts.traceId, headers ? { ...common, ...headers } : common);
  } catch (thrown) {
    progress.error = nameField(publicError(thrown, route, facts, door), language);
    answer = errorAnswer(progress.error, facts.traceId, language, budgets.headers());
  }
  noteRequest(door.ctx, { request, facts, route, search, language, status: answer.status, progress });
  return request.method === "HEAD" ? { ...answer, text: null } : answer;
}

/**
 * Returns whether the path has a segment `.` or `..`, also percent-encoded or beside a backslash. `URL` resolves them,
 * so the path would be read as another one than was sent.
 */
const hasDotSegment = (url: string): boolean =>
  /[/\\](\.|%2e){1,2}($|[/\\])/i.test(url.replace(/^[a-z]+:\/\/[^/]*/i, "").split(/[?#]/, 1)[0] ?? "");

/** What is known of a request before the checks. */
interface Asked {
  readonly route: Route<Operation>;
  readonly search: string;
  readonly language: Language;
  readonly facts: CallerFacts;
}

/** Runs the checks in the order of D-7, where the first failure decides, and then the operation. */
async function perform(
  request: WebRequest,
  { route, search, language, facts }: Asked,
  budgets: Budgets,
  door: PipelineContext,
  progress: RequestProgress,
) {
  if (route.kind === "found" && route.operation.isNewWork) door.capacity?.admit();
  await budgets.takeTopLayer();
  const { operation, params } = requireFound(route);
  const caller = await requireCaller(request, door);
  progress.caller = caller;
  nameInLog({ partnerId: caller.partnerId, paymentCode: params.paymentCode?.slice(0, 64) });
  for (const policy of operation.budgets) await budgets.take(policy, caller);
  if (caller.status === "closed" || operation.refusedWhenSuspended) requireActive(caller);
  requireKeyRight(operation, caller, facts, language);
  const body = await readBody(request, operation, language, progress);
  const query = readQuery(search, operation, language);
  const answer = await operation.run(door.ctx, { caller, params, query, body });
  nameInLog({ paymentCode: readPaymentCode(answer.body) });
  return answer;
}

/** Returns the payment that an answer is about; undefined where it is about something else or several. */
const readPaymentCode = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "paymentCode" in body ? String(body.paymentCode) : undefined;

/**
 * Checks that the key has the operation's right and is used from one of its networks (D-66). Throws access_denied with
 * the reason.
 */
function requireKeyRight(
  { scope }: Operation,
  { rights }: Caller,
  { sourceIp }: CallerFacts,
  language: Language,
): void {
  if (!rights.scopes.includes(scope)) {
    throw new AppError("access_denied", `The key lacks ${scope}`, { message: describeMissingScope(scope, language) });
  }
  if (rights.allowedIps.length > 0 && !isInNetworks(sourceIp, rights.allowedIps)) {
    const message = describeForeignAddress(language);
    throw new AppError("access_denied", `The key is not accepted from ${sourceIp}`, { message });
  }
}

/** Authenticates the caller. A missing, malformed, unknown, revoked or expired key gets the same answer (D-5). */
async function requireCaller(request: WebRequest, { ctx, authenticate }: PipelineContext): Promise<Caller> {
  const apiKey = readBearerToken(request);
  const caller = apiKey === null ? null : await authenticate(ctx, apiKey);
  if (!caller) throw new AppError("unauthorized");
  return caller;
}

async function readBody(request: WebRequest, operation: Operation, language: Language, progress: RequestProgress) {
  if (!operation.body) return undefined;
  progress.body = await readJsonBody(request, bodyLimit, language);
  return validate(operation.body, progress.body, language);
}

const readQuery = (search: string, { query, repeatable }: Operation, language: Language) =>
  query ? validateQuery(query, search, language, repeatable) : {};

function publicError(
  thrown: unknown,
  route: Route<Operation>,
  { traceId }: CallerFacts,
  door: PipelineContext,
): AppError {
  const error = toAppError(thrown, traceId, door.ctx.log);
  if (route.kind !== "found") return error;
  if (!listErrors(route.operation).includes(error.code)) {
    const facts = { traceId, code: error.code, operation: route.operation.id };
    door.ctx.log.error(facts, "An operation answered a code that it does not declare");
    if (door.strict) return new AppError("internal_error");
  }
  const { retryAfterSeconds } = route.operation;
  return error.code === "rate_limited" && retryAfterSeconds !== undefined
    ? new AppError("rate_limited", undefined, { retryAfterSeconds })
    : error;
}
