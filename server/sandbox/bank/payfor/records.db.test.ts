import { beforeEach, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  completeRequest,
  history,
  inquiry,
  openPayforShop,
  type PayforTestShop,
  refundRequest,
  voidRequest,
} from "@/server/testing/banks/payfor-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { otherShop, sandboxShop } from "../records/shops";

let shop: PayforTestShop;
setUpShop(openPayforShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const paid = async (order: Parameters<PayforTestShop["buy"]>[0] = {}) => {
  const { oid, callback } = await shop.buy(order);
  const answer = await shop.api(completeRequest(oid, callback));
  expect(answer.text("ProcReturnCode")).toBe("00");
  return { oid, callback, answer };
};
const readStatus = async (oid: string) => {
  const { root } = await shop.api(inquiry(oid));
  return Object.fromEntries(root.children.map(({ name, text }) => [name, text]));
};
const readHistory = async (oid: string) =>
  (await shop.api(history(oid))).records.map((record) =>
    ["TxnType", "TxnStatus", "ProcReturnCode", "PurchAmount", "OrderId", "OrgOrderId"].map((name) => record.get(name)),
  );

test("returns a sale with its request number, amount, installments, references and Istanbul times", async () => {
  const { oid, callback, answer } = await paid({ amount: "1250.5", installment: "3" });
  expect(await readStatus(oid)).toMatchObject({
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
  expect(await readHistory(oid)).toEqual([["Auth", "Y", "00", "1250.50", oid, ""]]);
});

test("shows a void in the sale, and as a record of its own in the history", async () => {
  const { oid } = await paid();
  shop.clock.advanceMs(61_000);
  await shop.api(voidRequest(oid));
  expect(await readStatus(oid)).toMatchObject({
    TxnType: "Auth",
    TxnStatus: "V",
    ProcReturnCode: "00",
    IsVoided: "true",
    PurchAmount: "12.50",
    VoidDate: "20261120",
    VoidTime: "120101",
    VoidUserCode: "VEZNE_API",
  });
  expect(await readHistory(oid)).toEqual([
    ["Auth", "V", "00", "12.50", oid, ""],
    ["Void", "Y", "00", "12.50", oid, oid],
  ]);
});

test("shows the newest refund instead of the sale, and each refund in the history, newest last", async () => {
  const { oid } = await paid();
  await shop.api(refundRequest(oid, "2.50"));
  const refund = { TxnType: "Refund", TxnStatus: "Y", OrderId: oid, OrgOrderId: oid };
  expect(await readStatus(oid)).toMatchObject({ ...refund, PurchAmount: "2.50", RefundedAmount: "2.50" });
  shop.clock.set(new Date("2026-12-24T20:59:59.000Z"));
  const second = await shop.api(refundRequest(oid, "10"));
  expect(await readStatus(oid)).toMatchObject({ ...refund, PurchAmount: "10.00", F37: second.text("HostRefNum") });
  const [sale] = (await shop.api(history(oid))).records;
  expect(["TxnType", "RefundedAmount", "IsRefunded"].map((name) => sale?.get(name))).toEqual(["Auth", "12.50", "true"]);
  expect(await readHistory(oid)).toEqual([
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

test("keeps a refused refund as refused when the sale is voided", async () => {
  const { oid } = await paid({ pan: panWith("credit_declined") });
  await shop.api(refundRequest(oid, "2.50"));
  expect(await readStatus(oid)).toMatchObject({ TxnType: "Refund", TxnStatus: "N", ProcReturnCode: "05" });
  await shop.api(voidRequest(oid));
  expect(await readHistory(oid)).toEqual([
    ["Auth", "V", "00", "12.50", oid, ""],
    ["Refund", "N", "05", "2.50", oid, oid],
    ["Void", "Y", "00", "12.50", oid, oid],
  ]);
});

test("records a declined sale with its code and without an authorisation code", async () => {
  const { oid, callback } = await shop.buy({ pan: panWith("declined_lost_card"), installment: "6" });
  await shop.api(completeRequest(oid, callback));
  expect(await readStatus(oid)).toMatchObject({
    TxnType: "Auth",
    TxnStatus: "N",
    TxnResult: "Failed",
    ProcReturnCode: "41",
    AuthCode: "",
    InstallmentCount: "6",
    RefundedAmount: "0",
    IsVoided: "false",
  });
  expect(await readHistory(oid)).toEqual([["Auth", "N", "41", "12.50", oid, ""]]);
});

test("V013 with an echo of the request for an unknown order, one only authenticated, and one of another shop", async () => {
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

test("does not change the record at the day-end", async () => {
  const { oid } = await paid();
  const before = await readStatus(oid);
  shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
  expect(await readStatus(oid)).toEqual(before);
});
