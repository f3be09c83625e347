import { expect, test } from "vitest";
import { cursorCodec, idPart, instantPart, integerPart, signedPart } from "./list-cursor";

const codec = cursorCodec({ amount: integerPart, createdAt: instantPart, id: idPart("pay_") });
const position = { amount: 125_050n, createdAt: new Date("2026-11-23T09:00:00.123Z"), id: "pay_01ABC" };

test("reads the position that was written, and says nothing about it at a glance", () => {
  const cursor = codec.write("-amount", position);
  expect(codec.read("-amount", cursor)).toEqual(position);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(cursor).not.toContain("125050");
});

test("null for a cursor of another order", () => {
  const cursor = codec.write("-amount", position);
  for (const sort of ["amount", "-created", ""]) expect(codec.read(sort, cursor)).toBeNull();
});

const written = (text: string): string => Buffer.from(text).toString("base64url");

test.each([
  "",
  "no-cursor",
  written("-amount 1 1 plk_1"),
  written("-amount 1 1 pay_1' or 1=1"),
  written("-amount 1 1"),
  written("-amount 1 1 pay_1 pay_2"),
  written("-amount -1 1 pay_1"),
  written(`-amount 1 ${"9".repeat(15)} pay_1`),
  written(`-amount ${"9".repeat(19)} 1 pay_1`),
])("null for the cursor %j, which no list wrote", (cursor) => expect(codec.read("-amount", cursor)).toBeNull());

test("reads an amount below 0 where the list has such amounts", () => {
  const signed = cursorCodec({ net: signedPart, id: idPart("stl_") });
  expect(signed.read("net", signed.write("net", { net: -5_000n, id: "stl_1" }))).toEqual({ net: -5_000n, id: "stl_1" });
  expect(signed.read("net", written("net --1 stl_1"))).toBeNull();
});
