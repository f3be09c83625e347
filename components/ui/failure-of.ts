import type { ErrorCode } from "@/server/domain/errors";
import type { FieldProblem } from "@/server/domain/field-words";

/** What a page knows of a failure. */
export interface Failure {
  /** Of the catalogue; null: no answer came, or none of ours. */
  readonly code: ErrorCode | null;
  /** The catalogue's sentence in the page's language; null with no code. */
  readonly message: string | null;
  readonly traceId: string | null;
  /** Which of the problems of `field-words.ts` it was, where it was one alone. */
  readonly problem: FieldProblem | null;
  /** How long to wait before trying again, seconds. */
  readonly retryAfterSeconds: number | null;
}

interface DoorError {
  readonly message: string;
  readonly data?: {
    readonly code?: ErrorCode;
    readonly traceId?: string | null;
    readonly problem?: string | null;
    readonly retryAfterSeconds?: number | null;
  } | null;
}

export function failureOf(error: unknown): Failure {
  const { data, message } = (error ?? {}) as Partial<DoorError>;
  const code = data?.code ?? null;
  return {
    code,
    message: code === null ? null : (message ?? null),
    traceId: data?.traceId ?? null,
    problem: (data?.problem ?? null) as FieldProblem | null,
    retryAfterSeconds: data?.retryAfterSeconds ?? null,
  };
}

/**
 * Whether a change may have been made all the same: no answer came, or one that something went wrong on our side, which may have
 * done so after the change.
 */
export function isUnanswered(error: unknown): boolean {
  const { code } = failureOf(error);
  return code === null || code === "internal_error";
}
