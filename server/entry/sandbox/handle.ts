import { getContext } from "@/server/context";
import { AppError, type Language } from "@/server/domain/errors";
import { errorResponse, jsonResponse, toAppError, withoutBody } from "../http/json-answer";
import { readJsonBody } from "../http/json-body";
import { readBearerToken, readCallerFacts, readEnvelopeLanguage } from "../http/request-facts";
import { createRouteTable, requireFound } from "../http/routes";
import { validate, validateQuery } from "../http/validation";
import { createBankControl } from "./bank-control";
import { controls } from "./controls";
import { isSandboxKey } from "./sandbox-key";

const maxBodyBytes = 262_144;

const routes = createRouteTable(controls);

/** Handles a request of the sandbox controls, which needs the sandbox key. In live mode these addresses answer 404. */
export async function handleSandbox(request: Request): Promise<Response> {
  const { traceId } = readCallerFacts();
  const language = readEnvelopeLanguage(request);
  const response = await runControl(request, language).then(
    ({ status, body, contentType }) =>
      contentType === undefined ? jsonResponse(status, body, traceId) : textResponse(String(body), contentType),
    (thrown: unknown) => errorResponse(toAppError(thrown, traceId, getContext().log), traceId, language),
  );
  return request.method === "HEAD" ? withoutBody(response) : response;
}

const textResponse = (text: string, contentType: string): Response =>
  new Response(text, { headers: { "Content-Type": contentType, "Cache-Control": "no-store" } });

interface ControlAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Set where the body is a text of this type. */
  readonly contentType?: string;
}

async function runControl(request: Request, language: Language): Promise<ControlAnswer> {
  const ctx = getContext();
  const { sandboxKey, origins } = ctx.env;
  if (!sandboxKey) throw new AppError("not_found");
  const { pathname, search } = new URL(request.url);
  const { operation, params } = requireFound(routes(request.method, pathname));
  if (!isSandboxKey(readBearerToken(request), sandboxKey)) throw new AppError("unauthorized");
  const body = operation.body
    ? validate(operation.body, await readJsonBody(request, maxBodyBytes, language), language)
    : undefined;
  const query = operation.query ? validateQuery(operation.query, search, language) : {};
  const bank = createBankControl(origins.bank, sandboxKey);
  const result = await operation.run({ ctx, bank }, { id: params.id ?? "", query, body });
  const { contentType } = operation;
  return { status: operation.status ?? 200, body: result, ...(contentType !== undefined && { contentType }) };
}
