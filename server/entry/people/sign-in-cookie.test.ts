import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { cookieSecret, sessionCookie, sessionIdOf } from "./sign-in-cookie";

const authSecret = "a secret of this test alone";
const sealed = (token: Record<string, unknown>, door: SignInDoor, secret = authSecret) =>
  encode({ token, secret: cookieSecret(secret, door) });

/** What a request's cookies name at a door. */
const named = (door: SignInDoor, cookies: Readonly<Record<string, string>>) => {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return sessionIdOf(new Headers({ cookie: cookie.join("; ") }), door, authSecret);
};

test.each(["panel", "staff"] as const)(
  "a session by the cookie that the door %s has sealed",
  async (door) => {
    const value = await sealed({ sessionId: "session-1" }, door);
    expect(await named(door, { other: "1", [sessionCookie[door]]: value })).toBe("session-1");
    expect(sessionCookie[door]).toMatch(/^__Host-/);
  },
);

test("none by the cookie of the other door, under whichever name", async () => {
  const value = await sealed({ sessionId: "session-1" }, "panel");
  expect(await named("staff", { [sessionCookie.panel]: value })).toBeNull();
  expect(await named("staff", { [sessionCookie.staff]: value })).toBeNull();
});

test("none by a cookie that somebody else has sealed, that was changed, or that names nothing", async () => {
  const value = await sealed({ sessionId: "session-1" }, "panel");
  const middle = Math.floor(value.length / 2);
  const changed = value.slice(0, middle) + (value[middle] === "A" ? "B" : "A") + value.slice(middle + 1);
  const foreign = await sealed({ sessionId: "session-1" }, "panel", "another secret");
  const empty = await sealed({ sub: "session-1" }, "panel");
  for (const one of [changed, foreign, empty, "session-1", ""]) {
    expect(await named("panel", { [sessionCookie.panel]: one })).toBeNull();
  }
  expect(await sessionIdOf(new Headers(), "panel", authSecret)).toBeNull();
});
