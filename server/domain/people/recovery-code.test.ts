import { expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { hashRecoveryCode, newRecoveryCode } from "./recovery-code";

test("every character of the alphabet occurs at each of the sixteen positions", () => {
  const codes = Array.from({ length: 1_000 }, () => newRecoveryCode(systemRandom).replaceAll("-", ""));
  for (let place = 0; place < 16; place += 1) {
    expect([...new Set(codes.map((code) => code[place]))].sort().join("")).toBe("0123456789abcdefghjkmnpqrstvwxyz");
  }
  expect(new Set(codes).size).toBe(codes.length);
});

test("gives every spelling of a code the same hash", () => {
  const right = hashRecoveryCode("k7q0-m3v1-9hpa-2wz1");
  for (const typed of ["K7Q0M3V19HPA2WZ1", " k7qo m3vi 9hpa 2wzl ", "K7QO-M3VL-9HPA-2WZI"]) {
    expect(hashRecoveryCode(typed)).toEqual(right);
  }
});

test.each(["", "123456", "k7q0-m3v1-9hpa-2wz", "k7q0-m3v1-9hpa-2wz1-2", "k7q0-m3v1-9hpa-2wzu"])(
  "returns null for %j",
  (typed) => {
    expect(hashRecoveryCode(typed)).toBeNull();
  },
);
