import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { AppError, type ErrorCode, type Language, toHttpStatus, toPublicMessage } from "@/server/domain/errors";
import { fieldSentence } from "@/server/domain/field-words";
import type { Ctx } from "@/server/usecases/ctx";
import { toAppError } from "../http/json-answer";
import type { CallerFacts } from "../http/request-facts";
import { fieldError, nameField } from "../http/validation";

/** The part of a request's context that its failures need. */
interface FailedRequest {
  readonly ctx: Ctx;
  readonly facts: CallerFacts;
  readonly language: Language;
}

/** Converts a failure to one with a code of the catalogue. Unexpected failures are logged. */
export function publicError(error: TRPCError, { facts, language, ctx }: FailedRequest): TRPCError {
  const { cause } = error;
  if (cause === undefined) return error;
  if (cause instanceof ZodError) return toTrpcError(badInput(cause, language));
  const catalogueCode = cause instanceof AppError ? undefined : catalogueCodes[error.code];
  if (catalogueCode) return toTrpcError(new AppError(catalogueCode));
  return toTrpcError(nameField(toAppError(cause, facts.traceId, ctx.log), language));
}

const badInput = ({ issues }: ZodError, language: Language): AppError =>
  fieldError(
    issues.map(({ path, message }) => ({ path, problem: message })),
    language,
  );

/** Returns the catalogue code of a failure that `publicError` converted. */
export const toCode = (error: TRPCError): ErrorCode =>
  error.cause instanceof AppError ? error.cause.code : "internal_error";

/** Wraps an AppError for the library, with the status of its code. */
export const toTrpcError = (cause: AppError): TRPCError =>
  new TRPCError({
    code: codeByStatus[toHttpStatus(cause.code)] ?? "INTERNAL_SERVER_ERROR",
    cause,
    message: cause.code,
  });

const codeByStatus: Readonly<Record<number, TRPCError["code"]>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/**
 * Formats a failure for the browser: the catalogue's code, its sentence, the invalid fields, the trace id, and nothing
 * internal.
 */
export function formatFailure({ code }: { code: number }, error: TRPCError, request: FailedRequest | undefined) {
  const failure = asAppError(error, request?.language ?? "tr");
  const { retryAfterSeconds = null, problem = null, faults = [], waitingChangeId = null } = failure.details;
  return {
    code,
    message: formatSentence(failure, request?.language ?? "tr"),
    data: {
      code: failure.code,
      problem: problem?.split(" ")[0] ?? null,
      fields: faults.map(({ path, problem }) => ({ name: path.join("."), problem })),
      httpStatus: toHttpStatus(failure.code),
      traceId: request?.facts.traceId ?? null,
      retryAfterSeconds,
      waitingChangeId,
    },
  };
}

const formatSentence = ({ code, details: { message, problem } }: AppError, language: Language): string =>
  message ?? (problem === undefined ? toPublicMessage(code, language) : fieldSentence(problem, language));

/** Converts a failure to an AppError; the library's own refusals also get a code of the catalogue. */
function asAppError({ cause, code }: TRPCError, language: Language): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof ZodError) return badInput(cause, language);
  const catalogueCode = catalogueCodes[code];
  return new AppError(catalogueCode ?? "internal_error");
}

const catalogueCodes: Readonly<Partial<Record<TRPCError["code"], ErrorCode>>> = {
  PARSE_ERROR: "validation_error",
  BAD_REQUEST: "validation_error",
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
  PAYLOAD_TOO_LARGE: "payload_too_large",
};
