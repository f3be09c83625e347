import type { ErrorCode } from "@/server/domain/errors";
import type { FieldProblem } from "@/server/domain/field-words";

/** A failed procedure call, as a page shows it. */
export interface Failure {
  /** The code of the error catalogue. Null when there was no answer, or the answer did not come from this service. */
  readonly code: ErrorCode | null;
  /** The catalogue's sentence in the page's language. Null when there is no code. */
  readonly message: string | null;
  readonly traceId: string | null;
  /** The problem of `field-words.ts`, when there was exactly one. */
  readonly problem: FieldProblem | null;
  /** The invalid fields of the input; each problem as `problem` in `field-words.ts` encodes it. */
  readonly fields: readonly { readonly name: string; readonly problem: string }[];
  /** The time to wait before a retry, in seconds. */
  readonly retryAfterSeconds: number | null;
  /** The change of the back-office that already waits for a second person, of a change_waiting. */
  readonly waitingChangeId: string | null;
}

interface ProcedureError {
  readonly message: string;
  readonly data?: {
    readonly code?: ErrorCode;
    readonly traceId?: string | null;
    readonly problem?: string | null;
    readonly fields?: Failure["fields"];
    readonly retryAfterSeconds?: number | null;
    readonly waitingChangeId?: string | null;
  } | null;
}

export function readFailure(error: unknown): Failure {
  const { data, message } = (error ?? {}) as Partial<ProcedureError>;
  const code = data?.code ?? null;
  return {
    code,
    message: code === null ? null : (message ?? null),
    traceId: data?.traceId ?? null,
    problem: (data?.problem ?? null) as FieldProblem | null,
    fields: data?.fields ?? [],
    retryAfterSeconds: data?.retryAfterSeconds ?? null,
    waitingChangeId: data?.waitingChangeId ?? null,
  };
}

/**
 * Returns whether a failed mutation may have taken effect: there was no answer, or the server reported an internal
 * error or trouble with its database, which can happen after the change was committed.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const { code } = readFailure(error);
  return code === null || code === "internal_error" || code === "service_unavailable";
}
