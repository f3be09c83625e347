import { expect, test } from "vitest";
import fixture from "./nestpay/fixtures/vectors.json";
import type { Vector } from "./vector";
import { checkVectors } from "./vectors";

const published = fixture.vectors as unknown as Vector[];

test("all published NestPay vectors reproduce", () => {
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
    ],
  });
});

/** The vector as JSON text, altered. */
const altered = (vector: Vector, from: string | RegExp, to: string): Vector =>
  JSON.parse(JSON.stringify(vector).replace(from, to));

test.each(published.filter(({ kind }) => kind !== "security").map((vector) => [vector.id, vector] as const))(
  "%s fails once any expected value is another",
  (_, vector) => {
    for (const name of Object.keys(vector.expected).filter((key) => key !== "xml")) {
      const wrong = { ...vector, expected: { ...vector.expected, [name]: "another" } };
      expect(checkVectors([wrong]).lines.join()).toContain(`${vector.id}: differs in ${name}`);
    }
  },
);

test("a request's document is compared as a tree, without order and with every value", () => {
  const body = published.find(({ kind }) => kind === "request_body")!;
  const moved = altered(body, /<Name>\w+<\/Name>(<Password>\w+<\/Password>)/, "$1<Name>ISBANKAPI</Name>");
  expect(moved).not.toEqual(body);
  expect(checkVectors([moved]).failed).toBe(false);
  expect(checkVectors([altered(body, "<Total>100.25", "<Total>100.26")]).failed).toBe(true);
});

test("a vector that cannot be computed fails; a family that is not built is only counted", () => {
  const broken = { ...published[0], input: null } as unknown as Vector;
  expect(checkVectors([broken])).toMatchObject({ failed: true });
  const other = { ...published[0], family: "toString", expected: {} } as Vector;
  expect(checkVectors([other, other])).toEqual({
    failed: false,
    lines: ["toString request_hash: 2 not supported"],
  });
});
