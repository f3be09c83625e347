"use client";
import { useSyncExternalStore } from "react";

const onHashChange = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

/** Returns the token from the URL's fragment. Null on the server, because browsers do not send the fragment. */
export const useToken = (): string | null =>
  useSyncExternalStore(
    onHashChange,
    () => window.location.hash.slice(1),
    () => null,
  );

/** Returns whether a retry is useless: an invalid link never becomes valid. */
export const isFinal = (error: unknown): boolean =>
  (error as { data?: { code?: string } }).data?.code === "invitation_invalid";

/** A failure with the same shape as a procedure error, so that `FailureNotice` can show it. */
class InvitationFailure extends Error {
  readonly data: { readonly code: string; readonly traceId: string };
  constructor({ code, message, traceId }: { code: string; message: string; traceId: string }) {
    super(message);
    this.data = { code, traceId };
  }
}

/**
 * Looks at an invitation or accepts it. Throws InvitationFailure when the server refuses, and the browser's own error
 * when there is no answer.
 */
export async function postInvitation<Answer>(
  door: "panel" | "staff",
  action: "look" | "accept",
  fields: object,
): Promise<Answer> {
  const answer = await fetch(`/${door}/invitation/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-vezne-page": "1" },
    body: JSON.stringify(fields),
  });
  const body = await answer.json();
  if (!answer.ok) throw new InvitationFailure(body.error);
  return body as Answer;
}
