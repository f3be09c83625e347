import { describe, expect, it } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { newId } from "./ids";

describe("newId", () => {
  const now = new Date("2026-11-20T09:00:00.000Z");

  it("is a prefix and a ULID", () => {
    expect(newId(systemRandom, "payment", now)).toMatch(/^pay_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it("sorts a later identifier after an earlier one", () => {
    expect(newId(systemRandom, "refund", new Date(now.getTime() + 1)) > newId(systemRandom, "refund", now)).toBe(true);
  });

  it("returns a different identifier at every call, also after the reserve of random bytes is refilled", () => {
    const ids = Array.from({ length: 2000 }, () => newId(systemRandom, "attempt", now));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("uses all 32 characters evenly", () => {
    const tails = Array.from({ length: 2000 }, () => newId(systemRandom, "event", now).slice(-16)).join("");
    const counts = new Map<string, number>();
    for (const character of tails) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(32);
    expect(Math.min(...counts.values())).toBeGreaterThan(700); // 1000 each on average
  });
});
