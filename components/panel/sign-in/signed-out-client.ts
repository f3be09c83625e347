import { useSyncExternalStore } from "react";

/** Requests of the pages that people open without a session, most of them by a link with a token. */

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

/** A failure with the same shape as a procedure error, so that `FailureNotice` can show it. */
class SignedOutFailure extends Error {
  readonly data: { readonly code: string; readonly traceId: string };
  constructor({ code, message, traceId }: { code: string; message: string; traceId: string }) {
    super(message);
    this.data = { code, traceId };
  }
}

/** Returns whether a retry is useless: an invalid link never becomes valid. */
export const isFinalFailure = (error: unknown): boolean => {
  const code = (error as { data?: { code?: string } }).data?.code;
  return code === "invitation_invalid" || code === "mailed_link_invalid";
};

/** Sends a request. Throws when the server refuses, and the browser's own error when there is no answer. */
export async function postSignedOut<Answer>(path: string, fields: object): Promise<Answer> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-vezne-page": "1" },
    body: JSON.stringify(fields),
  });
  const body = await answer.json();
  if (!answer.ok) throw new SignedOutFailure(body.error);
  return body as Answer;
}
