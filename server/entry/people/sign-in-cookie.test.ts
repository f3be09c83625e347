import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { cookieSecret, findSessionId, sessionCookie } from "./sign-in-cookie";

const authSecret = "a secret of this test alone";
const sealed = (token: Record<string, unknown>, door: SignInDoor, secret = authSecret) =>
  encode({ token, secret: cookieSecret(secret, door) });

/** Returns the session id that a door finds in these cookies. */
const readSessionId = (door: SignInDoor, cookies: Readonly<Record<string, string>>) => {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return findSessionId(new Headers({ cookie: cookie.join("; ") }), door, authSecret);
};

test.each(["panel", "staff"] as const)("finds the session in a cookie that the door %s has sealed", async (door) => {
  const value = await sealed({ sessionId: "session-1" }, door);
  expect(await readSessionId(door, { other: "1", [sessionCookie[door]]: value })).toBe("session-1");
  expect(sessionCookie[door]).toMatch(/^__Host-/);
});

test("finds no session in the other door's cookie, under either name", async () => {
  const value = await sealed({ sessionId: "session-1" }, "panel");
  expect(await readSessionId("staff", { [sessionCookie.panel]: value })).toBeNull();
  expect(await readSessionId("staff", { [sessionCookie.staff]: value })).toBeNull();
});

test("finds no session in a forged or altered cookie, or in one without a session id", async () => {
  const value = await sealed({ sessionId: "session-1" }, "panel");
  const middle = Math.floor(value.length / 2);
  const changed = value.slice(0, middle) + (value[middle] === "A" ? "B" : "A") + value.slice(middle + 1);
  const foreign = await sealed({ sessionId: "session-1" }, "panel", "another secret");
  const empty = await sealed({ sub: "session-1" }, "panel");
  for (const one of [changed, foreign, empty, "session-1", ""]) {
    expect(await readSessionId("panel", { [sessionCookie.panel]: one })).toBeNull();
  }
  expect(await findSessionId(new Headers(), "panel", authSecret)).toBeNull();
});
