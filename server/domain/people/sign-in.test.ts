import { describe, expect, test } from "vitest";
import { hours, minutes, plusMs } from "../clock";
import {
  isEmailAddress,
  isSessionEnded,
  needsConfirmation,
  normalizeEmail,
  type SignInDoor,
  sessionLimits,
} from "./sign-in";

const now = new Date("2026-11-20T09:00:00.000Z");
const open = { lastSeenAt: now, expiresAt: plusMs(now, hours(1)), endedAt: null };

describe.each([
  ["panel", hours(1)],
  ["staff", minutes(30)],
] as const)("a session of the %s", (door: SignInDoor, idleMs) => {
  test("ends exactly when it has been idle for the allowed time", () => {
    const idleFor = (ms: number) => isSessionEnded({ ...open, lastSeenAt: plusMs(now, -ms) }, door, now);
    expect(idleFor(idleMs - 1)).toBe(false);
    expect(idleFor(idleMs)).toBe(true);
  });

  test("ends after its maximum time, also with activity", () => {
    expect(sessionLimits[door].wholeMs).toBe(hours(12));
    expect(isSessionEnded({ ...open, expiresAt: plusMs(now, 1) }, door, now)).toBe(false);
    expect(isSessionEnded({ ...open, expiresAt: now }, door, now)).toBe(true);
  });

  test("has ended once it was ended explicitly", () => {
    expect(isSessionEnded({ ...open, endedAt: now }, door, now)).toBe(true);
  });
});

test("needs the password again exactly 15 minutes after it was entered", () => {
  expect(needsConfirmation(plusMs(now, 1 - minutes(15)), now)).toBe(false);
  expect(needsConfirmation(plusMs(now, -minutes(15)), now)).toBe(true);
});

test("normalizes capitals and surrounding blanks, and never produces the Turkish dotless i", () => {
  expect(normalizeEmail(" INFO@Shop.Test ")).toBe("info@shop.test");
});

test.each(["ayse@shop.test", "a.b+till@mail.shop-1.example", "O'NEIL@SHOP.TEST", `${"a".repeat(64)}@b.tr`])(
  "accepts the address %s",
  (text) => {
    expect(isEmailAddress(text)).toBe(true);
  },
);

test.each([
  "",
  "nobody",
  "a@b",
  "a@b.c",
  "a b@c.test",
  "a@b@c.test",
  "a@.test",
  "a@b..test",
  "@b.test",
  "<script>@b.test",
  "a@b.te\u202est",
  "\u0130@b.test",
  "a@b\u0131r.test",
  `${"a".repeat(65)}@b.tr`,
  "a@b.test\n",
  `a@${"b".repeat(250)}.tr`,
])("refuses %j as an address", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
