import { type Advice, errorCatalogue } from "./error-catalogue";
import { staffErrors } from "./staff-errors";

export type ErrorCode = keyof typeof errorCatalogue;
export type Language = "tr" | "en";

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

const signedInOnly: readonly ErrorCode[] = [
  "reauthentication_required",
  "own_refund_request",
  "invitation_invalid",
  "mailed_link_invalid",
  "refund_request_decided",
  "last_owner",
  "email_taken",
  ...(Object.keys(staffErrors) as ErrorCode[]),
];

/** The error codes that the merchant API can answer. The others occur only where people sign in. */
export const apiErrorCodes = errorCodes.filter((code) => !signedInOnly.includes(code));

/** Returns the HTTP status of an error code (§7.1). */
export const toHttpStatus = (code: ErrorCode): number => errorCatalogue[code][0];

/** Returns the public message of an error code, which never has internal details. */
export const toPublicMessage = (code: ErrorCode, language: Language = "en"): string =>
  errorCatalogue[code][language === "tr" ? 2 : 1];

export const toAdvice = (code: ErrorCode): Advice => errorCatalogue[code][3];

/** One invalid field: its path in the request, and its problem as `problem` in `field-words.ts` encodes it. */
export interface FieldFault {
  readonly path: readonly PropertyKey[];
  readonly problem: string;
}

/** Public details of an error in addition to its code. They never repeat a value that the caller sent. */
export interface ErrorDetails {
  /** The message that names the invalid fields (D-4). It replaces the catalogue's message. */
  readonly message?: string;
  /**
   * The field problem as `problem` in `field-words.ts` encodes it, when the entry point translates it for the caller.
   */
  readonly problem?: string;
  /** The invalid fields of a validation_error; the entry point writes the message in the caller's language. */
  readonly faults?: readonly FieldFault[];
  /** The value of the `Retry-After` header, in seconds. */
  readonly retryAfterSeconds?: number;
  /** The change that already waits for a second person, of a change_waiting. */
  readonly waitingChangeId?: string;
  /** The methods for the `Allow` header of a 405. */
  readonly allow?: readonly string[];
}

/** An error with a public code. `internal` is written to the log and never sent to the caller. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    internal: string = code,
    readonly details: ErrorDetails = {},
  ) {
    super(internal);
    this.name = "AppError";
  }
}

/** Builds the body of an error response, which has exactly three keys (§2.6). */
export const errorBody = (error: AppError, traceId: string, language: Language = "en") => ({
  error: {
    code: error.code,
    message: error.details.message ?? toPublicMessage(error.code, language),
    traceId,
  },
});
