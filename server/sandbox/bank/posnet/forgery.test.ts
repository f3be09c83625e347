import { expect, test } from "vitest";
import type { FormFields } from "@/server/domain/web/form-body";
import type { BrowserForm } from "../records/authentications";
import { forge } from "./forgery";
import { deriveCheapOrder } from "./packets";

const fields: FormFields = [
  ["MerchantPacket", "AA0F"],
  ["BankPacket", "BB0F"],
  ["Sign", "CC0F"],
  ["CCPrefix", "435508"],
  ["TranType", "Sale"],
  ["Amount", "125050"],
  ["Xid", "ORDER000000000000001"],
];
const genuine: BrowserForm = { action: "https://shop.example/return", fields };
const changedBy = (outcome: Parameters<typeof forge>[0], form = genuine) => {
  const forged = forge(outcome, form);
  expect([forged.action, forged.fields.map(([name]) => name)]).toEqual([
    form.action,
    form.fields.map(([name]) => name),
  ]);
  return Object.fromEntries(forged.fields.filter(([, value], i) => value !== form.fields[i]?.[1]));
};
const withAmount = (amount: string) => ({
  ...genuine,
  fields: fields.map(([name, value]) => [name, name === "Amount" ? amount : value] as const),
});

test("changes one digit of Sign to the next one, also after F, and nothing else", () => {
  expect(changedBy("callback_forged_hash")).toEqual({ Sign: "CC00" });
  expect(changedBy("callback_forged_hash", forge("callback_forged_hash", genuine))).toEqual({
    Sign: "CC01",
  });
});

test("changes the amount, also one that is already the forged amount", () => {
  expect(changedBy("callback_forged_amount")).toEqual({ Amount: "100" });
  expect(changedBy("callback_forged_amount", withAmount("100"))).toEqual({ Amount: "200" });
});

test("changes the packets to those of the forger's cheap order, always the same ones, and keeps the other fields", () => {
  const { amountKurus, bankData, merchantData, sign } = deriveCheapOrder("BB0F", 125_050n);
  const packets = { MerchantPacket: merchantData, BankPacket: bankData, Sign: sign };
  expect([amountKurus, deriveCheapOrder("BB0F", 100n).amountKurus]).toEqual([100n, 200n]);
  expect(changedBy("callback_forged_fields")).toEqual(packets);
  expect(changedBy("callback_forged_fields", withAmount("100"))).toEqual(packets);
  expect(deriveCheapOrder("BB00", 125_050n).bankData).not.toBe(bankData);
});

test("returns the form of any other card unchanged", () => {
  expect(forge("approved", genuine)).toBe(genuine);
  expect(forge("callback_twice", genuine)).toBe(genuine);
});
