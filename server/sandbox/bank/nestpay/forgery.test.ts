import { expect, test } from "vitest";
import { hashVersion3 } from "@/server/banks/nestpay/hash";
import { forge, renameFields } from "./forgery";

const storeKey = "TEST1234";
const failed = [
  ["oid", "F-1"],
  ["clientid", "190100000"],
  ["mdStatus", "0"],
  ["md", "435508:AA:1:##190100000"],
  ["merchantID", "190100000"],
  ["dsId", "1"],
  ["amount", "10.00"],
  ["okUrl", "https://shop.example/ok"],
] as const;
const signed = [...failed, ["HASH", hashVersion3(failed, storeKey)]] as const;
const listValues = (fields: readonly (readonly [string, string])[], name: string) =>
  fields.filter(([candidate]) => candidate === name).map(([, value]) => value);

test("renames fields so that mdStatus is 1, the other values remain, and the hash still matches", () => {
  const forged = renameFields(signed);
  expect(listValues(forged, "mdStatus")).toEqual(["1"]);
  expect(listValues(forged, "oid")).toEqual(["F-1"]);
  expect(listValues(forged, "amount")).toEqual(["10.00"]);
  expect(listValues(forged, "HASH")).toEqual([hashVersion3(forged, storeKey)]);
  expect(forged.map(([, value]) => value).sort()).toEqual(signed.map(([, value]) => value).sort());
  expect(listValues(forged, "md")).toEqual([]);
});

test("changes the amount, also one that is already the forged amount, and keeps the hash, which no longer matches", () => {
  const form = { action: "https://shop.example/ok", fields: signed };
  const forged = forge("callback_forged_amount", form).fields;
  expect(listValues(forged, "amount")).toEqual(["1.00"]);
  expect(listValues(forged, "HASH")).toEqual(listValues(signed, "HASH"));
  expect(listValues(forged, "HASH")).not.toEqual([hashVersion3(forged, storeKey)]);
  expect(listValues(forge("callback_forged_amount", { ...form, fields: forged }).fields, "amount")).toEqual(["2.00"]);
});

test("replaces the hash by one of another key, and changes nothing else", () => {
  const forged = forge("callback_forged_hash", { action: "x", fields: signed }).fields;
  expect(forged.slice(0, -1)).toEqual(failed);
  expect(listValues(forged, "HASH")).not.toEqual(listValues(signed, "HASH"));
});

test("returns the callback of any other card unchanged", () => {
  const form = { action: "x", fields: signed };
  expect(forge("approved", form)).toBe(form);
  expect(forge("callback_twice", form)).toBe(form);
});
