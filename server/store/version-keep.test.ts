import { expect, test } from "vitest";
import { type Kept, VersionKeep } from "./version-keep";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const span = (value: string, version: number, from = 1, until = 30): Kept<string> => ({
  version,
  from: day(from),
  until: day(until),
  value,
});

test("kept for its span, its first instant included and its last not", () => {
  const keep = new VersionKeep<string>(10);
  keep.put("a", span("first", 1, 5, 9));
  expect([4, 5, 8, 9].map((n) => keep.find("a", 1, day(n)))).toEqual([null, "first", "first", null]);
  expect(keep.find("a", 1, new Date(day(9).getTime() - 1))).toBe("first");
  expect(keep.find("b", 1, day(6))).toBeNull();
});

test("read again once the version has grown, and good for who asks for an older one", () => {
  const keep = new VersionKeep<string>(10);
  keep.put("a", span("old", 3));
  expect(keep.find("a", 4, day(2))).toBeNull();
  keep.put("a", span("new", 4));
  expect([3, 4].map((version) => keep.find("a", version, day(2)))).toEqual(["new", "new"]);
});

test("not driven out by a slower reading of an older version, nor by yesterday's span", () => {
  const keep = new VersionKeep<string>(10);
  keep.put("a", span("today", 4, 10, 20));
  keep.put("a", span("slow", 3, 10, 20));
  keep.put("a", span("yesterday", 4, 1, 10));
  expect(keep.find("a", 4, day(12))).toBe("today");
  keep.put("a", span("tomorrow", 4, 20, 30));
  expect(keep.find("a", 4, day(22))).toBe("tomorrow");
});

test("above its size the one that was kept first goes, and one that is kept anew counts as new", () => {
  const keep = new VersionKeep<string>(2);
  keep.put("a", span("a", 1));
  keep.put("b", span("b", 1));
  keep.put("a", span("a", 2));
  keep.put("c", span("c", 1));
  expect(["a", "b", "c"].map((key) => keep.find(key, 1, day(2)))).toEqual(["a", null, "c"]);
});
