import { createHmac } from "node:crypto";
import { decode } from "next-auth/jwt";
import { normalizeEmail, type SignInDoor } from "@/server/domain/people/sign-in";
import type { WebRequest } from "@/server/request-store";
import { readCookie } from "../http/request-facts";

/** The session cookie of each door. `__Host-` limits it to this host, to TLS and to the path `/` (S12). */
export const sessionCookie: Readonly<Record<SignInDoor, string>> = {
  panel: "__Host-vezne-panel",
  staff: "__Host-vezne-staff",
};

/** Returns the secret that seals a door's cookies. It differs by door, so one door cannot open the other's cookie. */
export const cookieSecret = (authSecret: string, door: SignInDoor): string => `${authSecret}/${door}`;

/**
 * Returns the mark by which refused sign-ins with one address are counted together: 128 bits of a keyed hash. A person
 * may type a password into the field of the address, so neither the text nor a hash that could be guessed is kept.
 */
export const markAddress = (authSecret: string, door: SignInDoor, typed: string): string =>
  createHmac("sha256", `${cookieSecret(authSecret, door)}/refused`)
    .update(normalizeEmail(typed))
    .digest("base64url")
    .slice(0, 22);

/** Finds the session id in a request's cookie; null when no cookie was sealed by this door. */
export async function findSessionId(
  headers: Pick<WebRequest["headers"], "get">,
  door: SignInDoor,
  authSecret: string,
): Promise<string | null> {
  const token = readCookie(headers.get("cookie") ?? "", sessionCookie[door]);
  if (token === null) return null;
  try {
    const opened = await decode({ token, secret: cookieSecret(authSecret, door) });
    return typeof opened?.sessionId === "string" ? opened.sessionId : null;
  } catch {
    return null;
  }
}
