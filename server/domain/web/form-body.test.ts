import fc from "fast-check";
import { expect, test } from "vitest";
import { parseContentTypeCharset, parseForm } from "./form-body";

const bytes = (text: string) => Buffer.from(text);

test("keeps the order, repeated fields, empty values and dots in names", () => {
  expect(parseForm(bytes("b=2&a=&b=3&EXTRA.TRXDATE=x%2By+z&lone&&=v"))).toEqual([
    ["b", "2"],
    ["a", ""],
    ["b", "3"],
    ["EXTRA.TRXDATE", "x+y z"],
    ["lone", ""],
    ["", "v"],
  ]);
});

test("uses the given charset, else the encoding field, else UTF-8", () => {
  expect(parseForm(bytes("n=%DDzmir%FE&encoding=ISO-8859-9"))[0]).toEqual(["n", "İzmirş"]);
  expect(parseForm(bytes("n=%C4%B0&encoding=ISO-8859-9"), "utf-8")[0]).toEqual(["n", "İ"]);
  expect(parseForm(bytes("n=%C4%B0"))[0]).toEqual(["n", "İ"]);
  expect(parseForm(bytes("n=%C4%B0&encoding=KOI8-R"))[0]).toEqual(["n", "İ"]);
});

test("reads malformed escapes and bytes without throwing", () => {
  expect(parseForm(bytes("a=100%&b=%zz"))).toEqual([
    ["a", "100%"],
    ["b", "%zz"],
  ]);
  expect(parseForm(bytes("a=%ff"))).toEqual([["a", "\ufffd"]]);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (body) => Array.isArray(parseForm(body))));
});

test("finds the charset of a content type", () => {
  expect(parseContentTypeCharset("text/html; charset=ISO-8859-9")).toBe("iso-8859-9");
  expect(parseContentTypeCharset('application/xml;Charset="UTF-8"')).toBe("utf-8");
  expect(parseContentTypeCharset("text/html")).toBeNull();
});
