import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { fieldSentence } from "./field-words";
import {
  boundedList,
  choice,
  codeText,
  dateTime,
  digitText,
  freeText,
  int32,
  integer,
  integerBetween,
  isLongerThan,
  jsonObject,
  nameText,
  nonBlankText,
  optional,
  parseDateTime,
  unboundedList,
} from "./fields";

/** Returns the message of the first problem of a value, or null when the value is accepted. */
function wrong(schema: z.ZodType, value: unknown): string | null {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue ? fieldSentence(issue.message, "en") : null;
}

describe("numbers, which are never coerced", () => {
  const amount = integerBetween(1, 1_000_000_000);
  const outside = "must be an integer between 1 and 1000000000";

  test.each([1, 1_000_000_000, JSON.parse("1.0"), JSON.parse("1e2")])("accepts %s", (value) => {
    expect(wrong(amount, value)).toBeNull();
  });
  test.each([0, -1, 1_000_000_001, 1.5, "100", true, [], {}, Number.NaN, JSON.parse("1e400")])("refuses %s", (value) =>
    expect(wrong(amount, value)).toBe(outside),
  );
  test("refuses an integer beyond 2^53, although it is in the range", () => {
    expect(wrong(integerBetween(1, 2 ** 60), 2 ** 53)).not.toBeNull();
  });
  test("reports a missing number as required, and null as the wrong type", () => {
    expect(wrong(amount, undefined)).toBe("is required");
    expect(wrong(amount, null)).toBe(outside);
  });
  test("int32 accepts exactly the 32-bit integers", () => {
    expect(wrong(int32(), 2 ** 31 - 1)).toBeNull();
    expect(wrong(int32(), -(2 ** 31))).toBeNull();
    expect(wrong(int32(), 2 ** 31)).toBe("must be an integer");
    expect(wrong(int32(), -(2 ** 31) - 1)).toBe("must be an integer");
  });
});

describe("texts", () => {
  test("the length is counted in code points: 512 emoji are 512 characters", () => {
    expect(wrong(freeText(512), "🧿".repeat(512))).toBeNull();
    expect(wrong(freeText(512), "🧿".repeat(513))).toBe("max 512 characters");
    expect(wrong(freeText(512), "x".repeat(513))).toBe("max 512 characters");
  });
  test.each(["43550800", "00000000"])("accepts %s as eight digits", (value) => {
    expect(wrong(digitText(8), value)).toBeNull();
  });
  test.each([
    "",
    "4355080",
    "435508000",
    "4355 0800",
    " 43550800",
    "43550800\n",
    "+4355080",
    "4355080a",
    "4e355080",
    "４３５５０８００",
    "٤٣٥٥٠٨٠٠",
    "4355080٠",
    "4355080\u0000",
    "४३५५०८००",
  ])("refuses %j as eight digits", (value) => {
    expect(wrong(digitText(8), value)).toBe("must be exactly 8 digits");
  });
  test("refuses eight digits that are sent as a number", () => {
    expect(wrong(digitText(8), 43_550_800)).toBe("must be a string");
    expect(wrong(digitText(8), undefined)).toBe("is required");
  });
  test("accepts line feeds and tabs, and refuses other C0 controls", () => {
    expect(wrong(freeText(9), "a\n\tb")).toBeNull();
    for (const control of ["\u0000", "\r", "\u001b", "\u001f", "\u0008"])
      expect(wrong(freeText(9), `a${control}b`)).toBe("must not contain control characters");
  });
  test("refuses lone surrogates and accepts pairs", () => {
    for (const text of ["\ud800", "a\udc00", "\udc00\ud800"])
      expect(wrong(freeText(9), text)).toBe("must be valid Unicode text");
    expect(wrong(freeText(9), "\ud83e\uddff")).toBeNull();
  });
  test("refuses blank codes and codes with any control character", () => {
    expect(wrong(codeText(128), "ORDER-1")).toBeNull();
    expect(wrong(codeText(128), " x ")).toBeNull();
    for (const blank of ["", " ", "\u00a0\u2003"]) expect(wrong(codeText(128), blank)).toBe("must not be blank");
    for (const control of ["a\nb", "a\tb", "\u007fa", "\u0085a"])
      expect(wrong(codeText(128), control)).toBe("must not contain control characters");
    expect(wrong(codeText(128), "\udc00")).toBe("must be valid Unicode text");
    expect(wrong(codeText(3), "abcd")).toBe("max 3 characters");
  });
  test("returns texts exactly as they were sent", () => {
    const decomposed = " I\u0307pek \n";
    expect(freeText(20).parse(decomposed)).toBe(decomposed);
  });
  test("isLongerThan agrees with the string's iterator", () => {
    const unit = fc.constantFrom("a", "ş", "🧿", "\ud800", "\udc00");
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.nat(30), (units, max) => {
        const text = units.join("");
        expect(isLongerThan(text, max)).toBe([...text].length > max);
      }),
    );
  });
});

test("nonBlankText refuses blank texts and otherwise has the rules of freeText", () => {
  for (const blank of ["", " ", "\n\t", "\u00a0\u2003"])
    expect(wrong(nonBlankText(9), blank)).toBe("must not be blank");
  expect(wrong(nonBlankText(9), undefined)).toBe("is required");
  expect(wrong(nonBlankText(9), " a\n")).toBeNull();
  expect(wrong(nonBlankText(9), "🧿".repeat(10))).toBe("max 9 characters");
  expect(wrong(nonBlankText(9), "a\u0000")).toBe("must not contain control characters");
});

test("a name must be one visible line without direction controls", () => {
  for (const name of ["Depo", " İpek \u{1f9ff}", "\u200fشركة"]) expect(wrong(nameText(20), name)).toBeNull();
  for (const unseen of ["", " ", "\u200b\ufeff"]) expect(wrong(nameText(20), unseen)).toBe("must not be blank");
  for (const turned of ["a\nb", "Depo\u202egnp", "\u2067a\u2069"])
    expect(wrong(nameText(20), turned)).toBe("must not contain control characters");
  expect(wrong(nameText(3), "abcd")).toBe("max 3 characters");
});

test("accepts a list of any length, with integers of any size that a double holds exactly", () => {
  const counts = unboundedList(integer());
  for (const list of [[], [0, -1, Number.MAX_SAFE_INTEGER], Array(1000).fill(1)])
    expect(wrong(counts, list)).toBeNull();
  for (const value of [1.5, "1", null, 2 ** 53, true]) expect(wrong(counts, [value])).toBe("must be an integer");
  expect(wrong(counts, {})).toBe("must be a list");
});

describe("RFC 3339 date-times with a time zone", () => {
  test.each([
    ["2026-12-01T00:00:00Z", "2026-12-01T00:00:00.000Z"],
    ["2026-12-01t00:00:00.5z", "2026-12-01T00:00:00.500Z"],
    ["2026-12-01T03:00:00+03:00", "2026-12-01T00:00:00.000Z"],
    ["2026-11-30T23:30:00.123456-00:30", "2026-12-01T00:00:00.123Z"],
    ["2028-02-29T23:59:59Z", "2028-02-29T23:59:59.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["0001-01-01T23:59:00+23:59", "0001-01-01T00:00:00.000Z"],
    ["0000-12-31T23:00:00-01:00", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("reads %s as %s", (text, instant) => {
    expect(parseDateTime(text)?.toISOString()).toBe(instant);
  });
  test.each([
    "2026-12-01",
    "2026-12-01T00:00:00",
    "2026-12-01T00:00Z",
    "2026-12-01 00:00:00Z",
    "2026-12-01T24:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-02-29T12:00:00+03:00",
    "2026-13-01T00:00:00Z",
    "2026-12-01T23:59:60Z",
    "2026-12-01T00:00:00+24:00",
    "2026-12-01T00:00:00+0300",
    "2026-12-01T00:00:00.Z",
    "2026-12-01T00:00:001Z",
    "2026-12-01T00:00:00.1234567890Z",
    "+002026-12-01T00:00:00Z",
    "٢٠٢٦-12-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "0000-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-00:01",
    "",
  ])("refuses %j", (text) => expect(parseDateTime(text)).toBeNull());

  test("reads every instant back from its own text", () => {
    const years = {
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9998-12-31T00:00:00Z"),
      noInvalidDate: true,
    };
    fc.assert(
      fc.property(fc.date(years), (instant) => {
        expect(parseDateTime(instant.toISOString())).toEqual(instant);
      }),
    );
  });
  test.each([
    ["2026-12-01T00:00:00.0001Z", "2026-12-01T00:00:00.000Z", "2026-12-01T00:00:00.001Z"],
    ["2026-12-01T00:00:00.123000001Z", "2026-12-01T00:00:00.123Z", "2026-12-01T00:00:00.124Z"],
    ["2026-12-01T00:00:00.123999999+03:00", "2026-11-30T21:00:00.123Z", "2026-11-30T21:00:00.124Z"],
    ["2026-11-30T23:59:59.9999Z", "2026-11-30T23:59:59.999Z", "2026-12-01T00:00:00.000Z"],
    ["2026-12-01T00:00:00.123000000Z", "2026-12-01T00:00:00.123Z", "2026-12-01T00:00:00.123Z"],
    ["2026-12-01T00:00:00.12Z", "2026-12-01T00:00:00.120Z", "2026-12-01T00:00:00.120Z"],
    ["9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s goes down to %s and up to %s", (text, down, up) => {
    expect(dateTime().parse(text).toISOString()).toBe(down);
    expect(dateTime("up").parse(text).toISOString()).toBe(up);
  });
  test("the field returns an instant, or reports the expected format", () => {
    expect(dateTime().parse("2026-12-01T00:00:00Z")).toEqual(new Date("2026-12-01T00:00:00Z"));
    expect(wrong(dateTime(), "tomorrow")).toBe("must be an RFC 3339 date-time with a time zone");
    expect(wrong(dateTime(), 5)).toBe("must be an RFC 3339 date-time with a time zone");
  });
});

describe("objects", () => {
  const body = jsonObject({
    name: codeText(9),
    note: optional(freeText(9)),
    kind: optional(choice(["a", "b"])),
  });

  test("ignores unknown members, and treats null like a missing field", () => {
    expect(body.parse({ name: "x", status: "captured", note: null })).toEqual({
      name: "x",
      note: null,
      kind: null,
    });
  });
  test("refuses values that are not objects", () => {
    for (const value of [[], "x", 5, null, true]) expect(wrong(body, value)).toBe("must be an object");
  });
  test("refuses null for a required field", () => {
    expect(wrong(body, { name: null })).toBe("must be a string");
  });
  test("the message for a value outside a choice does not repeat the value", () => {
    expect(wrong(body, { name: "x", kind: "secret-value" })).toBe("must be one of the allowed values");
  });
  test("refuses lists outside their bounds", () => {
    const list = boundedList(int32(), 1, 2);
    expect(wrong(list, [])).toBe("must have 1 to 2 entries");
    expect(wrong(list, [1, 2, 3])).toBe("must have 1 to 2 entries");
    expect(wrong(list, "1")).toBe("must be a list");
  });
});
