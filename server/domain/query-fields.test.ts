import { describe, expect, test } from "vitest";
import { z } from "zod";
import { choice, dateTime } from "./fields";
import { int64Text, lenientParameter, optionalParameter, repeatedParameter } from "./query-fields";

const reads = (schema: z.ZodType, value: unknown) => {
  const parsed = z.object({ field: schema }).safeParse(value === undefined ? {} : { field: value });
  return parsed.success ? (parsed.data as { field: unknown }).field : parsed.error.issues[0]?.message;
};

describe("a 64-bit integer as text", () => {
  test.each([
    ["0", 0n],
    ["-0", 0n],
    ["125050", 125_050n],
    ["007", 7n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["-9223372036854775808", -(2n ** 63n)],
  ])("accepts %s", (text, value) => expect(reads(int64Text(), text)).toBe(value));
  test.each(["9223372036854775808", "-9223372036854775809", "99999999999999999999"])(
    "refuses %s with the range",
    (text) => expect(reads(int64Text(), text)).toBe("integer_between -9223372036854775808 9223372036854775807"),
  );
  test.each(["1.0", "1e3", "+1", " 1", "", "0x1", "１", "٣", "1\n", "--1", "a"])("refuses %j", (text) =>
    expect(reads(int64Text(), text)).toBe("integer"),
  );
});

test("an optional parameter is null when it is missing, and is validated when it is present", () => {
  expect(reads(optionalParameter(dateTime()), undefined)).toBeNull();
  expect(reads(optionalParameter(dateTime()), "2026-11-20T09:00:00Z")).toEqual(new Date("2026-11-20T09:00:00Z"));
  expect(reads(optionalParameter(dateTime()), "2026-11-20")).toBe("date_time");
  expect(reads(optionalParameter(int64Text()), "x")).toBe("integer");
});

test("a repeated parameter is a list, which is empty when the parameter is missing", () => {
  const colours = repeatedParameter(choice(["red", "blue"]));
  expect(reads(colours, undefined)).toEqual([]);
  expect(reads(colours, ["blue", "blue"])).toEqual(["blue", "blue"]);
  expect(reads(colours, ["blue", "green"])).toBe("choice");
});

test("a lenient parameter reads its first value and never fails", () => {
  const firstLetter = lenientParameter((text) => text?.[0] ?? "none");
  expect(reads(firstLetter, undefined)).toBe("none");
  expect(reads(firstLetter, ["b", "c"])).toBe("b");
  expect(reads(firstLetter, [])).toBe("none");
});
