import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError, type Language } from "@/server/domain/errors";
import { boundedList, codeText, freeText, integerBetween, jsonObject, optional } from "@/server/domain/fields";
import { validate, validateQuery } from "./validation";

const item = jsonObject({ name: freeText(120), amount: integerBetween(1, 9) });
const schema = jsonObject({
  amount: integerBetween(1, 1_000_000_000),
  code: codeText(5),
  items: optional(boundedList(item, 1, 50)),
});

/** Returns the message of the refusal; null when the value was accepted. */
function refusal(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "validation_error", message: "validation_error" });
    return (error as AppError).details.message ?? null;
  }
}
const bodyRefusal = (value: unknown, language: Language = "en") => refusal(() => validate(schema, value, language));

describe("bodies", () => {
  test("names each field with its path in the document", () => {
    const items = [
      { name: "a", amount: 1 },
      { name: "a", amount: 1 },
      { name: "x".repeat(121), amount: 1 },
    ];
    expect(bodyRefusal({ amount: 0, code: "a", items })).toBe(
      "amount: must be an integer between 1 and 1000000000; items[2].name: max 120 characters",
    );
  });
  test("in Turkish on request", () => {
    expect(bodyRefusal({ amount: 0, code: " " }, "tr")).toBe(
      "amount: 1 ile 1000000000 arasında bir tam sayı olmalıdır; code: boş olamaz",
    );
  });
  test("names fields in the order of the document, missing fields last", () => {
    expect(bodyRefusal({ items: 5, code: 5 })).toBe(
      "items: must be a list; code: must be a string; amount: is required",
    );
    const items = [{ amount: 0, name: 5 }, {}];
    expect(bodyRefusal({ items, amount: 1, code: "a" })).toBe(
      "items[0].amount: must be an integer between 1 and 9; items[0].name: must be a string; " +
        "items[1].name: is required; items[1].amount: is required",
    );
  });
  test("names at most five fields, each once, and never a value", () => {
    const items = Array.from({ length: 9 }, () => ({ name: "4111111111111111".repeat(9), amount: -1.5 }));
    const message = bodyRefusal({ items, amount: "4111111111111111", code: "4111111111111111" });
    expect(message?.split("; ")).toHaveLength(5);
    expect(message).not.toMatch(/\d{13}/);
    expect(new Set(message?.split("; ").map((part) => part.split(":")[0])).size).toBe(5);
  });
  test("does not list the members of a value again for each of its faults, of which there are 80,000", () => {
    let listed = 0;
    const countLists = (target: object) => {
      listed += 1;
      if (listed > 2) throw new Error("The members of a value are listed again and again");
      return Reflect.ownKeys(target);
    };
    const list = new Proxy(Array(40_000).fill(""), { ownKeys: countLists });
    const names = Array.from({ length: 40_000 }, (_, n) => [`name${n}`, ""]);
    const object = new Proxy(Object.fromEntries(names), { ownKeys: countLists });
    const wide = z.object({ list: z.array(codeText(5)), object: z.record(z.string(), codeText(5)) });
    const message = refusal(() => validate(wide, { object, list }, "en"));
    expect(message).toBe([0, 1, 2, 3, 4].map((n) => `object.name${n}: must not be blank`).join("; "));
    // Zod lists the members of the object once, and so does the sorting of the faults.
    expect(listed).toBe(2);
  });
  test("names the body when it is no object", () => {
    for (const value of [null, [], "x", 5]) expect(bodyRefusal(value)).toBe("body: must be an object");
  });
  test("treats names that objects inherit as unknown members", () => {
    expect(bodyRefusal(JSON.parse('{"__proto__":{"amount":1},"constructor":1,"amount":1,"code":"a"}'))).toBeNull();
    expect(bodyRefusal(JSON.parse('{"__proto__":{"amount":1,"code":"a"}}'))).toBe(
      "amount: is required; code: is required",
    );
  });
});

describe("queries", () => {
  const query = z.object({ code: codeText(5), note: freeText(5).optional() });
  const many = z.object({ code: codeText(5), colours: z.array(codeText(5)).optional() });
  const queryRefusal = (search: string) => refusal(() => validateQuery(query, search, "en"));

  test("ignores unknown parameters, also repeated ones", () => {
    expect(validateQuery(query, "?code=a%2Bb&x=1&x=2", "en")).toEqual({ code: "a+b" });
  });
  test("passes a repeatable parameter to its schema as a list, and refuses other repeated ones", () => {
    const read = (search: string) => validateQuery(many, search, "en", ["colours"]);
    expect(read("?colours=red&code=a&colours=blue&colours=red")).toEqual({
      code: "a",
      colours: ["red", "blue", "red"],
    });
    expect(read("?code=a&colours=red")).toEqual({ code: "a", colours: ["red"] });
    expect(read("?code=a")).toEqual({ code: "a" });
    expect(refusal(() => read("?code=a&colours=red&colours=toolong"))).toBe("colours[1]: max 5 characters");
    expect(refusal(() => read("?code=a&code=b&colours=red"))).toBe("code: must be given once");
  });
  test.each([
    ["", "code: is required"],
    ["?code=", "code: must not be blank"],
    ["?code=%20+", "code: must not be blank"],
    ["?code", "code: must not be blank"],
    ["?code=a&code=a", "code: must be given once"],
    ["?code=a&code=", "code: must be given once"],
    ["?code=%00", "code: must not contain control characters"],
    ["?code=%E0%A4%A", "query: has malformed percent-encoding"],
    ["?code=%ff", "query: has malformed percent-encoding"],
    ["?code=abcdef", "code: max 5 characters"],
    ["?note=aaaaaa&code=a", "note: max 5 characters"],
    ["?code=a;b", null],
    ["?code=a;note=b", "code: max 5 characters"],
  ])("%s", (search, message) => expect(queryRefusal(search)).toBe(message));
});
