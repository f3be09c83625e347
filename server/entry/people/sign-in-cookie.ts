import { decode } from "next-auth/jwt";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import type { WebRequest } from "@/server/request-store";
import { cookieOf } from "../http/cookies";

/** Each door has a cookie of its own. `__Host-`: of this host alone, over TLS alone, for all its paths (S12). */
export const sessionCookie: Readonly<Record<SignInDoor, string>> = {
  panel: "__Host-vezne-panel",
  staff: "__Host-vezne-staff",
};

/** What seals a door's cookies: one door's cookie is nothing to the other. */
export const cookieSecret = (authSecret: string, door: SignInDoor): string => `${authSecret}/${door}`;

/** The id of the session that a request's cookie names; null where there is none that we have sealed. */
export async function sessionIdOf(
  headers: Pick<WebRequest["headers"], "get">,
  door: SignInDoor,
  authSecret: string,
): Promise<string | null> {
  const token = cookieOf(headers.get("cookie") ?? "", sessionCookie[door]);
  if (token === null) return null;
  try {
    const opened = await decode({ token, secret: cookieSecret(authSecret, door) });
    return typeof opened?.sessionId === "string" ? opened.sessionId : null;
  } catch {
    return null;
  }
}
