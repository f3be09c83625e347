import fc from "fast-check";
import { expect, test } from "vitest";
import { charsetOfContentType, parseForm } from "./form-body";

const bytes = (text: string) => Buffer.from(text);

test("order, repetition, empty values and dots in names are kept", () => {
  expect(parseForm(bytes("b=2&a=&b=3&EXTRA.TRXDATE=x%2By+z&lone&&=v"))).toEqual([
    ["b", "2"],
    ["a", ""],
    ["b", "3"],
    ["EXTRA.TRXDATE", "x+y z"],
    ["lone", ""],
    ["", "v"],
  ]);
});

test("the given charset wins, then the encoding field, then UTF-8", () => {
  expect(parseForm(bytes("n=%DDzmir%FE&encoding=ISO-8859-9"))[0]).toEqual(["n", "İzmirş"]);
  expect(parseForm(bytes("n=%C4%B0&encoding=ISO-8859-9"), "utf-8")[0]).toEqual(["n", "İ"]);
  expect(parseForm(bytes("n=%C4%B0"))[0]).toEqual(["n", "İ"]);
  expect(parseForm(bytes("n=%C4%B0&encoding=KOI8-R"))[0]).toEqual(["n", "İ"]);
});

test("malformed escapes and bytes are read, never thrown at", () => {
  expect(parseForm(bytes("a=100%&b=%zz"))).toEqual([
    ["a", "100%"],
    ["b", "%zz"],
  ]);
  expect(parseForm(bytes("a=%ff"))).toEqual([["a", "\ufffd"]]);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (body) => Array.isArray(parseForm(body))));
});

test("a content type's charset is found", () => {
  expect(charsetOfContentType("text/html; charset=ISO-8859-9")).toBe("iso-8859-9");
  expect(charsetOfContentType('application/xml;Charset="UTF-8"')).toBe("utf-8");
  expect(charsetOfContentType("text/html")).toBeNull();
});
