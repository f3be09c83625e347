import { type APIResponse, type BrowserContext, expect, request } from "@playwright/test";
import { sandbox } from "./product";
import type { User } from "./sandbox";

/** Sessions of the panel and of the back-office that begin without the sign-in page. */

/** Who has sessions where: merchants in the panel, staff in the back-office. */
type Side = "panel" | "staff";

const mounts: Readonly<Record<Side, string>> = { panel: "/api/auth", staff: "/api/staff/auth" };

export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;
type Credentials = Pick<User, "email" | "password">;

/** How long tests share a session, in ms. After 15 minutes the panel would ask for the password again. */
const sharedMs = 5 * 60_000;

const shared = new Map<string, { readonly session: Session; readonly untilMs: number }>();

/** Forgets the sessions: when the clock moves they may end. */
export const forgetSessions = (): void => shared.clear();

/**
 * Returns a session of the user, which all tests of a worker share until the clock moves. A test that ends its session,
 * or that is about sessions, signs in by the form instead.
 */
export async function openSession(user: Credentials, side: Side = "panel"): Promise<Session> {
  const key = `${side} ${user.email}`;
  const known = shared.get(key);
  if (known && Date.now() < known.untilMs) return known.session;
  const session = await signIn(user, mounts[side]);
  shared.set(key, { session, untilMs: Date.now() + sharedMs });
  return session;
}

/** Returns a session of the user as the cookie header of a request. */
export async function openSessionCookie(user: User): Promise<string> {
  const { cookies } = await openSession(user);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Signs in by the requests that the sign-in page makes. */
async function signIn({ email, password }: Credentials, mount: string): Promise<Session> {
  const { origin } = new URL(sandbox.apiUrl);
  const caller = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const { csrfToken } = await (await expectOk(caller.get(`${mount}/csrf`))).json();
  const form = { email, password, csrfToken, json: "true" };
  await expectOk(caller.post(`${mount}/callback/credentials`, { form }));
  const session = await caller.storageState();
  await caller.dispose();
  return session;
}

async function expectOk(asked: Promise<APIResponse>): Promise<APIResponse> {
  const answer = await asked;
  expect(answer.status(), await answer.text()).toBe(200);
  return answer;
}
