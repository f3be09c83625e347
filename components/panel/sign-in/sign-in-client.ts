import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { postSignedOut } from "./signed-out-client";

const mounts: Readonly<Record<SignInDoor, string>> = { panel: "/api/auth", staff: "/api/staff/auth" };

/** Why a sign-in was refused. `failed` means that the server gave no known reason. */
export interface SignInRefusal {
  readonly kind:
    | "wrong"
    | "code_needed"
    | "code_wrong"
    | "passkey_needed"
    | "passkey_refused"
    | "rate_limited"
    | "device_needed"
    | "failed";
  /** The time to wait before a retry, in seconds. Null when there is none. */
  readonly waitSeconds: number | null;
}

const kinds: readonly string[] = [
  "wrong",
  "code_needed",
  "code_wrong",
  "passkey_needed",
  "passkey_refused",
  "rate_limited",
  "device_needed",
];

export const failed: SignInRefusal = { kind: "failed", waitSeconds: null };

/** Parses the server's refusal, for example `rate_limited:840`. */
export function readRefusal(word: string): SignInRefusal {
  const [kind = "", seconds] = word.split(":");
  if (!kinds.includes(kind)) return failed;
  return { kind: kind as SignInRefusal["kind"], waitSeconds: seconds ? Number(seconds) : null };
}

/**
 * Returns where to go after the sign-in: the requested page when it is in the same area, else the first page of the
 * area.
 */
export function toNextPath(door: SignInDoor, next: string | null): string {
  const home = `/${door}`;
  if (next === null || !URL.canParse(next, ownHost)) return home;
  const { origin, pathname, search } = new URL(next, ownHost);
  const isInside = origin === ownHost && pathname.startsWith(`${home}/`);
  return isInside && pathname !== `${home}/sign-in` ? pathname + search : home;
}

/** A placeholder origin for relative URLs. A URL with any other origin leads to another site. */
const ownHost = "https://door.invalid";

/**
 * Lets the browser sign with a passkey. Returns the field of the sign-in form; null where no passkey was used. Throws
 * when there is no answer.
 */
export async function readPasskey(door: SignInDoor): Promise<string | null> {
  const optionsJSON = await postSignedOut<PublicKeyCredentialRequestOptionsJSON>(`/${door}/passkey/ask`, {});
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return startAuthentication({ optionsJSON }).then(JSON.stringify, () => null);
}

/** Signs in. Returns null on success. Throws when there is no answer. */
export async function signInAt(
  door: SignInDoor,
  fields: Readonly<Record<string, string>>,
): Promise<SignInRefusal | null> {
  const answer = await post(door, "callback/credentials", fields);
  if (answer.ok) return null;
  const { url } = (await answer.json()) as { url?: string };
  return readRefusal(new URL(url ?? "", window.location.origin).searchParams.get("error") ?? "");
}

export async function signOutAt(door: SignInDoor): Promise<void> {
  await post(door, "signout", {});
}

async function post(door: SignInDoor, path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const { csrfToken } = (await (await fetch(`${mounts[door]}/csrf`)).json()) as { csrfToken: string };
  return fetch(`${mounts[door]}/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
}
