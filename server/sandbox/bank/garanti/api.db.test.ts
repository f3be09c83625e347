import { beforeEach, describe, expect, test } from "vitest";
import { hours } from "@/server/domain/clock";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  buildSale,
  type GarantiTestShop,
  type Order,
  openGarantiShop,
  payOrder,
} from "@/server/testing/banks/garanti-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { testCards } from "../cards";

let shop: GarantiTestShop;
setUpShop(openGarantiShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const paid = (order?: Partial<Order>) => payOrder(shop, order);
type Paid = Awaited<ReturnType<typeof paid>>;
const voiding = ({ orderId, rrn }: Paid) => shop.api({ type: "void", orderId, rrn });
const refunding = ({ orderId, rrn }: Paid, amount: string) => shop.api({ type: "refund", orderId, rrn, amount });
const readHistory = async (orderId: string) =>
  (await shop.api({ type: "orderhistoryinq", orderId })).lines.map((line) =>
    ["Type", "ReturnCode", "AuthAmount"].map((name) => line.get(name)).join(" "),
  );
const onUs = testCards.find(({ bank }) => bank === "Garanti BBVA")?.pan ?? "";
const approved = ["HOST", "00", "00"];
const notFound = ["GVPS", "92", "0110"];

describe("a sale", () => {
  test("approves with references, and the ledger has the money", async () => {
    const { orderId, callback } = await shop.buy({
      cardnumber: onUs,
      txninstallmentcount: "3",
    });
    const answer = await shop.api(buildSale(orderId, callback));
    expect(answer.verdict).toEqual(approved);
    expect(answer.text("Order.OrderID")).toBe(orderId);
    expect(answer.text("Transaction.Response.Message")).toBe("Approved");
    expect(answer.text("Transaction.RetrefNum")).toMatch(/^\d{12}$/);
    expect(answer.text("Transaction.AuthCode")).toMatch(/^P\d{5}$/);
    expect(answer.text("Transaction.BatchNum")).toMatch(/^\d{6}$/);
    expect(answer.text("Transaction.ProvDate")).toBe("20261120 12:00:00");
    expect(answer.text("Transaction.CardNumberMasked")).toMatch(/^554960\*{6}\d{4}$/);
    expect([answer.text("Transaction.CardType"), answer.text("Transaction.GarantiCardInd")]).toEqual(["BONUS", "Y"]);
    expect(answer.headers.get("content-type")).toBe("text/xml; charset=UTF-8");
    expect(await shop.readLedger(orderId)).toEqual({ orderId, captured: 1250, voided: 0, credited: 0 });
  });

  test("takes the money once for ten concurrent requests: one approved, the others 92/0104", async () => {
    const { orderId, callback } = await shop.buy();
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.api(buildSale(orderId, callback))));
    const codes = answers.map(({ verdict }) => verdict.join("/"));
    expect(codes.filter((code) => code === "HOST/00/00")).toHaveLength(1);
    expect(codes.filter((code) => code === "GVPS/92/0104")).toHaveLength(9);
    expect((await shop.readLedger(orderId)).captured).toBe(1250);
  });

  test.each([
    ["declined_insufficient_funds", "51"],
    ["declined_lost_card", "41"],
    ["declined_do_not_honour", "05"],
  ] as const)("declines by the issuer and marks the proofs as used: %s is %s", async (outcome, code) => {
    const { orderId, callback } = await shop.buy({ cardnumber: panWith(outcome) });
    const answer = await shop.api(buildSale(orderId, callback));
    expect(answer.verdict).toEqual(["HOST", code, code]);
    expect(answer.text("Transaction.AuthCode")).toBe("");
    expect((await shop.api(buildSale(orderId, callback))).verdict).toEqual(["HOST", "12", "12"]);
    expect(await shop.readLedger(orderId)).toBeUndefined();
    const status = await shop.api({ type: "orderinq", orderId });
    expect(status.verdict).toEqual(["GVPS", "00", ""]);
    expect(["Status", "Code", "AuthAmount"].map((n) => status.text(`Order.OrderInqResult.${n}`))).toEqual([
      "DECLINED",
      code,
      "0",
    ]);
    expect(await readHistory(orderId)).toEqual([`sales ${code} 1250`]);
  });

  test.each(["AuthenticationCode", "SecurityLevel", "TxnID", "Md"])(
    "refuses a value of %s that differs from the authentication",
    async (name) => {
      const { orderId, callback } = await shop.buy();
      const sale = buildSale(orderId, callback);
      const answer = await shop.api({ ...sale, secure: { ...sale.secure, [name]: "07" } });
      expect(answer.verdict).toEqual(["HOST", "12", "12"]);
      expect(await shop.readLedger(orderId)).toBeUndefined();
    },
  );

  test("refuses another amount, order or installment, and a failed authentication", async () => {
    const { orderId, callback } = await shop.buy({ txninstallmentcount: "3" });
    const good = buildSale(orderId, callback);
    expect((await shop.api({ ...good, amount: "1251" })).verdict[1]).toBe("13");
    expect((await shop.api({ ...good, orderId: newOrderId() })).verdict[1]).toBe("12");
    for (const installment of ["", "6", "0", "1", "03", "13"])
      expect((await shop.api({ ...good, installment })).verdict[1]).toBe("12");
    expect((await shop.api(good)).verdict).toEqual(approved);
    const failed = await shop.buy({}, "000000");
    expect((await shop.api(buildSale(failed.orderId, failed.callback))).verdict[1]).toBe("12");
  });

  test("capture_lost_taken: no answer, and the money is taken; the inquiry finds it", async () => {
    const { orderId, callback } = await shop.buy({ cardnumber: panWith("capture_lost_taken") });
    await expect(shop.api(buildSale(orderId, callback))).rejects.toThrow("fetch failed");
    expect((await shop.readLedger(orderId)).captured).toBe(1250);
    const status = await shop.api({ type: "orderinq", orderId });
    expect(status.text("Order.OrderInqResult.Status")).toBe("APPROVED");
  });

  test("capture_lost_nothing: no answer, nothing is taken; the inquiry finds nothing", async () => {
    const { orderId, callback } = await shop.buy({ cardnumber: panWith("capture_lost_nothing") });
    await expect(shop.api(buildSale(orderId, callback))).rejects.toThrow("fetch failed");
    expect(await shop.readLedger(orderId)).toBeUndefined();
    expect((await shop.api({ type: "orderinq", orderId })).verdict).toEqual(notFound);
  });
});

describe("void", () => {
  test("approves once on the same day", async () => {
    const sale = await paid();
    const answers = await Promise.all([voiding(sale), voiding(sale), voiding(sale)]);
    expect(answers.map(({ verdict }) => verdict[2]).sort()).toEqual(["00", "0110", "0110"]);
    expect(await shop.readLedger(sale.orderId)).toMatchObject({ captured: 1250, voided: 1250 });
    expect(await readHistory(sale.orderId)).toEqual(["sales 00 1250", "void 00 1250"]);
  });

  test("approves until the last moment of the Istanbul day, and answers 0110 from midnight on", async () => {
    const [early, late] = [await paid(), await paid()];
    shop.clock.set(new Date("2026-11-20T20:59:59.999Z"));
    expect((await voiding(early)).verdict).toEqual(approved);
    shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
    expect((await voiding(late)).verdict).toEqual(notFound);
    expect((await shop.readLedger(late.orderId)).voided).toBe(0);
  });

  test("approves without a reference for one voidable transaction, and answers 0202 for several", async () => {
    const [alone, refunded] = [await paid(), await paid()];
    await refunding(refunded, "100");
    const bare = ({ orderId }: Paid) => shop.api({ type: "void", orderId });
    expect((await bare(refunded)).verdict).toEqual(["GVPS", "92", "0202"]);
    expect((await voiding(refunded)).verdict).toEqual(notFound);
    expect((await bare(alone)).verdict).toEqual(approved);
  });

  test("refuses another reference, an unknown order, and the card void_declined", async () => {
    const sale = await paid();
    expect((await voiding({ ...sale, rrn: "000000000000" })).verdict).toEqual(notFound);
    expect((await voiding({ ...sale, orderId: newOrderId() })).verdict).toEqual(notFound);
    const declined = await paid({ cardnumber: panWith("void_declined") });
    expect((await voiding(declined)).verdict).toEqual(["HOST", "05", "05"]);
    expect((await shop.readLedger(declined.orderId)).voided).toBe(0);
    expect(await readHistory(declined.orderId)).toEqual(["sales 00 1250", "void 05 1250"]);
  });
});

describe("refund", () => {
  test("approves parts until nothing is left, and records each of them", async () => {
    const sale = await paid();
    expect((await refunding(sale, "250")).verdict).toEqual(approved);
    expect((await refunding(sale, "1001")).verdict).toEqual(["HOST", "13", "13"]);
    const last = await refunding(sale, "1000");
    expect([last.verdict, last.text("Transaction.GarantiCardInd")]).toEqual([approved, undefined]);
    expect((await refunding(sale, "1")).verdict).toEqual(["HOST", "13", "13"]);
    expect(await shop.readLedger(sale.orderId)).toMatchObject({ captured: 1250, credited: 1250 });
    expect(await readHistory(sale.orderId)).toEqual(["sales 00 1250", "refund 00 250", "refund 00 1000"]);
  });

  test("never exceeds the sale with concurrent refunds", async () => {
    const sale = await paid();
    const answers = await Promise.all(["1250", "1250", "700"].map((amount) => refunding(sale, amount)));
    expect(answers.filter(({ verdict }) => verdict[1] === "00")).toHaveLength(1);
    expect([700, 1250]).toContain((await shop.readLedger(sale.orderId)).credited);
  });

  test("approves on the same day and weeks later, and refuses before the day-end when same-day credits are off", async () => {
    const sale = await paid();
    await shop.control("PATCH", "settings", { refuseSameDayCredit: true });
    const early = await refunding(sale, "100");
    expect(early.verdict).toEqual(["HOST", "05", "05"]);
    expect(early.text("Transaction.Response.SysErrMsg")).toBe("RPC-05");
    shop.clock.advanceMs(hours(24 * 20));
    expect((await refunding(sale, "100")).verdict).toEqual(approved);
    await shop.control("PATCH", "settings", { refuseSameDayCredit: false });
    expect((await refunding(await paid(), "100")).verdict).toEqual(approved);
  });

  test("refuses a voided order, another reference, an unknown order, and the card credit_declined", async () => {
    const voided = await paid();
    await voiding(voided);
    expect((await refunding(voided, "100")).verdict).toEqual(["HOST", "13", "13"]);
    const sale = await paid();
    expect((await refunding({ ...sale, rrn: "000000000000" }, "100")).verdict).toEqual(notFound);
    expect((await shop.api({ type: "refund", orderId: newOrderId() })).verdict).toEqual(notFound);
    const declined = await paid({ cardnumber: panWith("credit_declined") });
    expect((await refunding(declined, "100")).verdict).toEqual(["HOST", "05", "05"]);
    expect((await shop.readLedger(declined.orderId)).credited).toBe(0);
    expect(await readHistory(declined.orderId)).toEqual(["sales 00 1250", "refund 05 100"]);
  });

  test("credit_lost_taken: no answer, and the money went back; the history has it", async () => {
    const sale = await paid({ cardnumber: panWith("credit_lost_taken") });
    await expect(refunding(sale, "500")).rejects.toThrow("fetch failed");
    expect((await shop.readLedger(sale.orderId)).credited).toBe(500);
    expect(await readHistory(sale.orderId)).toEqual(["sales 00 1250", "refund 00 500"]);
  });
});
