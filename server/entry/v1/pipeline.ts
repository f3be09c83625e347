import { AppError, type Language } from "@/server/domain/errors";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import type { WebAnswer, WebRequest } from "@/server/request-store";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import {
  asResponse,
  bearerOf,
  errorAnswer,
  type Facts,
  jsonAnswer,
  languageOf,
  toAppError,
} from "../http/http";
import { readJsonBody } from "../http/json-body";
import { type Route, type RouteTable, requireFound } from "../http/routes";
import { fieldError, validate, validateQuery } from "../http/validation";
import type { RateLimits } from "../limits/rate-limiter";
import { Budgets } from "./budgets";
import { errorsOf, type Operation } from "./operation";
import { noteRequest, type Seen } from "./request-note";

/** 256 KiB: a legal link of 50 items can pass 200 kB when its text is escaped (D-5). */
const bodyLimit = 262_144;

export interface Door {
  readonly ctx: Ctx;
  readonly limits: RateLimits;
  readonly routes: RouteTable<Operation>;
  authenticate(ctx: Ctx, apiKey: string): Promise<Caller | null>;
  /** In tests: a code that the operation does not declare becomes internal_error instead of a line in the log. */
  readonly strict?: boolean;
}

/** Answers one request of the merchant API. Never rejects. */
export async function answer(request: WebRequest, facts: Facts, door: Door): Promise<Response> {
  return asResponse(await plainAnswer(request, facts, door));
}

/** The same for our own server, which writes the answer as it is. */
export async function plainAnswer(request: WebRequest, facts: Facts, door: Door): Promise<WebAnswer> {
  const { pathname, search } = new URL(request.url);
  const route = door.routes(request.method, pathname);
  const budgets = new Budgets(door.limits, facts.sourceIp);
  const language = languageOf(request);
  const seen: Seen = { caller: null, body: undefined, error: null, startedAt: performance.now() };
  let whole: WebAnswer;
  try {
    const { status, body } = await perform(request, route, search, language, budgets, door, seen);
    whole = jsonAnswer(status, body, facts.traceId, budgets.headers());
  } catch (thrown) {
    seen.error = publicError(thrown, route, facts, door);
    whole = errorAnswer(seen.error, facts.traceId, language, budgets.headers());
  }
  noteRequest(door.ctx, { request, facts, route, search, language, status: whole.status, seen });
  return request.method === "HEAD" ? { ...whole, text: null } : whole;
}

/** The checks of D-7 in their order, the first failure wins; then the operation itself. */
async function perform(
  request: WebRequest,
  route: Route<Operation>,
  search: string,
  language: Language,
  budgets: Budgets,
  door: Door,
  seen: Seen,
) {
  await budgets.takeTopLayer();
  const { operation, params } = requireFound(route);
  const caller = await requireCaller(request, door);
  seen.caller = caller;
  for (const policy of operation.budgets) await budgets.take(policy, caller);
  requireActive(caller, operation);
  const body = await readBody(request, operation, caller, language, seen);
  const query = readQuery(search, operation, language);
  if (operation.freeTexts?.(body).some((text) => text !== null && isSensitiveText(text))) {
    throw new AppError("sensitive_data_not_allowed");
  }
  return operation.run(door.ctx, { caller, params, query, body });
}

/** A missing, malformed, unknown and revoked key all look the same (D-5). */
async function requireCaller(request: WebRequest, { ctx, authenticate }: Door): Promise<Caller> {
  const apiKey = bearerOf(request);
  const caller = apiKey === null ? null : await authenticate(ctx, apiKey);
  if (!caller) throw new AppError("unauthorized");
  return caller;
}

function requireActive({ status }: Caller, { refusedWhenSuspended }: Operation): void {
  if (status === "closed" || (status === "suspended" && refusedWhenSuspended)) {
    throw new AppError("partner_not_active");
  }
}

async function readBody(
  request: WebRequest,
  operation: Operation,
  caller: Caller,
  language: Language,
  seen: Seen,
) {
  if (!operation.body) return undefined;
  seen.body = await readJsonBody(request, bodyLimit, language);
  const body = validate(operation.body, seen.body, language);
  const fault = operation.judge?.(body, caller);
  if (fault) throw fieldError([fault], language);
  return body;
}

const readQuery = (search: string, { query, repeatable }: Operation, language: Language) =>
  query ? validateQuery(query, search, language, repeatable) : {};

function publicError(thrown: unknown, route: Route<Operation>, { traceId }: Facts, door: Door): AppError {
  const error = toAppError(thrown, traceId, door.ctx.log);
  if (route.kind !== "found") return error;
  if (!errorsOf(route.operation).includes(error.code)) {
    const facts = { traceId, code: error.code, operation: route.operation.id };
    door.ctx.log.error(facts, "An operation answered a code that it does not declare");
    if (door.strict) return new AppError("internal_error");
  }
  const { retryAfterSeconds } = route.operation;
  return error.code === "rate_limited" && retryAfterSeconds !== undefined
    ? new AppError("rate_limited", undefined, { retryAfterSeconds })
    : error;
}
