import { beforeEach, describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import { buildCapture, inquiry, newOrderId, openTestShop, panWith, type TestShop } from "@/server/testing/banks/shop";
import { otherShop } from "../records/shops";

let shop: TestShop;
setUpShop(openTestShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const paid = async (order: Parameters<TestShop["buy"]>[0] = {}) => {
  const { oid, callback } = await shop.buy(order);
  const answer = await shop.api(buildCapture(oid, callback, order.amount));
  expect(answer.text("ProcReturnCode")).toBe("00");
  return oid;
};
const voiding = (OrderId: string) => shop.api({ Type: "Void", OrderId });
const crediting = (OrderId: string, Total?: string) =>
  shop.api({ Type: "Credit", OrderId, Currency: "949", ...(Total === undefined ? {} : { Total }) });
const brief = (answer: Awaited<ReturnType<typeof voiding>>) => [
  answer.text("Response"),
  answer.text("ProcReturnCode"),
  answer.extra("ERRORCODE"),
];

describe("void", () => {
  test("approves once on the same day", async () => {
    const oid = await paid();
    const answers = await Promise.all([voiding(oid), voiding(oid), voiding(oid)]);
    const codes = answers.map((answer) => answer.extra("ERRORCODE")).sort();
    expect(codes).toEqual(["", "CORE-2008", "CORE-2008"]);
    expect(await shop.readLedger(oid)).toMatchObject({ captured: 1250, voided: 1250 });
  });

  test("approves until the last moment of the Istanbul day, and refuses from midnight on", async () => {
    const [early, late] = [await paid(), await paid()];
    shop.clock.set(new Date("2026-11-20T20:59:59.999Z"));
    expect(brief(await voiding(early))[0]).toBe("Approved");
    shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
    expect(brief(await voiding(late))).toEqual(["Error", "99", "CORE-2008"]);
  });

  test("voids the last transaction of an order: a credit of the same day before the sale", async () => {
    const oid = await paid();
    await crediting(oid, "1.00");
    shop.clock.advanceMs(1_000);
    await crediting(oid, "2.50");
    expect(brief(await voiding(oid))[0]).toBe("Approved");
    expect(await shop.readLedger(oid)).toMatchObject({ captured: 1250, voided: 0, credited: 100 });
    const last = await shop.api(inquiry(oid));
    expect([last.extra("CHARGE_TYPE_CD"), last.extra("TRANS_STAT")]).toEqual(["C", "V"]);
    expect(last.extra("VOID_DTTM")).toBe("2026-11-20 12:00:01.000");
    expect(brief(await voiding(oid))[0]).toBe("Approved");
    expect(brief(await voiding(oid))[0]).toBe("Approved");
    expect(await shop.readLedger(oid)).toMatchObject({ captured: 1250, voided: 1250, credited: 0 });
    expect(brief(await voiding(oid))[2]).toBe("CORE-2008");
  });

  test("voids only the named transaction, and refuses a sale that has a credit", async () => {
    const oid = await paid();
    const undoing = async (TransId = "") => brief(await shop.api({ Type: "Void", TransId }));
    const saleId = (await shop.api(inquiry(oid))).text("TransId");
    const creditId = (await crediting(oid, "1.00")).text("TransId");
    expect(await undoing(saleId)).toEqual(["Error", "99", "CORE-2008"]);
    expect(await shop.readLedger(oid)).toMatchObject({ voided: 0, credited: 100 });
    expect((await undoing(creditId))[0]).toBe("Approved");
    expect((await undoing(creditId))[2]).toBe("CORE-2008");
    const approved = await shop.api({ Type: "Void", TransId: saleId ?? "" });
    expect([approved.text("Response"), approved.text("OrderId")]).toEqual(["Approved", oid]);
    expect(await shop.readLedger(oid)).toMatchObject({ captured: 1250, voided: 1250, credited: 0 });
  });

  test("refuses an unknown transaction, one of another order or shop, and one whose day has ended", async () => {
    const [oid, other] = [await paid(), await paid()];
    const TransId = (await shop.api(inquiry(oid))).text("TransId") ?? "";
    const { clientId, apiUser, apiPassword } = otherShop.nestpay;
    const theirs = { ClientId: clientId, Name: apiUser, Password: apiPassword };
    for (const elements of [{ TransId: "12345678901234" }, { TransId, OrderId: other }, { TransId, ...theirs }])
      expect(brief(await shop.api({ Type: "Void", ...elements }))[2]).toBe("CORE-2008");
    expect(brief(await shop.api({ Type: "Void" }))[1]).toBe("12");
    const creditId = (await crediting(other, "1.00")).text("TransId") ?? "";
    shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
    for (const late of [TransId, creditId])
      expect(brief(await shop.api({ Type: "Void", TransId: late }))[2]).toBe("CORE-2008");
    expect(brief(await voiding(other))[2]).toBe("CORE-2008");
    expect(await shop.readLedger(other)).toMatchObject({ voided: 0, credited: 100 });
  });

  test("refuses an unknown order and the card void_declined", async () => {
    expect(brief(await voiding(newOrderId()))[2]).toBe("CORE-2008");
    const declined = await paid({ pan: panWith("void_declined") });
    expect(brief(await voiding(declined)).slice(0, 2)).toEqual(["Declined", "05"]);
    expect((await shop.readLedger(declined)).voided).toBe(0);
  });
});
