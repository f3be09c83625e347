import { expect, test } from "vitest";
import { digestsEqual } from "@/server/banks/compare";
import { hashVersion3, plaintextVersion3 } from "./hash";

test("the order of names ignores case and never folds as Turkish would", () => {
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

test("backslash and bar are escaped, in the store key too, and an empty value keeps its slot", () => {
  const fields = [
    ["a", "1\\|2"],
    ["b", ""],
  ] as const;
  expect(plaintextVersion3(fields, "k|\\")).toBe("1\\\\\\|2||k\\|\\\\");
});

test("a digest is 88 characters of base64 and differs when one value differs", () => {
  const one = hashVersion3([["amount", "10.00"]], "key");
  expect(one).toMatch(/^[A-Za-z0-9+/]{86}==$/);
  expect(hashVersion3([["amount", "10.01"]], "key")).not.toBe(one);
});

test("digests are equal only as the very same text", () => {
  expect(digestsEqual("Ab+/", "Ab+/")).toBe(true);
  expect(digestsEqual("Ab+/", "ab+/")).toBe(false);
  expect(digestsEqual("Ab+/", "Ab+/ ")).toBe(false);
  expect(digestsEqual("", "Ab+/")).toBe(false);
});
