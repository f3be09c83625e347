import { describe, expect, test } from "vitest";
import type { Protocol } from "../bank";
import garanti from "../garanti/fixtures/own-vectors.json";
import nestpay from "../nestpay/fixtures/own-vectors.json";
import payfor from "../payfor/fixtures/own-vectors.json";
import posnet from "../posnet/fixtures/own-vectors.json";
import type { Vector } from "./vector";
import { checkVectors } from "./vectors";

// Our own vectors: what an inquiry or a history of an order is evidence of (B-7.6).
const families = { nestpay, garanti, posnet, payfor } satisfies Record<Protocol, unknown>;

describe.each(Object.entries(families))("%s", (family, file) => {
  const vectors = file.vectors as unknown as Vector[];

  test.each(vectors.map((vector) => [vector.id, vector] as const))("reproduces %s, and nothing else", (_, vector) => {
    expect(checkVectors([vector]).lines).toEqual([`${family} response: 1 of 1 reproduce`]);
    for (const name of Object.keys(vector.expected)) {
      const wrong = { ...vector, expected: { ...vector.expected, [name]: "another" } };
      expect(checkVectors([wrong]).lines.join()).toContain(`${vector.id}: differs in ${name}`);
    }
  });

  test("says for every vector what the connector makes of it, and names each vector once", () => {
    expect(vectors.filter(({ expected }) => typeof expected.outcome !== "string")).toEqual([]);
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length);
  });
});

test("makes unknown (mismatch) of every own vector for another order", () => {
  const foreign = Object.values(families)
    .flatMap(({ vectors }) => vectors as unknown as Vector[])
    .map((vector) => ({
      ...vector,
      input: { ...vector.input, order: "ORDER000000000000009" },
      expected: { outcome: "unknown", cause: "mismatch" },
    }));
  expect(checkVectors(foreign)).toMatchObject({ failed: false });
});
