import type { SignInDoor } from "@/server/domain/people/sign-in";

const mounts: Readonly<Record<SignInDoor, string>> = { panel: "/api/auth", staff: "/api/staff/auth" };

/** Why somebody was not signed in, in a word of the door's; `failed`: the door could not say. */
export interface SignInRefusal {
  readonly kind: "wrong" | "code_needed" | "code_wrong" | "rate_limited" | "failed";
  /** How long to wait before trying again, where it says so. */
  readonly waitSeconds: number | null;
}

const kinds: readonly string[] = ["wrong", "code_needed", "code_wrong", "rate_limited"];

export const failed: SignInRefusal = { kind: "failed", waitSeconds: null };

/** `rate_limited:840`, as the door writes it. */
export function readRefusal(word: string): SignInRefusal {
  const [kind = "", seconds] = word.split(":");
  if (!kinds.includes(kind)) return failed;
  return { kind: kind as SignInRefusal["kind"], waitSeconds: seconds ? Number(seconds) : null };
}

/** Where to go after the door: to a page of its own that was asked for, else to its first. */
export function placeAfter(door: SignInDoor, next: string | null): string {
  const home = `/${door}`;
  if (next === null || !URL.canParse(next, ownHost)) return home;
  const { origin, pathname, search } = new URL(next, ownHost);
  const isInside = origin === ownHost && pathname.startsWith(`${home}/`);
  return isInside && pathname !== `${home}/sign-in` ? pathname + search : home;
}

/** Stands for our own address: whatever leads away from it is none of ours. */
const ownHost = "https://door.invalid";

/** Null: it went well. Throws where no answer came. */
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

async function post(
  door: SignInDoor,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const { csrfToken } = (await (await fetch(`${mounts[door]}/csrf`)).json()) as { csrfToken: string };
  return fetch(`${mounts[door]}/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
}
