import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { testPassword } from "@/server/testing/world/panel";
import { codeAt, newPerson, setUpApp, signInOf } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createRateLimits, type RateLimits } from "../limits/rate-limiter";
import { type SignInAttempt, trySignIn } from "./sign-in-attempt";

let world: TestWorld;
let limits: RateLimits;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
const silent = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
beforeEach(() => {
  limits = createRateLimits({ multiplier: 1, log: silent });
});

const attempt = (email: string, given: Parameters<typeof signInOf>[1] = {}) =>
  trySignIn(world.ctx, limits, signInOf(email, given));

const wrong = { password: "not this one" };
const kinds = (answers: readonly SignInAttempt[]): string[] => answers.map(({ kind }) => kind);

/** One after the other, as somebody does who guesses. */
async function series(count: number, one: (index: number) => Promise<SignInAttempt>) {
  const answers: SignInAttempt[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await one(index));
  return answers;
}

const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

describe("twenty wrong passwords", () => {
  test("the eleventh is not looked at any more, nor is the right one, and it says when to try again", async () => {
    const { email } = await newPerson(world.ctx);
    const answers = await series(20, () => attempt(email, wrong));
    expect(kinds(answers)).toEqual([...times(10, "wrong"), ...times(10, "rate_limited")]);
    const last = await attempt(email);
    if (last.kind !== "rate_limited") throw new Error(`It was ${last.kind}`);
    expect(last.retryAfterSeconds).toBeGreaterThan(880);
    expect(last.retryAfterSeconds).toBeLessThanOrEqual(900);
  });

  test("the answers are the same for an address that nobody has, with and without a code", async () => {
    const { email, person } = await newPerson(world.ctx);
    await setUpApp(world.ctx, person);
    for (const given of [wrong, { ...wrong, code: "123456" }]) {
      limits = createRateLimits({ multiplier: 1, log: silent });
      const known = await series(20, () => attempt(email, given));
      const unknown = await series(20, () =>
        attempt("nobody@shop.test", { ...given, sourceIp: "192.0.2.8" }),
      );
      expect(kinds(unknown)).toEqual(kinds(known));
    }
  });

  test("at the same moment no more of them are looked at than one after the other", async () => {
    const { email } = await newPerson(world.ctx);
    const answers = await Promise.all(times(20, null).map(() => attempt(email, wrong)));
    expect(kinds(answers).filter((kind) => kind === "wrong")).toHaveLength(10);
  });

  test("from elsewhere the address still signs in", async () => {
    const { email } = await newPerson(world.ctx);
    await series(20, () => attempt(email, wrong));
    expect((await attempt(email, { sourceIp: "198.51.100.4" })).kind).toBe("signed_in");
  });

  test("when the window is over they are looked at again", async () => {
    const { email } = await newPerson(world.ctx);
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    try {
      limits = createRateLimits({ multiplier: 1, log: silent });
      const subjects = await series(11, () => attempt(email, wrong));
      expect(kinds(subjects).at(-1)).toBe("rate_limited");
      vi.advanceTimersByTime(900_000);
      expect((await attempt(email)).kind).toBe("signed_in");
    } finally {
      vi.useRealTimers();
    }
  });
});

test("an address is the same in capitals, and so is a network of IPv6; a door counts for itself", async () => {
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

test("a right password takes the wrong ones before it out of the count", async () => {
  const { email } = await newPerson(world.ctx);
  await series(9, () => attempt(email, wrong));
  expect((await attempt(email)).kind).toBe("signed_in");
  expect(kinds(await series(10, () => attempt(email, wrong)))).toEqual(times(10, "wrong"));
});

test("nothing is counted of a place from where people sign in rightly, however many they are", async () => {
  const { email } = await newPerson(world.ctx);
  for (let round = 0; round < 3; round += 1) expect((await attempt(email)).kind).toBe("signed_in");
  expect((await limits.take("sign-in-ip", "192.0.2.7")).remaining).toBe(59);
});

test("fifty an hour are looked at of one address, wherever they come from", async () => {
  const { email } = await newPerson(world.ctx);
  const places = Array.from({ length: 52 }, (_, index) => ({ ...wrong, sourceIp: `198.51.100.${index}` }));
  const answers = await Promise.all(places.map((given) => attempt(email, given)));
  expect(kinds(answers).filter((kind) => kind === "wrong")).toHaveLength(50);
  expect((await attempt(email, { sourceIp: "198.51.100.99" })).kind).toBe("rate_limited");
});

test("sixty in a quarter of an hour are looked at from one place, whoever's they are", async () => {
  const addresses = Array.from({ length: 62 }, (_, index) => `nobody-${index}@shop.test`);
  const answers = await Promise.all(addresses.map((address) => attempt(address, wrong)));
  expect(kinds(answers).filter((kind) => kind === "wrong")).toHaveLength(60);
  const neighbour = await attempt("nobody@shop.test", { sourceIp: "192.0.2.9" });
  expect(neighbour.kind).toBe("wrong");
});

describe("codes", () => {
  test("ten an hour are looked at of one address, from wherever, and the right password does not help", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret } = await setUpApp(world.ctx, person);
    const answers = await series(12, async (index) => {
      const sourceIp = `198.51.100.${index}`;
      expect((await attempt(email, { sourceIp })).kind).toBe(index < 10 ? "code_needed" : "rate_limited");
      return attempt(email, { sourceIp, code: "000 000" });
    });
    expect(kinds(answers)).toEqual([...times(10, "code_wrong"), ...times(2, "rate_limited")]);
    const right = { code: codeAt(secret), sourceIp: "203.0.113.5" };
    expect((await attempt(email, right)).kind).toBe("rate_limited");
  });

  test("asking for the code by the right password is no guess", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret } = await setUpApp(world.ctx, person);
    expect(kinds(await series(12, () => attempt(email)))).toEqual(times(12, "code_needed"));
    expect((await attempt(email, { code: codeAt(secret) })).kind).toBe("signed_in");
  });
});

test("known and unknown take as long, within what can be told apart", async () => {
  const { email } = await newPerson(world.ctx);
  const generous = createRateLimits({ multiplier: 1_000, log: silent });
  const took = async (address: string) => {
    const before = performance.now();
    await trySignIn(world.ctx, generous, signInOf(address, wrong));
    const elapsed = performance.now() - before;
    // What goes on record afterwards is nobody's wait, and not the next one's either.
    await world.settled();
    return elapsed;
  };
  await took(email);
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 20; round += 1) {
    known.push(await took(email));
    unknown.push(await took("nobody@shop.test"));
  }
  // The shortest of each: what else the machine does only makes some of them longer.
  const [a, b] = [Math.min(...known), Math.min(...unknown)];
  expect(Math.min(a, b) / Math.max(a, b)).toBeGreaterThan(0.5);
});

test("an address that none can be is unknown, and nothing goes wrong by it", async () => {
  for (const address of ["\u0000", "a\u0000@shop.test", "[object Object]", "", "ş@shop.test"])
    expect(await attempt(address)).toEqual({ kind: "wrong" });
});

test("a password longer than any that we take is wrong", async () => {
  const { email } = await newPerson(world.ctx);
  const answer = await attempt(email, { password: testPassword + "x".repeat(100_000) });
  expect(answer).toEqual({ kind: "wrong" });
});
