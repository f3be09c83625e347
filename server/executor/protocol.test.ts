import { expect, test } from "vitest";
import { canonicalText, createSignature, isSigned } from "./protocol";

const key = "signkey-prod-0011aabb";
const at = new Date(1_795_230_039_999);
// printf '%s' '{"a":1,"b":[true,null]}1795230039' | openssl dgst -sha256 -hmac 0011aabb
const known = "t=1795230039&s=0d882a649555e70dee841a0cc12e45a10d30013dd0fe0cb105d327266893e290";

test("writes JSON in one form for any order of keys", () => {
  expect(canonicalText({ b: [true, null], a: 1, c: undefined })).toBe('{"a":1,"b":[true,null]}');
});

test("signs the text and the second with the key's text after its prefix", () => {
  expect(createSignature('{"a":1,"b":[true,null]}', key, at)).toBe(known);
  expect(isSigned('{"a":1,"b":[true,null]}', known, key)).toBe(true);
});

test("refuses another text, key or second, and a missing signature", () => {
  expect(isSigned('{"a":2}', known, key)).toBe(false);
  expect(isSigned('{"a":1,"b":[true,null]}', known, "signkey-prod-0011aabc")).toBe(false);
  expect(isSigned('{"a":1,"b":[true,null]}', known.replace("039&", "040&"), key)).toBe(false);
  for (const text of ["", "t=1", "s=00", known.slice(0, -1)]) {
    expect(isSigned('{"a":1,"b":[true,null]}', text, key)).toBe(false);
  }
});
