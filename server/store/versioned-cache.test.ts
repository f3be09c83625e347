import { expect, test } from "vitest";
import { type CacheEntry, VersionedCache } from "./versioned-cache";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const span = (value: string, version: number, from = 1, until = 30): CacheEntry<string> => ({
  version,
  from: day(from),
  until: day(until),
  value,
});

test("returns an entry within its span, which includes the first instant and excludes the last", () => {
  const keep = new VersionedCache<string>(10);
  keep.put("a", span("first", 1, 5, 9));
  expect([4, 5, 8, 9].map((n) => keep.find("a", 1, day(n)))).toEqual([null, "first", "first", null]);
  expect(keep.find("a", 1, new Date(day(9).getTime() - 1))).toBe("first");
  expect(keep.find("b", 1, day(6))).toBeNull();
});

test("misses when a newer version is requested, and serves requests of an older version", () => {
  const keep = new VersionedCache<string>(10);
  keep.put("a", span("old", 3));
  expect(keep.find("a", 4, day(2))).toBeNull();
  keep.put("a", span("new", 4));
  expect([3, 4].map((version) => keep.find("a", version, day(2)))).toEqual(["new", "new"]);
});

test("a late reading of an older version or of an earlier span does not replace the entry", () => {
  const keep = new VersionedCache<string>(10);
  keep.put("a", span("today", 4, 10, 20));
  keep.put("a", span("slow", 3, 10, 20));
  keep.put("a", span("yesterday", 4, 1, 10));
  expect(keep.find("a", 4, day(12))).toBe("today");
  keep.put("a", span("tomorrow", 4, 20, 30));
  expect(keep.find("a", 4, day(22))).toBe("tomorrow");
});

test("drops the entry that was stored first when it is full; a replaced entry counts as new", () => {
  const keep = new VersionedCache<string>(2);
  keep.put("a", span("a", 1));
  keep.put("b", span("b", 1));
  keep.put("a", span("a", 2));
  keep.put("c", span("c", 1));
  expect(["a", "b", "c"].map((key) => keep.find(key, 1, day(2)))).toEqual(["a", null, "c"]);
});
