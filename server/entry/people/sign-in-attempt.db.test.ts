import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { testPassword } from "@/server/testing/world/panel";
import { generateCode, newPerson, setUpAuthenticator, signInInput } from "@/server/testing/world/people";
import { stopRealClock } from "@/server/testing/world/real-clock";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { hashPassword } from "@/server/usecases/people/shared/password";
import { createRateLimits, type RateLimits } from "../limits/rate-limiter";
import { type SignInAttempt, trySignIn } from "./sign-in-attempt";

let world: TestWorld;
let limits: RateLimits;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  limits = createRateLimits({ multiplier: 1 });
});

const attempt = (email: string, given: Parameters<typeof signInInput>[1] = {}, deviceId: string | null = null) =>
  trySignIn(world.ctx, limits, signInInput(email, given), deviceId);

const wrong = { password: "not this one" };
const kinds = (answers: readonly SignInAttempt[]): string[] => answers.map(({ kind }) => kind);

/** Runs attempts one after the other. */
async function series(count: number, one: (index: number) => Promise<SignInAttempt>) {
  const answers: SignInAttempt[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await one(index));
  return answers;
}

const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

describe("twenty wrong passwords", () => {
  test("the 11th is refused unchecked, even with the right password, with the seconds to wait", async () => {
    const { email } = await newPerson(world.ctx);
    stopRealClock();
    const answers = await series(20, () => attempt(email, wrong));
    expect(kinds(answers)).toEqual([...times(10, "wrong"), ...times(10, "rate_limited")]);
    vi.advanceTimersByTime(20_000);
    expect(await attempt(email)).toEqual({ kind: "rate_limited", retryAfterSeconds: 880 });
  });

  test("the answers are the same for an unknown email address, with and without a code", async () => {
    const { email, person } = await newPerson(world.ctx);
    await setUpAuthenticator(world.ctx, person);
    for (const given of [wrong, { ...wrong, code: "123456" }]) {
      limits = createRateLimits({ multiplier: 1 });
      const known = await series(20, () => attempt(email, given));
      const unknown = await series(20, () => attempt("nobody@shop.test", { ...given, sourceIp: "192.0.2.8" }));
      expect(kinds(unknown)).toEqual(kinds(known));
    }
  });

  test("simultaneous attempts are limited like consecutive ones", async () => {
    const { email } = await newPerson(world.ctx);
    const answers = await Promise.all(times(20, null).map(() => attempt(email, wrong)));
    expect(kinds(answers).filter((kind) => kind === "wrong")).toHaveLength(10);
  });

  test("the user still signs in from another network", async () => {
    const { email } = await newPerson(world.ctx);
    await series(20, () => attempt(email, wrong));
    expect((await attempt(email, { sourceIp: "198.51.100.4" })).kind).toBe("signed_in");
  });

  test("attempts are checked again after the window", async () => {
    const { email } = await newPerson(world.ctx);
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    try {
      limits = createRateLimits({ multiplier: 1 });
      const subjects = await series(11, () => attempt(email, wrong));
      expect(kinds(subjects).at(-1)).toBe("rate_limited");
      vi.advanceTimersByTime(900_000);
      expect((await attempt(email)).kind).toBe("signed_in");
    } finally {
      vi.useRealTimers();
    }
  });
});

test("counts an email address regardless of case, an IPv6 network as one, and each door separately", async () => {
  const { email } = await newPerson(world.ctx);
  const one = (index: number) =>
    attempt(index % 2 ? email.toUpperCase() : ` ${email}`, {
      ...wrong,
      sourceIp: `2001:db8:7:7::${index}`,
    });
  const answers = await series(12, one);
  expect(kinds(answers)).toEqual([...times(10, "wrong"), ...times(2, "rate_limited")]);
  const staff = await attempt(email, { ...wrong, door: "staff", sourceIp: "2001:db8:7:7::1" });
  expect(staff.kind).toBe("wrong");
});

test("a right password clears the wrong attempts before it", async () => {
  const { email } = await newPerson(world.ctx);
  await series(9, () => attempt(email, wrong));
  expect((await attempt(email)).kind).toBe("signed_in");
  expect(kinds(await series(10, () => attempt(email, wrong)))).toEqual(times(10, "wrong"));
});

test("successful sign-ins do not count against their network", async () => {
  const { email } = await newPerson(world.ctx);
  for (let round = 0; round < 3; round += 1) expect((await attempt(email)).kind).toBe("signed_in");
  expect((await limits.take("sign-in-ip", "192.0.2.7")).remaining).toBe(59);
});

describe("wrong passwords of strangers (D-310)", () => {
  const from = (network: number) => ({ ...wrong, sourceIp: `198.51.100.${network}` });

  test("50 from 6 networks keep the person out neither with a known browser nor with a new one", async () => {
    const { email } = await newPerson(world.ctx);
    const answers = await series(50, (index) => attempt(email, from(index % 6)));
    expect(new Set(kinds(answers))).toEqual(new Set(["wrong"]));
    expect((await attempt(email, { sourceIp: "203.0.113.5" }, "device-of-person")).kind).toBe("signed_in");
    expect((await attempt(email, { sourceIp: "203.0.113.6" })).kind).toBe("signed_in");
  });

  test.each(["panel", "staff"] as const)(
    "100 a day are checked at the door %s; then a new browser needs a mailed link, and a known one does not",
    async (door) => {
      const { email } = await newPerson(world.ctx, door);
      const places = Array.from({ length: 102 }, (_, index) => ({ ...from(index), door }));
      const answers = await Promise.all(places.map((given) => attempt(email, given)));
      expect(kinds(answers).filter((kind) => kind === "wrong")).toHaveLength(100);
      expect(await attempt(email, { door, sourceIp: "203.0.113.5" })).toEqual({ kind: "device_needed" });
      expect((await attempt(email, { door, sourceIp: "203.0.113.5" }, "device-of-person")).kind).toBe("signed_in");
    },
  );

  test("from the person's own network do not keep a known browser out", async () => {
    const { email } = await newPerson(world.ctx);
    await series(11, () => attempt(email, wrong));
    expect((await attempt(email)).kind).toBe("rate_limited");
    expect((await attempt(email, {}, "device-of-person")).kind).toBe("signed_in");
  });

  test("a known browser has 10 an hour, then counts as an unknown one, and its right password clears them", async () => {
    const { email } = await newPerson(world.ctx);
    const known = (given = {}) => attempt(email, given, "device-of-person");
    await series(9, () => known(wrong));
    expect((await known()).kind).toBe("signed_in");
    const answers = await series(21, () => known(wrong));
    expect(kinds(answers)).toEqual([...times(20, "wrong"), "rate_limited"]);
  });
});

test("checks 60 attempts in 15 minutes from one network, for all email addresses together", async () => {
  const addresses = Array.from({ length: 62 }, (_, index) => `nobody-${index}@shop.test`);
  const answers = await Promise.all(addresses.map((address) => attempt(address, wrong)));
  expect(kinds(answers).filter((kind) => kind === "wrong")).toHaveLength(60);
  const neighbour = await attempt("nobody@shop.test", { sourceIp: "192.0.2.9" });
  expect(neighbour.kind).toBe("wrong");
});

describe("codes", () => {
  test("10 wrong ones a day are checked for unknown browsers, and the right password does not reset them", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret } = await setUpAuthenticator(world.ctx, person);
    const answers = await series(12, async (index) => {
      const sourceIp = `198.51.100.${index}`;
      expect((await attempt(email, { sourceIp })).kind).toBe(index < 10 ? "code_needed" : "device_needed");
      return attempt(email, { sourceIp, code: "000 000" });
    });
    expect(kinds(answers)).toEqual([...times(10, "code_wrong"), ...times(2, "device_needed")]);
    const right = { code: generateCode(secret), sourceIp: "203.0.113.5" };
    expect((await attempt(email, right)).kind).toBe("device_needed");
    expect((await attempt(email, right, "device-of-person")).kind).toBe("signed_in");
  });

  test("a right password without a code is no guess", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret } = await setUpAuthenticator(world.ctx, person);
    expect(kinds(await series(12, () => attempt(email)))).toEqual(times(12, "code_needed"));
    expect((await attempt(email, { code: generateCode(secret) })).kind).toBe("signed_in");
  });
});

test("a known and an unknown email address take the same processor time, as far as it can be measured", async () => {
  const { id, email } = await newPerson(world.ctx);
  await world.db.prisma.panelUser.update({ where: { id }, data: { passwordHash: await hashPassword(testPassword) } });
  const generous = createRateLimits({ multiplier: 1_000 });
  const measureMs = async (address: string) => {
    // The processor time of this process, with its hashing threads: other work on the machine does not count.
    const before = process.cpuUsage();
    await trySignIn(world.ctx, generous, signInInput(address, wrong), null);
    const { user, system } = process.cpuUsage(before);
    // The audit entry is written after the answer; wait for it, so it does not slow down the next attempt.
    await world.settled();
    return (user + system) / 1_000;
  };
  await measureMs(email);
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 20; round += 1) {
    known.push(await measureMs(email));
    unknown.push(await measureMs("nobody@shop.test"));
  }
  // Compare the shortest times: other work of this process, such as garbage collection, only makes some of them longer.
  const [a, b] = [Math.min(...known), Math.min(...unknown)];
  expect(Math.min(a, b) / Math.max(a, b)).toBeGreaterThan(0.5);
});

test("an impossible email address is answered like an unknown one", async () => {
  for (const address of ["\u0000", "a\u0000@shop.test", "[object Object]", "", "ş@shop.test"])
    expect(await attempt(address)).toEqual({ kind: "wrong" });
});

test("a password longer than any valid one is wrong", async () => {
  const { email } = await newPerson(world.ctx);
  const answer = await attempt(email, { password: testPassword + "x".repeat(100_000) });
  expect(answer).toEqual({ kind: "wrong" });
});
