import type { PanelRole } from "@/server/domain/people/access";

/** An invitation, as the holder of its link sees it. */
export interface Invitation {
  readonly accountName: string;
  readonly email: string;
  readonly role: PanelRole;
  /** The expiry as an RFC 3339 timestamp. */
  readonly expiresAt: string;
}

/** A failure with the same shape as a procedure error, so that `FailureNotice` can show it. */
class InvitationFailure extends Error {
  readonly data: { readonly code: string; readonly traceId: string };
  constructor({ code, message, traceId }: { code: string; message: string; traceId: string }) {
    super(message);
    this.data = { code, traceId };
  }
}

export const fetchInvitation = (token: string): Promise<Invitation> => post("look", { token });

export const acceptInvitation = (fields: {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}): Promise<{ email: string }> => post("accept", fields);

/** Throws InvitationFailure when the server refuses, and the browser's own error when there is no answer. */
async function post<Answer>(action: "look" | "accept", fields: object): Promise<Answer> {
  const answer = await fetch(`/panel/invitation/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-vezne-page": "1" },
    body: JSON.stringify(fields),
  });
  const body = await answer.json();
  if (!answer.ok) throw new InvitationFailure(body.error);
  return body as Answer;
}
