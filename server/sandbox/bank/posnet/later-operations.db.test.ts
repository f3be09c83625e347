import { beforeEach, describe, expect, test } from "vitest";
import { hours } from "@/server/domain/clock";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  agreementRequest,
  chargeRequest,
  type Order,
  openPosnetShop,
  orderReference,
  readVerdict,
  returnRequest,
  type TestPosnetShop,
  voidRequest,
} from "@/server/testing/banks/posnet-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { otherShop } from "../records/shops";

let shop: TestPosnetShop;
setUpShop(openPosnetShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const paid = async (order: Partial<Order> = {}) => {
  const bought = await shop.buy(order);
  const answer = await shop.api(chargeRequest(bought));
  expect(answer.text("approved")).toBe("1");
  const [hostLogKey = "", authCode = ""] = [answer.text("hostlogkey"), answer.text("authCode")];
  return { xid: bought.xid, hostLogKey, authCode };
};
const voiding = (named: Readonly<Record<string, string>>) => shop.api(voidRequest(named));
const giving = (amount: string, named: Readonly<Record<string, string>>) => shop.api(returnRequest(amount, named));

describe("reverse", () => {
  test("approves once on the same day, by the host's key or by the order", async () => {
    const [one, two] = [await paid(), await paid()];
    const answer = await voiding({ hostLogKey: one.hostLogKey, authCode: one.authCode });
    expect(answer.text("approved")).toBe("1");
    expect(answer.text("hostlogkey")).toMatch(/^\d{18}$/);
    expect(answer.text("hostlogkey")).not.toBe(one.hostLogKey);
    expect(answer.text("tranDate")).toBe("261120120000");
    const answers = await Promise.all([1, 2, 3].map(() => voiding(orderReference(two.xid))));
    expect(answers.map((each) => each.text("respCode") ?? "").sort()).toEqual(["", "0220", "0220"]);
    for (const { xid } of [one, two])
      expect(await shop.readLedger(xid)).toMatchObject({ captured: 1250, voided: 1250 });
  });

  test("approves until the last moment of the Istanbul day, and answers 0211 from midnight on", async () => {
    const [early, late] = [await paid(), await paid()];
    shop.clock.set(new Date("2026-11-20T20:59:59.999Z"));
    expect((await voiding(orderReference(early.xid))).text("approved")).toBe("1");
    shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
    expect(readVerdict(await voiding(orderReference(late.xid)))).toEqual(["0", "0211"]);
    expect(readVerdict(await voiding(orderReference(early.xid)))).toEqual(["0", "0220"]);
  });

  test("refuses after a return, and for the card void_declined", async () => {
    const { xid } = await paid();
    await giving("100", orderReference(xid));
    expect(readVerdict(await voiding(orderReference(xid)))).toEqual(["0", "0211"]);
    const declined = await paid({ pan: panWith("void_declined") });
    expect(readVerdict(await voiding({ hostLogKey: declined.hostLogKey }))).toEqual(["0", "0005"]);
    expect((await shop.readLedger(declined.xid)).voided).toBe(0);
  });

  test("0123 for an order, key, prefix or authorisation code that belongs to no sale of this shop", async () => {
    const sale = await paid();
    const others = await shop.api(voidRequest({ hostLogKey: sale.hostLogKey }), otherShop.posnet);
    expect(readVerdict(others)).toEqual(["0", "0123"]);
    const { items } = (await shop.control("GET", `log?orderId=${sale.xid}`)).body;
    expect(items.map(({ operation }: { operation: string }) => operation)).toEqual(["prepare", "capture"]);
    const named = [
      orderReference(newOrderId()),
      { orderID: `TDS_${sale.xid}` },
      { orderID: `0000${sale.xid}` },
      { hostLogKey: "029999999999999991" },
      { hostLogKey: sale.xid },
      { hostLogKey: "" },
      { hostLogKey: sale.hostLogKey, authCode: "P00000x" },
    ];
    for (const one of named) expect(readVerdict(await voiding(one))).toEqual(["0", "0123"]);
    expect(readVerdict(await voiding({ orderID: sale.xid }))).toEqual(["0", "E189"]);
    expect((await shop.readLedger(sale.xid)).voided).toBe(0);
  });

  test("0200 for another transaction than a sale, 0150 without tranDateRequired or with elements in another order", async () => {
    const { xid, hostLogKey } = await paid();
    for (const transaction of ["return", "auth", "SALE", ""]) {
      expect(readVerdict(await voiding({ transaction, ...orderReference(xid) }))).toEqual(["0", "0200"]);
    }
    const good = voidRequest({ hostLogKey });
    const cut = good.replace(/<tranDateRequired>.*<\/tranDateRequired>/, "");
    const zero = good.replace("Required>1", "Required>0");
    const swapped = good.replace(/(<transaction>.*<\/transaction>)(<hostLogKey>.*<\/hostLogKey>)/, "$2$1");
    const both = voidRequest({ hostLogKey, ...orderReference(xid) });
    for (const xml of [cut, zero, swapped, both]) expect(readVerdict(await shop.api(xml))).toEqual(["0", "0150"]);
    expect((await shop.readLedger(xid)).voided).toBe(0);
  });
});

describe("return", () => {
  test("approves parts until nothing is left, refuses more than is left, and refuses everything after that", async () => {
    const { xid, hostLogKey } = await paid();
    const part = await giving("250", { hostLogKey });
    expect([part.text("approved"), part.text("inst1")]).toEqual(["1", "00"]);
    expect(part.text("hostlogkey")).not.toBe(hostLogKey);
    expect(readVerdict(await giving("1001", { hostLogKey }))).toEqual(["0", "0205"]);
    expect((await giving("1000", orderReference(xid))).text("approved")).toBe("1");
    expect(readVerdict(await giving("1", { hostLogKey }))).toEqual(["0", "0205"]);
    expect(await shop.readLedger(xid)).toMatchObject({ captured: 1250, credited: 1250 });
  });

  test("never exceeds the capture with concurrent returns", async () => {
    const { xid } = await paid();
    const answers = await Promise.all(["1250", "700", "700"].map((amount) => giving(amount, orderReference(xid))));
    expect(answers.filter((answer) => answer.text("approved") === "1")).toHaveLength(1);
    expect((await shop.readLedger(xid)).credited).toBeLessThanOrEqual(1250);
  });

  test("approves weeks later, and answers 0411 before the day-end when same-day credits are off", async () => {
    const { xid } = await paid();
    await shop.control("PATCH", "settings", { refuseSameDayCredit: true });
    expect(readVerdict(await giving("100", orderReference(xid)))).toEqual(["0", "0411"]);
    shop.clock.advanceMs(hours(24 * 20));
    expect((await giving("100", orderReference(xid))).text("approved")).toBe("1");
    await shop.control("PATCH", "settings", { refuseSameDayCredit: false });
  });

  test("refuses a voided order, an unknown order, an invalid amount, another currency, and the card credit_declined", async () => {
    const voided = await paid();
    await voiding(orderReference(voided.xid));
    expect(readVerdict(await giving("1", orderReference(voided.xid)))).toEqual(["0", "0220"]);
    expect(readVerdict(await giving("1", orderReference(newOrderId())))).toEqual(["0", "0123"]);
    const { xid } = await paid();
    for (const amount of ["0", "-1", "1.00", "1,00", "01", ""]) {
      expect(readVerdict(await giving(amount, orderReference(xid)))).toEqual(["0", "0205"]);
    }
    const dollars = returnRequest("1", orderReference(xid)).replace(">TL<", ">US<");
    expect(readVerdict(await shop.api(dollars))).toEqual(["0", "E190"]);
    const declined = await paid({ pan: panWith("credit_declined") });
    expect(readVerdict(await giving("100", orderReference(declined.xid)))).toEqual(["0", "0005"]);
    for (const one of [xid, declined.xid]) expect((await shop.readLedger(one)).credited).toBe(0);
  });

  test("credit_lost_taken: no answer, and the money went back; the agreement has it", async () => {
    const { xid } = await paid({ pan: panWith("credit_lost_taken") });
    await expect(giving("500", orderReference(xid))).rejects.toThrow("fetch failed");
    expect((await shop.readLedger(xid)).credited).toBe(500);
    const states = (await shop.api(agreementRequest(xid))).transactions.map((item) => item.get("state"));
    expect(states).toEqual(["Return", "Sale"]);
  });
});

describe("agreement", () => {
  test("returns all records, newest first, with decimal commas, Istanbul times and the prefix before the order", async () => {
    const { xid, hostLogKey, authCode } = await paid({ amount: "125050" });
    shop.clock.advanceMs(1_301);
    const given = await giving("250", { hostLogKey });
    const { transactions } = await shop.api(agreementRequest(xid));
    const common = { orderID: `TDSC${xid}`, ccno: "4355 08** **** 0005", currencyCode: "TL", txnStatus: "1" };
    expect(transactions.map((item) => Object.fromEntries(item))).toEqual([
      {
        ...common,
        amount: "2,50",
        state: "Return",
        tranDate: "2026-11-20 12:00:01.301",
        hostlogkey: given.text("hostlogkey"),
        authCode: given.text("authCode"),
      },
      {
        ...common,
        amount: "1250,50",
        state: "Sale",
        tranDate: "2026-11-20 12:00:00.000",
        hostlogkey: hostLogKey,
        authCode,
      },
    ]);
  });

  test("returns a void as a record of its own, and refused transactions with txnStatus 0", async () => {
    const { xid } = await paid({ pan: panWith("credit_declined") });
    await giving("250", orderReference(xid));
    await voiding(orderReference(xid));
    const { transactions } = await shop.api(agreementRequest(xid));
    expect(transactions.map((item) => ["state", "amount", "txnStatus"].map((name) => item.get(name)))).toEqual([
      ["Reverse", "12,50", "1"],
      ["Return", "2,50", "0"],
      ["Sale", "12,50", "1"],
    ]);
  });

  test("0123 for an order that is unknown, belongs to another shop, or was only prepared", async () => {
    const { xid } = await paid();
    const prepared = await shop.buy();
    expect(readVerdict(await shop.api(agreementRequest(newOrderId())))).toEqual(["0", "0123"]);
    expect(readVerdict(await shop.api(agreementRequest(prepared.xid)))).toEqual(["0", "0123"]);
    expect(readVerdict(await shop.api(agreementRequest(xid), otherShop.posnet))).toEqual(["0", "0123"]);
  });

  test.each(["inquire", "history"])(
    "breaks in an outage of %s, because merchants use it for both, and in no other outage",
    async (operation) => {
      const { xid } = await paid();
      await shop.control("PATCH", "settings", { down: true, operations: [operation] });
      await expect(shop.api(agreementRequest(xid))).rejects.toThrow("fetch failed");
      await shop.control("PATCH", "settings", { operations: ["capture", "void", "credit", "prepare"] });
      expect((await shop.api(agreementRequest(xid))).transactions).toHaveLength(1);
      const operations = ["capture", "void", "credit", "inquire", "history", "prepare"];
      await shop.control("PATCH", "settings", { down: false, operations });
    },
  );
});
