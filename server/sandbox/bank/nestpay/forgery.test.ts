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
const valueIn = (fields: readonly (readonly [string, string])[], name: string) =>
  fields.filter(([candidate]) => candidate === name).map(([, value]) => value);

test("renamed fields say mdStatus 1, keep the other values, and the hash still matches", () => {
  const forged = renameFields(signed);
  expect(valueIn(forged, "mdStatus")).toEqual(["1"]);
  expect(valueIn(forged, "oid")).toEqual(["F-1"]);
  expect(valueIn(forged, "amount")).toEqual(["10.00"]);
  expect(valueIn(forged, "HASH")).toEqual([hashVersion3(forged, storeKey)]);
  expect(forged.map(([, value]) => value).sort()).toEqual(signed.map(([, value]) => value).sort());
  expect(valueIn(forged, "md")).toEqual([]);
});

test("a changed amount keeps the hash, which no longer matches; so does the amount that is the forger's own", () => {
  const form = { action: "https://shop.example/ok", fields: signed };
  const forged = forge("callback_forged_amount", form).fields;
  expect(valueIn(forged, "amount")).toEqual(["1.00"]);
  expect(valueIn(forged, "HASH")).toEqual(valueIn(signed, "HASH"));
  expect(valueIn(forged, "HASH")).not.toEqual([hashVersion3(forged, storeKey)]);
  expect(valueIn(forge("callback_forged_amount", { ...form, fields: forged }).fields, "amount")).toEqual([
    "2.00",
  ]);
});

test("a hash made with another key changes nothing else", () => {
  const forged = forge("callback_forged_hash", { action: "x", fields: signed }).fields;
  expect(forged.slice(0, -1)).toEqual(failed);
  expect(valueIn(forged, "HASH")).not.toEqual(valueIn(signed, "HASH"));
});

test("the callback of any other card is left as it is", () => {
  const form = { action: "x", fields: signed };
  expect(forge("approved", form)).toBe(form);
  expect(forge("callback_twice", form)).toBe(form);
});
