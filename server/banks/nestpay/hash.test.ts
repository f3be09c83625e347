import { expect, test } from "vitest";
import { digestsEqual } from "@/server/banks/compare";
import { hashVersion3, plaintextVersion3 } from "./hash";

test("sorts names without case, and does not fold letters by Turkish rules", () => {
  const fields = [
    ["Instalment", "i"],
    ["HASH", "never"],
    ["iReqCode", "q"],
    ["hashAlgorithm", "h"],
    ["lang", "l"],
    ["encoding", "never"],
    ["NATIONALIDNO", "never"],
    ["countdown", "never"],
    ["ID", "d"],
  ] as const;
  expect(plaintextVersion3(fields, "key")).toBe("h|d|i|q|l|key");
});

test("escapes backslash and bar, in the store key too; an empty value keeps its place", () => {
  const fields = [
    ["a", "1\\|2"],
    ["b", ""],
  ] as const;
  expect(plaintextVersion3(fields, "k|\\")).toBe("1\\\\\\|2||k\\|\\\\");
});

test("returns 88 characters of base64, which differ when one value differs", () => {
  const one = hashVersion3([["amount", "10.00"]], "key");
  expect(one).toMatch(/^[A-Za-z0-9+/]{86}==$/);
  expect(hashVersion3([["amount", "10.01"]], "key")).not.toBe(one);
});

test("treats digests as equal only when their texts are identical", () => {
  expect(digestsEqual("Ab+/", "Ab+/")).toBe(true);
  expect(digestsEqual("Ab+/", "ab+/")).toBe(false);
  expect(digestsEqual("Ab+/", "Ab+/ ")).toBe(false);
  expect(digestsEqual("", "Ab+/")).toBe(false);
});
