import { AppError, errorBody, type Language, statusOf } from "@/server/domain/errors";
import { newTraceId } from "@/server/domain/ids";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { requestStore, type WebAnswer, type WebRequest } from "@/server/request-store";
import type { Log } from "@/server/usecases/ctx";
import { jsonText } from "./json-text";

/** What every JSON door needs of HTTP: who asks, in which language, and the envelope of the answer (§2.6, D-4). */

export interface Facts {
  readonly sourceIp: string;
  readonly traceId: string;
}

/** The facts that our own server knows; without it the socket cannot be seen. */
export const requestFacts = (): Facts => requestStore() ?? { sourceIp: "unknown", traceId: newTraceId() };

export type Headers = Record<string, string>;

/** A JSON answer. Amounts leave as plain integers, instants as UTC with milliseconds (D-2). */
export const jsonAnswer = (
  status: number,
  body: unknown,
  traceId: string,
  headers: Headers = {},
): WebAnswer => ({
  status,
  headers: {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Request-Id": traceId,
    ...headers,
  },
  text: jsonText(body),
});

/** The three-key envelope, and what its code adds to the headers. */
export const errorAnswer = (
  error: AppError,
  traceId: string,
  language: Language,
  headers: Headers = {},
): WebAnswer =>
  jsonAnswer(statusOf(error.code), errorBody(error, traceId, language), traceId, {
    ...headers,
    ...(error.code === "unauthorized" && { "WWW-Authenticate": 'Bearer realm="api"' }),
    ...(error.details.allow && { Allow: error.details.allow.join(", ") }),
    ...(error.details.retryAfterSeconds !== undefined && {
      "Retry-After": String(error.details.retryAfterSeconds),
    }),
  });

/** An answer as the framework wants it from a route. */
export const asResponse = ({ text, ...head }: WebAnswer): Response => new Response(text, head);

export const jsonResponse = (...answer: Parameters<typeof jsonAnswer>): Response =>
  asResponse(jsonAnswer(...answer));

export const errorResponse = (...answer: Parameters<typeof errorAnswer>): Response =>
  asResponse(errorAnswer(...answer));

/** What was thrown, as an error with a public code. The detail goes to the log and stays there (rule 9). */
export function toAppError(thrown: unknown, traceId: string, log: Log): AppError {
  if (!(thrown instanceof AppError)) {
    log.error({ traceId, err: thrown }, "A request failed in a way that nobody expected");
    return new AppError("internal_error");
  }
  if (thrown.message !== thrown.code)
    log.info({ traceId, code: thrown.code, why: thrown.message }, "Refused");
  return thrown;
}

/** 401 at a door that people sign in by: it is no API key that is missing there. */
export const signedOut = (language: Language): AppError =>
  new AppError("unauthorized", undefined, { message: signedOutWords[language] });

const signedOutWords: Readonly<Record<Language, string>> = {
  tr: "Oturumunuz kapandı. Yeniden giriş yapın.",
  en: "You are signed out. Sign in again.",
};

/** The same answer without its body, for HEAD (D-45). */
export const withoutBody = (response: Response): Response =>
  new Response(null, { status: response.status, headers: response.headers });

/** Of an envelope's message: English unless Turkish is preferred (D-4). */
export const languageOf = (request: WebRequest): Language =>
  preferredLanguage(request.headers.get("accept-language"), "en");

/** The credential of `Authorization: Bearer …`; null when there is none of that form. */
export const bearerOf = (request: WebRequest): string | null =>
  /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
