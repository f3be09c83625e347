import { expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { systemRandom } from "@/server/domain/random";
import { findDeviceId, makeDeviceCookie } from "./device-cookie";

const now = new Date("2026-11-26T09:00:00Z");
const key = { door: "panel", authSecret: "a secret of this test" } as const;

/** Returns the headers of a browser that has these cookies. */
const browser = (...cookies: readonly string[]) => ({
  get: (name: string) => (name === "cookie" ? cookies.map((line) => line.split(";")[0]).join("; ") : null),
});

const made = (email: string, before = browser()) => makeDeviceCookie(systemRandom, before, key, email, now);

test("a browser is known to the person who signed in with it, and to nobody else", () => {
  const headers = browser("other=1", made("Owner@Shop.test"));
  expect(findDeviceId(headers, key, "owner@shop.test", now)).toMatch(/^[\w-]{16}$/);
  expect(findDeviceId(headers, key, "finance@shop.test", now)).toBeNull();
  expect(findDeviceId(headers, { ...key, authSecret: "another" }, "owner@shop.test", now)).toBeNull();
  expect(findDeviceId(browser(), key, "owner@shop.test", now)).toBeNull();
});

test("the cookie is of this host only, not readable by scripts, and of one door", () => {
  const line = made("owner@shop.test");
  expect(line).toMatch(/^__Host-device-panel=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax$/);
  const renamed = browser(line.replace("__Host-device-panel", "__Host-device-staff"));
  expect(findDeviceId(renamed, { ...key, door: "staff" }, "owner@shop.test", now)).toBeNull();
});

test("a browser stays known for 180 days, and a cookie with another date is refused", () => {
  const line = made("owner@shop.test");
  const known = (cookie: string, at: Date) => findDeviceId(browser(cookie), key, "owner@shop.test", at) !== null;
  expect(known(line, plusMs(now, days(180) - 1_000))).toBe(true);
  expect(known(line, plusMs(now, days(180)))).toBe(false);
  const later = line.replace(/\.([\da-z]+)\./, (_, expires: string) => `.${bump(expires)}.`);
  expect(later).not.toBe(line);
  expect(known(later, now)).toBe(false);
});

const bump = (expires: string): string => (Number.parseInt(expires, 36) + 1).toString(36);

test("colleagues who share a browser stay known beside each other, the latest five", () => {
  let headers = browser();
  const people = ["a", "b", "c", "a", "d", "e", "f"].map((name) => `${name}@shop.test`);
  for (const email of people) headers = browser(made(email, headers));
  const isKnown = (email: string) => findDeviceId(headers, key, email, now) !== null;
  expect([...new Set(people)].map(isKnown)).toEqual([true, false, true, true, true, true]);
});
