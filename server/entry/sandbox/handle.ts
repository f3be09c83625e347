import { createHash, timingSafeEqual } from "node:crypto";
import { getContext } from "@/server/context";
import { AppError, type Language } from "@/server/domain/errors";
import type { Secret } from "@/server/domain/secret";
import {
  bearerOf,
  errorResponse,
  jsonResponse,
  languageOf,
  requestFacts,
  toAppError,
  withoutBody,
} from "../http/http";
import { readJsonBody } from "../http/json-body";
import { requireFound, routeTable } from "../http/routes";
import { validate, validateQuery } from "../http/validation";
import { createBankControl } from "./bank-control";
import { controls } from "./controls";

/** Bytes. */
const bodyLimit = 262_144;

const routes = routeTable(controls);

/** The controls of the sandbox, for whoever holds its key. In live mode there is nothing at these addresses. */
export async function handleSandbox(request: Request): Promise<Response> {
  const { traceId } = requestFacts();
  const language = languageOf(request);
  const response = await runControl(request, language).then(
    (result) => jsonResponse(200, result, traceId),
    (thrown: unknown) => errorResponse(toAppError(thrown, traceId, getContext().log), traceId, language),
  );
  return request.method === "HEAD" ? withoutBody(response) : response;
}

async function runControl(request: Request, language: Language): Promise<unknown> {
  const ctx = getContext();
  const { sandboxKey, origins } = ctx.env;
  if (!sandboxKey) throw new AppError("not_found");
  const { pathname, search } = new URL(request.url);
  const { operation, params } = requireFound(routes(request.method, pathname));
  requireKey(request, sandboxKey);
  const body = operation.body
    ? validate(operation.body, await readJsonBody(request, bodyLimit, language), language)
    : undefined;
  const query = operation.query ? validateQuery(operation.query, search, language) : {};
  const bank = createBankControl(origins.bank, sandboxKey);
  return operation.run({ ctx, bank }, { id: params.id ?? "", query, body });
}

/** Digests are compared, so that neither time nor length tells anything. Throws unauthorized. */
function requireKey(request: Request, sandboxKey: Secret): void {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (!timingSafeEqual(digest(bearerOf(request) ?? ""), digest(sandboxKey.reveal()))) {
    throw new AppError("unauthorized");
  }
}
