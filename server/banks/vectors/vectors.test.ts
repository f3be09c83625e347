import { expect, test } from "vitest";
import garanti from "../garanti/fixtures/vectors.json";
import nestpay from "../nestpay/fixtures/vectors.json";
import payfor from "../payfor/fixtures/vectors.json";
import posnet from "../posnet/fixtures/vectors.json";
import type { Vector } from "./vector";
import { checkVectors } from "./vectors";

const published = [nestpay, garanti, posnet, payfor].flatMap(({ vectors }) => vectors as unknown as Vector[]);

test("reproduces all published vectors of the four protocols", () => {
  expect(published).toHaveLength(87);
  expect(checkVectors(published)).toEqual({
    failed: false,
    lines: [
      "nestpay request_hash: 7 of 7 reproduce",
      "nestpay callback: 6 of 6 reproduce",
      "nestpay security: 1 of 1 reproduce",
      "nestpay callback_shape: 1 of 1 reproduce",
      "nestpay request_body: 4 of 4 reproduce",
      "nestpay request_form: 1 of 1 reproduce",
      "nestpay response: 10 of 10 reproduce",
      "garanti intermediate: 1 of 1 reproduce",
      "garanti request_hash: 6 of 6 reproduce",
      "garanti callback: 3 of 3 reproduce",
      "garanti request_body: 3 of 3 reproduce",
      "garanti request_form: 1 of 1 reproduce",
      "garanti response: 6 of 6 reproduce",
      "posnet intermediate: 1 of 1 reproduce",
      "posnet request_hash: 1 of 1 reproduce",
      "posnet resolve: 4 of 4 reproduce",
      "posnet response_mac: 1 of 1 reproduce",
      "posnet request_body: 5 of 5 reproduce",
      "posnet request_form: 1 of 1 reproduce",
      "posnet response: 4 of 4 reproduce",
      "payfor request_hash: 5 of 5 reproduce",
      "payfor callback: 5 of 5 reproduce",
      "payfor request_body: 4 of 4 reproduce",
      "payfor request_form: 1 of 1 reproduce",
      "payfor response: 5 of 5 reproduce",
    ],
  });
});

/** Returns a copy of the vector with a replacement in its JSON text. */
const altered = (vector: Vector, from: string | RegExp, to: string): Vector =>
  JSON.parse(JSON.stringify(vector).replace(from, to));

test.each(published.filter(({ kind }) => kind !== "security").map((vector) => [vector.id, vector] as const))(
  "fails for %s with any expected value changed",
  (_, vector) => {
    for (const name of Object.keys(vector.expected).filter((key) => key !== "xml")) {
      const wrong = { ...vector, expected: { ...vector.expected, [name]: "another" } };
      expect(checkVectors([wrong]).lines.join()).toContain(`${vector.id}: differs in ${name}`);
    }
  },
);

test("compares a NestPay document with all its values, in any order of elements", () => {
  const body = published.find(({ kind }) => kind === "request_body")!;
  const moved = altered(body, /<Name>\w+<\/Name>(<Password>\w+<\/Password>)/, "$1<Name>ISBANKAPI</Name>");
  expect(moved).not.toEqual(body);
  expect(checkVectors([moved]).failed).toBe(false);
  expect(checkVectors([altered(body, "<Total>100.25", "<Total>100.26")]).failed).toBe(true);
});

test.each(["garanti", "posnet"])("fails for a %s document with its elements in another order", (family) => {
  const body = published.find((one) => one.family === family && one.kind === "request_body")!;
  const [, first = "", second = ""] = /^(?:<\?[^>]*>)?<\w+>(<(\w+)>[^<]*<\/\2>)/.exec(String(body.expected.xml)) ?? [];
  expect(second).not.toBe("");
  const xml = String(body.expected.xml)
    .replace(first, "")
    .replace(/<\/\w+>$/, (end) => first + end);
  expect(checkVectors([{ ...body, expected: { xml } }]).failed).toBe(true);
  const tree = Object.fromEntries(Object.entries(body.expected.tree as object).reverse());
  expect(checkVectors([{ ...body, expected: { tree } }]).failed).toBe(true);
});

test("fails for a vector that cannot be computed; only counts vectors of a family that is not built", () => {
  const broken = { ...published[0], input: null } as unknown as Vector;
  expect(checkVectors([broken])).toMatchObject({ failed: true });
  const other = { ...published[0], family: "toString", expected: {} } as Vector;
  expect(checkVectors([other, other])).toEqual({
    failed: false,
    lines: ["toString request_hash: 2 not supported"],
  });
});
