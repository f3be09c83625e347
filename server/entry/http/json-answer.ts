import { AppError, errorBody, type Language, toHttpStatus } from "@/server/domain/errors";
import { findDatabaseTrouble } from "@/server/domain/operations/database-trouble";
import type { WebAnswer } from "@/server/request-store";
import type { Log } from "@/server/usecases/ctx";
import { noteTrouble } from "./trouble-log";

/** JSON answers and the error envelope, which all JSON endpoints share (§2.6, D-4). */

export type AnswerHeaders = Record<string, string>;

/** Creates a JSON answer. Amounts are written as integers, instants in UTC with milliseconds (D-2). */
export const jsonAnswer = (status: number, body: unknown, traceId: string, headers: AnswerHeaders = {}): WebAnswer => ({
  status,
  headers: {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Request-Id": traceId,
    ...headers,
  },
  text: jsonText(body),
});

/** Creates an answer with the error envelope (§2.6) and the headers that its code requires. */
export const errorAnswer = (
  error: AppError,
  traceId: string,
  language: Language,
  headers: AnswerHeaders = {},
): WebAnswer =>
  jsonAnswer(toHttpStatus(error.code), errorBody(error, traceId, language), traceId, {
    ...headers,
    ...(error.code === "unauthorized" && { "WWW-Authenticate": 'Bearer realm="api"' }),
    ...(error.details.allow && { Allow: error.details.allow.join(", ") }),
    ...(error.details.retryAfterSeconds !== undefined && {
      "Retry-After": String(error.details.retryAfterSeconds),
    }),
  });

/** Converts an answer to the Response that a route of the framework returns. */
export const toResponse = ({ text, ...head }: WebAnswer): Response => new Response(text, head);

export const jsonResponse = (...answer: Parameters<typeof jsonAnswer>): Response => toResponse(jsonAnswer(...answer));

export const errorResponse = (...answer: Parameters<typeof errorAnswer>): Response =>
  toResponse(errorAnswer(...answer));

/** How long a client waits before it tries again, seconds (D-68). */
const retryAfterTroubleSeconds = 5;

/**
 * Converts what was thrown to an error with a public code. The detail goes to the log and never to the client (R9).
 * Trouble with the database is service_unavailable (D-68).
 */
export function toAppError(thrown: unknown, traceId: string, log: Log): AppError {
  if (!(thrown instanceof AppError)) {
    const trouble = findDatabaseTrouble(thrown);
    if (trouble !== null) {
      noteTrouble(trouble, log);
      return new AppError("service_unavailable", undefined, { retryAfterSeconds: retryAfterTroubleSeconds });
    }
    log.error({ traceId, err: thrown }, "A request failed with an unexpected error");
    return new AppError("internal_error");
  }
  if (thrown.message !== thrown.code) log.info({ traceId, code: thrown.code, why: thrown.message }, "Request refused");
  return thrown;
}

/** Creates the 401 of the panel and the back-office, where a sign-in is missing and not an API key. */
export const signedOutError = (language: Language): AppError =>
  new AppError("unauthorized", undefined, { message: signedOutWords[language] });

const signedOutWords: Readonly<Record<Language, string>> = {
  tr: "Oturumunuz kapandı. Yeniden giriş yapın.",
  en: "You are signed out. Sign in again.",
};

/** Returns the same answer without its body, for HEAD (D-45). */
export const withoutBody = (response: Response): Response =>
  new Response(null, { status: response.status, headers: response.headers });

/**
 * Writes a body as JSON. Amounts are int64 (§2.4) and must be exact integers of any size. Almost all of them fit a
 * double, and JSON.stringify writes them as numbers; a body with a larger amount is written by `exactText`.
 */
export function jsonText(body: unknown): string {
  let isExact = true;
  const text = JSON.stringify(body, (_name, value: unknown) => {
    if (typeof value !== "bigint") return value;
    const number = Number(value);
    isExact &&= Number.isSafeInteger(number);
    return number;
  });
  return isExact ? text : (exactText(body) ?? text);
}

/** Writes what JSON.stringify would write, but bigints exactly; undefined for a value that JSON omits. */
function exactText(value: unknown): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => exactText(item) ?? "null").join(",")}]`;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = exactText(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}
