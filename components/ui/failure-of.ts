import type { ErrorCode } from "@/server/domain/errors";

/** What a page knows of a failure. */
export interface Failure {
  /** Of the catalogue; null: no answer came, or none of ours. */
  readonly code: ErrorCode | null;
  /** The catalogue's sentence in the page's language; null with no code. */
  readonly message: string | null;
  readonly traceId: string | null;
}

interface DoorError {
  readonly message: string;
  readonly data?: { readonly code?: ErrorCode; readonly traceId?: string | null } | null;
}

export function failureOf(error: unknown): Failure {
  const { data, message } = (error ?? {}) as Partial<DoorError>;
  const code = data?.code ?? null;
  return { code, message: code === null ? null : (message ?? null), traceId: data?.traceId ?? null };
}
