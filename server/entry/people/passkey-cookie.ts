import { newSecretToken } from "@/server/domain/ids";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import type { Random } from "@/server/domain/random";
import type { WebRequest } from "@/server/request-store";
import { readCookie } from "../http/request-facts";

/** The cookie of each door to whose browser the challenge of a passkey is bound while it signs in. */
const passkeyCookie: Readonly<Record<SignInDoor, string>> = {
  panel: "__Host-passkey-panel",
  staff: "__Host-passkey-staff",
};

/** A little longer than a challenge, in seconds. */
const lifeSeconds = 600;

/** Makes the secret of a browser and the `Set-Cookie` line that gives it. */
export function makePasskeyHolder(
  random: Random,
  door: SignInDoor,
): { readonly holder: string; readonly line: string } {
  const holder = newSecretToken(random);
  const attributes = `Path=/; Max-Age=${lifeSeconds}; HttpOnly; Secure; SameSite=Strict`;
  return { holder, line: `${passkeyCookie[door]}=${holder}; ${attributes}` };
}

/** Finds the secret of a browser; null where it has none. */
export const findPasskeyHolder = (headers: Pick<WebRequest["headers"], "get">, door: SignInDoor): string | null =>
  readCookie(headers.get("cookie") ?? "", passkeyCookie[door]);
