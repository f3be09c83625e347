import { expect, test } from "vitest";
import type { ReturnFields } from "@/server/banks/bank";
import { account, order, proofs } from "@/server/testing/banks/posnet-order";
import { readReturn } from "./callback";

const packets: ReturnFields = Object.entries(proofs);
const read = (...fields: ReturnFields) => readReturn(fields, order, account);
const unresolved = { verdict: "unresolved", proofs };

test("unresolved for the three packets alone, and with all fields that the bank was seen to add", () => {
  expect(read(...packets)).toEqual(unresolved);
  const readable: ReturnFields = [
    ["Xid", order.orderId],
    ["Amount", "125050"],
    ["CCPrefix", "450634"],
    ["TranType", "Sale"],
    ["MerchantId", "6706598320"],
  ];
  expect(read(...readable, ...packets)).toEqual(unresolved);
  expect(read(...readable.map(([name]) => [name.toLowerCase(), ""] as const).slice(1), ...packets)).toEqual(unresolved);
});

test.each([
  ["order", "Xid", "ABCDEFGHJK23456789ZY"],
  ["order", "Xid", ""],
  ["order", "XID", "abcdefghjk23456789zz"],
  ["amount", "Amount", "125051"],
  ["amount", "AMOUNT", "0"],
  ["values", "MerchantId", "6706598321"],
])("refused (%s) for the readable field %s with %j", (why, name, value) => {
  expect(read(...packets, [name, value])).toEqual({ verdict: "refused", why });
});

test.each(["1250.50", "1250,50", "", "-1", "0000125050", "9".repeat(16)])(
  "unresolved for the amount %j, which equals ours or cannot be compared",
  (amount) => expect(read(...packets, ["Amount", amount])).toEqual(unresolved),
);

test("unresolved for a return whose readable fields claim an approval: the bank is asked all the same", () => {
  const other: ReturnFields = packets.map(([name]) => [name, "FF"] as const);
  expect(read(...other, ["TranType", "Approved"], ["CCPrefix", "1"])).toMatchObject({
    verdict: "unresolved",
    proofs: { MerchantPacket: "FF", BankPacket: "FF", Sign: "FF" },
  });
});

test.each(["mdStatus", "approved", "mac", "MerchantPacket1", "__proto__", "xid "])(
  "refused (fields) for an additional field %j",
  (name) => expect(read(...packets, [name, "1"])).toEqual({ verdict: "refused", why: "fields" }),
);

test.each(["MerchantPacket", "BankPacket", "Sign"])(
  "refused (fields), not for its values, for a return without %s",
  (name) => {
    const fields = packets.filter(([packet]) => packet !== name);
    expect(read(...fields)).toEqual({ verdict: "refused", why: "fields" });
  },
);

test.each([
  ["BankPacket", ""],
  ["BankPacket", "A B"],
  ["Sign", "\u0000"],
  ["Sign", "ş"],
  ["MerchantPacket", "A".repeat(4001)],
])("refused (values) for %s %j", (name, value) => {
  const fields = packets.map((field): readonly [string, string] => (field[0] === name ? [name, value] : field));
  expect(read(...fields)).toEqual({ verdict: "refused", why: "values" });
});
