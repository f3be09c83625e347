import { expect, test } from "vitest";
import type { FormFields } from "@/server/domain/web/form-body";
import type { BrowserForm } from "../records/authentications";
import { forge } from "./forgery";
import { cheapOrderBeside } from "./packets";

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

test("one digit of Sign is the next one, also after F, and nothing else changes", () => {
  expect(changedBy("callback_forged_hash")).toEqual({ Sign: "CC00" });
  expect(changedBy("callback_forged_hash", forge("callback_forged_hash", genuine))).toEqual({
    Sign: "CC01",
  });
});

test("another amount, also where the amount is the forger's own", () => {
  expect(changedBy("callback_forged_amount")).toEqual({ Amount: "100" });
  expect(changedBy("callback_forged_amount", withAmount("100"))).toEqual({ Amount: "200" });
});

test("the packets of the forger's cheap order, the same whenever it is made, beside this order's own fields", () => {
  const { amountKurus, bankData, merchantData, sign } = cheapOrderBeside("BB0F", 125_050n);
  const packets = { MerchantPacket: merchantData, BankPacket: bankData, Sign: sign };
  expect([amountKurus, cheapOrderBeside("BB0F", 100n).amountKurus]).toEqual([100n, 200n]);
  expect(changedBy("callback_forged_fields")).toEqual(packets);
  expect(changedBy("callback_forged_fields", withAmount("100"))).toEqual(packets);
  expect(cheapOrderBeside("BB00", 125_050n).bankData).not.toBe(bankData);
});

test("the return of any other card is left as it is", () => {
  expect(forge("approved", genuine)).toBe(genuine);
  expect(forge("callback_twice", genuine)).toBe(genuine);
});
