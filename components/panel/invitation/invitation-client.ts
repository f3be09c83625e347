import type { PanelRole } from "@/server/domain/people/access";

/** What an invitation says to whoever holds its link. */
export interface Invitation {
  readonly accountName: string;
  readonly email: string;
  readonly role: PanelRole;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** Shaped as the failures of procedures are, so that the same notice shows it. */
class InvitationFailure extends Error {
  readonly data: { readonly code: string; readonly traceId: string };
  constructor({ code, message, traceId }: { code: string; message: string; traceId: string }) {
    super(message);
    this.data = { code, traceId };
  }
}

export const lookAtInvitation = (token: string): Promise<Invitation> => post("look", { token });

export const acceptInvitation = (fields: {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}): Promise<{ email: string }> => post("accept", fields);

/** Throws InvitationFailure where the server refused, and whatever the browser throws where no answer came. */
async function post<Answer>(what: "look" | "accept", fields: object): Promise<Answer> {
  const answer = await fetch(`/panel/invitation/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-vezne-page": "1" },
    body: JSON.stringify(fields),
  });
  const body = await answer.json();
  if (!answer.ok) throw new InvitationFailure(body.error);
  return body as Answer;
}
