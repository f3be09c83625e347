import { describe, expect, test } from "vitest";
import { hours, minutes, plusMs } from "../clock";
import {
  isEmailAddress,
  isSessionOver,
  needsConfirmation,
  normalEmail,
  type SignInDoor,
  sessionLimits,
} from "./sign-in";

const now = new Date("2026-11-20T09:00:00.000Z");
const open = { lastSeenAt: now, expiresAt: plusMs(now, hours(1)), endedAt: null };

describe.each([
  ["panel", hours(1)],
  ["staff", minutes(15)],
] as const)("a session of the door %s", (door: SignInDoor, idleMs) => {
  test("goes on until it has stood idle for its time, and is over then", () => {
    const idleFor = (ms: number) => isSessionOver({ ...open, lastSeenAt: plusMs(now, -ms) }, door, now);
    expect(idleFor(idleMs - 1)).toBe(false);
    expect(idleFor(idleMs)).toBe(true);
  });

  test("is over when its whole time is, however busy", () => {
    expect(sessionLimits[door].wholeMs).toBe(hours(12));
    expect(isSessionOver({ ...open, expiresAt: plusMs(now, 1) }, door, now)).toBe(false);
    expect(isSessionOver({ ...open, expiresAt: now }, door, now)).toBe(true);
  });

  test("is over once it was ended", () => {
    expect(isSessionOver({ ...open, endedAt: now }, door, now)).toBe(true);
  });
});

test("asks for the password again a quarter of an hour after it was given, not a moment before", () => {
  expect(needsConfirmation(plusMs(now, 1 - minutes(15)), now)).toBe(false);
  expect(needsConfirmation(plusMs(now, -minutes(15)), now)).toBe(true);
});

test("an address is the same in capitals and with blanks around it, and has no dotless letter of Turkish", () => {
  expect(normalEmail(" INFO@Shop.Test ")).toBe("info@shop.test");
});

test.each(["ayse@shop.test", "a.b+till@mail.shop-1.example", "O'NEIL@SHOP.TEST", `${"a".repeat(64)}@b.tr`])(
  "an address that mail can be sent to: %s",
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
])("no address: %j", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
