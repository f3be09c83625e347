import { beforeEach, expect, test } from "vitest";
import { giveFileShop } from "@/server/testing/banks/file-shop";
import {
  completing,
  history,
  inquiry,
  openPayforShop,
  type PayforTestShop,
  refunding,
  voiding,
} from "@/server/testing/banks/payfor-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { otherShop, sandboxShop } from "../records/shops";

let shop: PayforTestShop;
giveFileShop(openPayforShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const paid = async (order: Parameters<PayforTestShop["buy"]>[0] = {}) => {
  const { oid, callback } = await shop.buy(order);
  const answer = await shop.api(completing(oid, callback));
  expect(answer.text("ProcReturnCode")).toBe("00");
  return { oid, callback, answer };
};
const statusOf = async (oid: string) => {
  const { root } = await shop.api(inquiry(oid));
  return Object.fromEntries(root.children.map(({ name, text }) => [name, text]));
};
const linesOf = async (oid: string) =>
  (await shop.api(history(oid))).records.map((record) =>
    ["TxnType", "TxnStatus", "ProcReturnCode", "PurchAmount", "OrderId", "OrgOrderId"].map((name) =>
      record.get(name),
    ),
  );

test("a sale: its request, amount with two decimals, installments, references, times of Istanbul", async () => {
  const { oid, callback, answer } = await paid({ amount: "1250.5", installment: "3" });
  expect(await statusOf(oid)).toMatchObject({
    RequestGuid: callback.get("RequestGuid"),
    OrderId: oid,
    TxnType: "Auth",
    TxnStatus: "Y",
    PurchAmount: "1250.50",
    InstallmentCount: "3",
    Currency: "949",
    CardMask: "435508******0005",
    ProcReturnCode: "00",
    AuthCode: answer.text("AuthCode"),
    F37: answer.text("HostRefNum"),
    InsertDatetime: "20.11.2026 12:00:00",
    TrxDate: "20.11.2026 12:00",
    VoidDate: "",
    VoidTime: "0",
    IsVoided: "false",
    IsRefunded: "false",
    RefundedAmount: "0",
  });
  expect(await linesOf(oid)).toEqual([["Auth", "Y", "00", "1250.50", oid, ""]]);
});

test("a void: the sale says so, and a record of its own stands beside it in the history", async () => {
  const { oid } = await paid();
  shop.clock.advanceMs(61_000);
  await shop.api(voiding(oid));
  expect(await statusOf(oid)).toMatchObject({
    TxnType: "Auth",
    TxnStatus: "V",
    ProcReturnCode: "00",
    IsVoided: "true",
    PurchAmount: "12.50",
    VoidDate: "20261120",
    VoidTime: "120101",
    VoidUserCode: "VEZNE_API",
  });
  expect(await linesOf(oid)).toEqual([
    ["Auth", "V", "00", "12.50", oid, ""],
    ["Void", "Y", "00", "12.50", oid, oid],
  ]);
});

test("refunds: the status stays the sale's and tells their sum, the history has each of them, newest last", async () => {
  const { oid } = await paid();
  await shop.api(refunding(oid, "2.50"));
  expect(await statusOf(oid)).toMatchObject({
    TxnType: "Auth",
    TxnStatus: "Y",
    RefundedAmount: "2.50",
    IsRefunded: "false",
    PurchAmount: "12.50",
  });
  shop.clock.set(new Date("2026-12-24T20:59:59.000Z"));
  const second = await shop.api(refunding(oid, "10"));
  expect(await statusOf(oid)).toMatchObject({ RefundedAmount: "12.50", IsRefunded: "true" });
  expect(await linesOf(oid)).toEqual([
    ["Auth", "Y", "00", "12.50", oid, ""],
    ["Refund", "Y", "00", "2.50", oid, oid],
    ["Refund", "Y", "00", "10.00", oid, oid],
  ]);
  const last = (await shop.api(history(oid))).records.at(-1);
  expect(["F37", "InsertDatetime", "RefundedAmount"].map((name) => last?.get(name))).toEqual([
    second.text("HostRefNum"),
    "24.12.2026 23:59:59",
    "10.00",
  ]);
});

test("what was refused stays refused, and was not voided, when the sale is", async () => {
  const { oid } = await paid({ pan: panWith("credit_declined") });
  await shop.api(refunding(oid, "2.50"));
  await shop.api(voiding(oid));
  expect(await linesOf(oid)).toEqual([
    ["Auth", "V", "00", "12.50", oid, ""],
    ["Refund", "N", "05", "2.50", oid, oid],
    ["Void", "Y", "00", "12.50", oid, oid],
  ]);
  expect(await statusOf(oid)).toMatchObject({ TxnStatus: "V", RefundedAmount: "0" });
});

test("a sale that the issuer declined is on record with its code and without an authorisation", async () => {
  const { oid, callback } = await shop.buy({ pan: panWith("declined_lost_card"), installment: "6" });
  await shop.api(completing(oid, callback));
  expect(await statusOf(oid)).toMatchObject({
    TxnType: "Auth",
    TxnStatus: "N",
    TxnResult: "Failed",
    ProcReturnCode: "41",
    AuthCode: "",
    InstallmentCount: "6",
    RefundedAmount: "0",
    IsVoided: "false",
  });
  expect(await linesOf(oid)).toEqual([["Auth", "N", "41", "12.50", oid, ""]]);
});

test("V013 and the request told back: an unknown order, one only authenticated, another shop's", async () => {
  const { oid } = await paid();
  const waiting = await shop.buy();
  const { merchantId, userCode, userPass } = otherShop.payfor;
  const theirs = { MerchantId: merchantId, UserCode: userCode, UserPass: userPass };
  for (const [asked, credentials] of [
    [newOrderId(), {}],
    [waiting.oid, {}],
    [oid, theirs],
  ] as const) {
    const status = await shop.api({ ...inquiry(asked), ...credentials });
    const names = ["ProcReturnCode", "TxnStatus", "TxnType", "OrderId", "RequestGuid", "AuthCode"];
    expect(names.map((name) => status.text(name))).toEqual(["V013", "P", "OrderInquiry", asked, "0", ""]);
    const { records } = await shop.api({ ...history(asked), ...credentials });
    expect(records.map((record) => names.slice(0, 4).map((name) => record.get(name)))).toEqual([
      ["V013", "P", "TxnHistory", asked],
    ]);
    const secrets = Object.keys(credentials).length === 0 ? sandboxShop.payfor : otherShop.payfor;
    expect(records[0]?.get("MerchantPass")).toBe(secrets.merchantPass);
  }
});

test("a day that ends keeps what is on record as it was", async () => {
  const { oid } = await paid();
  const before = await statusOf(oid);
  shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
  expect(await statusOf(oid)).toEqual(before);
});
