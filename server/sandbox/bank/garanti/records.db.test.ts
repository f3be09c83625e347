import { beforeEach, describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  type ApiRequest,
  buildDocument,
  buildSale,
  type GarantiTestShop,
  type Order,
  openGarantiShop,
  payOrder,
} from "@/server/testing/banks/garanti-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { otherShop, sandboxShop } from "../records/shops";

let shop: GarantiTestShop;
setUpShop(openGarantiShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const paid = (order?: Partial<Order>) => payOrder(shop, order);
const readStatus = async (orderId: string, ...names: string[]) => {
  const answer = await shop.api({ type: "orderinq", orderId });
  return names.map((name) => answer.text(`Order.OrderInqResult.${name}`));
};
const readHistory = async (orderId: string) => (await shop.api({ type: "orderhistoryinq", orderId })).lines;
const malformed = ["GVPS", "92", "0002"];
const notFound = ["GVPS", "92", "0110"];

describe("inquiry", () => {
  test("returns a sale as approved, with its amount in kuruş, its installments and Istanbul times", async () => {
    const { orderId, rrn } = await paid({ txnamount: "125050", txninstallmentcount: "6" });
    const names = ["Status", "AuthAmount", "PreAuthAmount", "InstallmentCnt", "AuthDate", "Code", "RetrefNum"];
    expect(await readStatus(orderId, ...names)).toEqual([
      "APPROVED",
      "125050",
      "0",
      "6",
      "2026-11-20 12:00:00.000",
      "00",
      rrn,
    ]);
    expect(await readStatus(orderId, "CardNumberMasked")).toEqual(["435508******0005"]);
    expect(await readStatus((await paid()).orderId, "InstallmentCnt")).toEqual(["0"]);
  });

  test("returns nothing about voids, refunds and earlier declined attempts", async () => {
    const [voided, refunded] = [await paid(), await paid()];
    await shop.api({ type: "void", ...voided });
    await shop.api({ type: "refund", ...refunded, amount: "1250" });
    for (const { orderId } of [voided, refunded])
      expect(await readStatus(orderId, "Status", "AuthAmount")).toEqual(["APPROVED", "1250"]);

    const orderId = newOrderId();
    for (const outcome of ["declined_lost_card", "approved"] as const) {
      const { callback } = await shop.buy({ orderid: orderId, cardnumber: panWith(outcome) });
      await shop.api(buildSale(orderId, callback));
    }
    expect(await readStatus(orderId, "Status", "Code")).toEqual(["APPROVED", "00"]);
    expect((await readHistory(orderId)).map((line) => line.get("Status"))).toEqual(["41", "00"]);
  });

  test.each(["orderinq", "orderhistoryinq"])(
    "0110 for an unknown order and for an order of another shop: %s",
    async (type) => {
      const { orderId } = await paid();
      const { merchantId, terminalId, provPassword } = otherShop.garanti;
      const theirs = { terminal: terminalId, merchant: merchantId, password: provPassword };
      for (const request of [{ orderId: newOrderId() }, { orderId, ...theirs }]) {
        const answer = await shop.api({ type, ...request });
        expect(answer.verdict).toEqual(notFound);
        expect(answer.text("Order.OrderID")).toBe(request.orderId);
        expect(answer.lines).toEqual([]);
      }
      const unknown = await shop.api({ type: "orderinq", orderId: newOrderId() });
      const found = ["Status", "AuthAmount", "CardNumberMasked"].map((n) => unknown.text(`Order.OrderInqResult.${n}`));
      expect(found).toEqual(["", "0", "null"]);
    },
  );
});

describe("history", () => {
  test("returns a record for each of sale and void, with the elements in the bank's order", async () => {
    const sale = await paid({ txninstallmentcount: "2" });
    await shop.api({ type: "void", ...sale });
    const [first, second, ...others] = await readHistory(sale.orderId);
    const names =
      "Type Status PreAuthAmount AuthAmount PreAuthDate AuthDate VoidDate RetrefNum AuthCode ReturnCode BatchNum CurrencyCode SafeType SettleDate InstallmentCnt";
    expect([...(first?.keys() ?? [])]).toEqual(names.split(" "));
    expect(Object.fromEntries(first ?? [])).toMatchObject({
      Type: "sales",
      AuthAmount: "1250",
      AuthDate: "20261120",
      VoidDate: "",
      RetrefNum: sale.rrn,
      CurrencyCode: "949",
      SettleDate: "",
      InstallmentCnt: "2",
    });
    expect(Object.fromEntries(second ?? [])).toMatchObject({
      Type: "void",
      AuthAmount: "1250",
      VoidDate: "20261120",
      ReturnCode: "00",
    });
    expect(second?.get("RetrefNum")).not.toBe(sale.rrn);
    expect(others).toEqual([]);
  });

  test("settles a record at the next day-end, and a refused one never", async () => {
    const sale = await paid({ cardnumber: panWith("credit_declined") });
    await shop.api({ type: "refund", ...sale, amount: "100" });
    const settled = async () => (await readHistory(sale.orderId)).map((line) => line.get("SettleDate"));
    shop.clock.set(new Date("2026-11-20T20:59:59.999Z"));
    expect(await settled()).toEqual(["", ""]);
    shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
    expect(await settled()).toEqual(["20261121", ""]);
    const refused = (await readHistory(sale.orderId))[1];
    expect(["Type", "ReturnCode", "AuthCode", "AuthDate"].map((n) => refused?.get(n))).toEqual([
      "refund",
      "05",
      "",
      "",
    ]);
  });
});

describe("access to the API", () => {
  const ours = sandboxShop.garanti;
  const wrongs: readonly [string, Partial<ApiRequest>, string[]][] = [
    ["another hash", { hash: "0".repeat(128) }, ["GVPS", "92", "0651"]],
    ["another password", { password: "x" }, ["GVPS", "92", "0651"]],
    ["an unknown user", { user: "PROVX" }, ["GVPS", "92", "0653"]],
    ["the sales user", { user: ours.provUser, password: ours.provPassword }, ["GVPS", "92", "0652"]],
    ["the refund user with the sales password", { password: ours.provPassword }, ["GVPS", "92", "0651"]],
    ["an unknown terminal", { terminal: "39999999" }, ["GVPS", "92", "0752"]],
    ["the merchant number of another shop", { merchant: otherShop.garanti.merchantId }, ["GVPS", "92", "0753"]],
    ["no address", { ip: "" }, malformed],
    ["an invalid address", { ip: "here" }, malformed],
    ["live mode", { mode: "PROD" }, malformed],
    ["an old version", { version: "v0.01" }, malformed],
    ["no amount", { amount: "0" }, malformed],
    ["an amount in liras", { amount: "12.50" }, malformed],
    ["another currency", { currency: "840" }, malformed],
    ["the code of an authenticated sale", { presence: "13" }, ["GVPS", "92", "0652"]],
    ["an authentication", { presence: "0", secure: buildSale("", new Map()).secure }, ["GVPS", "92", "0652"]],
  ];
  test.each(wrongs)("refuses a void with %s, and records nothing", async (_, wrong, verdict) => {
    const sale = await paid();
    expect((await shop.api({ type: "void", ...sale, ...wrong })).verdict).toEqual(verdict);
    expect(await readHistory(sale.orderId)).toHaveLength(1);
    const log = (await shop.control("GET", `log?orderId=${sale.orderId}`)).body.items;
    expect(log.map((item: { operation: string }) => item.operation)).toEqual(["capture", "history"]);
  });

  test("0652 for an operation that the refund user may not do, an unknown type, and a sale without authentication", async () => {
    const { orderId } = await paid();
    const asRefunder = { user: ours.refundUser, password: ours.refundPassword };
    for (const request of [
      { type: "orderinq", ...asRefunder },
      { type: "sales", ...asRefunder, secure: buildSale("", new Map()).secure },
      { type: "sales" },
      { type: "postauth" },
      { type: "constructor" },
    ])
      expect((await shop.api({ orderId, ...request })).verdict).toEqual(["GVPS", "92", "0652"]);
  });

  const good = buildDocument({ type: "orderinq", orderId: "ORDER1" });
  const moved = (part: string, behind: string) => good.replace(part, "").replace(behind, behind + part);
  test.each([
    ["Mode behind Version", moved("<Mode>TEST</Mode>", "<Version>512</Version>")],
    ["Amount behind the currency", moved("<Amount>100</Amount>", "<CurrencyCode>949</CurrencyCode>")],
    ["Order behind Transaction", moved("<Order><OrderID>ORDER1</OrderID></Order>", "</Transaction>")],
    ["no Customer", good.replace(/<Customer>.*<\/Customer>/, "")],
    ["no IPAddress", good.replace(/<IPAddress>.*<\/IPAddress>/, "")],
    ["no InstallmentCnt", good.replace("<InstallmentCnt></InstallmentCnt>", "")],
    ["no MotoInd", good.replace("<MotoInd>N</MotoInd>", "")],
    ["Type twice", good.replace("<Type>orderinq</Type>", "<Type>orderinq</Type><Type>orderinq</Type>")],
    ["an unknown element", good.replace("</Transaction>", "<Extra>1</Extra></Transaction>")],
    ["another root", good.replaceAll("GVPSRequest", "CC5Request")],
    ["half a document", good.slice(0, -20)],
    ["a document type", good.replace("<GVPSRequest>", "<!DOCTYPE x><GVPSRequest>")],
    ["nothing", ""],
  ])("0002 for a message with %s", async (_, body) => {
    const answer = await shop.post(body);
    expect(answer.verdict).toEqual(malformed);
    expect(answer.text("Transaction.Response.SysErrMsg")).not.toBe("");
    expect((await shop.post(good)).verdict).toEqual(notFound);
  });
});

test("breaks refunds only in an outage of refunds, and does no work for them", async () => {
  const sale = await paid();
  await shop.control("PATCH", "settings", { down: true, operations: ["credit"] });
  await expect(shop.api({ type: "refund", ...sale, amount: "100" })).rejects.toThrow("fetch failed");
  expect(await readHistory(sale.orderId)).toHaveLength(1);
  await shop.control("PATCH", "settings", { down: false });
  expect((await shop.api({ type: "refund", ...sale, amount: "100" })).verdict).toEqual(["HOST", "00", "00"]);
  const { items } = (await shop.control("GET", `log?orderId=${sale.orderId}`)).body;
  const refunds = items.filter((item: { operation: string }) => item.operation === "credit");
  expect(refunds.map((item: { outcome: string; amount: number }) => [item.outcome, item.amount])).toEqual([
    ["nothing_done", 100],
    ["approved", 100],
  ]);
});
