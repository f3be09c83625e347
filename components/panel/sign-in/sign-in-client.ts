import type { SignInDoor } from "@/server/domain/sign-in";

const mounts: Readonly<Record<SignInDoor, string>> = { panel: "/api/auth", staff: "/api/staff/auth" };

/** Null: it went well; else why not, in a word of the door's. Throws where no answer came. */
export async function signInAt(
  door: SignInDoor,
  fields: Readonly<Record<string, string>>,
): Promise<string | null> {
  const answer = await post(door, "callback/credentials", fields);
  if (answer.ok) return null;
  const { url } = (await answer.json()) as { url?: string };
  return new URL(url ?? "", window.location.origin).searchParams.get("error") ?? "failed";
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
