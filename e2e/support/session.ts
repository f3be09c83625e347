import { type APIResponse, type BrowserContext, expect, request } from "@playwright/test";
import { sandbox } from "./product";
import type { User } from "./sandbox";

/** Sessions of the panel that begin without the sign-in page. */

export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** How long tests share a session, in ms. After 15 minutes the panel would ask for the password again. */
const sharedMs = 5 * 60_000;

const shared = new Map<string, { readonly session: Session; readonly untilMs: number }>();

/**
 * Returns a session of the user, which all tests of a worker share. A test that ends its session, or that is about
 * sessions, signs in by the form instead.
 */
export async function openSession(user: User): Promise<Session> {
  const known = shared.get(user.email);
  if (known && Date.now() < known.untilMs) return known.session;
  const session = await signIn(user);
  shared.set(user.email, { session, untilMs: Date.now() + sharedMs });
  return session;
}

/** Returns a session of the user as the cookie header of a request. */
export async function openSessionCookie(user: User): Promise<string> {
  const { cookies } = await openSession(user);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Signs in by the requests that the sign-in page makes. */
async function signIn({ email, password }: User): Promise<Session> {
  const { origin } = new URL(sandbox.apiUrl);
  const caller = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const { csrfToken } = await (await expectOk(caller.get("/api/auth/csrf"))).json();
  const form = { email, password, csrfToken, json: "true" };
  await expectOk(caller.post("/api/auth/callback/credentials", { form }));
  const session = await caller.storageState();
  await caller.dispose();
  return session;
}

async function expectOk(asked: Promise<APIResponse>): Promise<APIResponse> {
  const answer = await asked;
  expect(answer.status(), await answer.text()).toBe(200);
  return answer;
}
