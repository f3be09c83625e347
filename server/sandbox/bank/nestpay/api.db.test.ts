import { beforeEach, describe, expect, test } from "vitest";
import { hours } from "@/server/domain/clock";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  buildCapture,
  history,
  inquiry,
  newOrderId,
  openTestShop,
  panWith,
  postXml,
  type TestShop,
} from "@/server/testing/banks/shop";
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

describe("capture", () => {
  test("approves with references in ISO-8859-9, and the ledger has the money", async () => {
    const { oid, callback } = await shop.buy({ pan: "4546710000000007", taksit: "3" });
    const answer = await shop.api(buildCapture(oid, callback));
    expect(brief(answer)).toEqual(["Approved", "00", ""]);
    expect(answer.text("OrderId")).toBe(oid);
    expect(answer.text("AuthCode")).toMatch(/^P\d{5}$/);
    expect(answer.text("HostRefNum")).toMatch(/^\d{12}$/);
    expect(answer.extra("TRXDATE")).toBe("20261120 12:00:00");
    expect(answer.extra("CARDISSUER")).toBe("ZİRAAT BANKASI");
    expect(answer.headers.get("content-type")).toBe("text/xml; charset=ISO-8859-9");
    expect(answer.bytes.includes(Buffer.from([0x5a, 0xdd, 0x52]))).toBe(true);
    expect(await shop.readLedger(oid)).toEqual({ orderId: oid, captured: 1250, voided: 0, credited: 0 });
  });

  test("takes the money once for twenty concurrent requests: one approved, the others CORE-2507", async () => {
    const { oid, callback } = await shop.buy();
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.api(buildCapture(oid, callback))));
    const codes = answers.map((answer) => answer.extra("ERRORCODE"));
    expect(codes.filter((code) => code === "")).toHaveLength(1);
    expect(codes.filter((code) => code === "CORE-2507")).toHaveLength(19);
    expect((await shop.readLedger(oid)).captured).toBe(1250);
  });

  test("takes the money once when two authentications of one order race", async () => {
    const oid = newOrderId();
    const bought = await Promise.all([shop.buy({ oid }), shop.buy({ oid })]);
    const answers = await Promise.all(bought.map(({ callback }) => shop.api(buildCapture(oid, callback))));
    expect(answers.map((answer) => answer.extra("ERRORCODE")).sort()).toEqual(["", "CORE-2507"]);
    expect((await shop.readLedger(oid)).captured).toBe(1250);
  });

  test.each([
    ["declined_insufficient_funds", "51"],
    ["declined_lost_card", "41"],
    ["declined_do_not_honour", "05"],
  ] as const)("declines by the issuer and marks the proofs as used: %s is %s", async (outcome, code) => {
    const { oid, callback } = await shop.buy({ pan: panWith(outcome) });
    expect(brief(await shop.api(buildCapture(oid, callback)))).toEqual(["Declined", code, `ISO8583-${code}`]);
    expect(brief(await shop.api(buildCapture(oid, callback)))[1]).toBe("12");
    expect(await shop.readLedger(oid)).toBeUndefined();
    const status = await shop.api(inquiry(oid));
    expect([status.extra("TRANS_STAT"), status.extra("PROC_RET_CD")]).toEqual(["D", code]);
  });

  test.each([["Number"], ["PayerTxnId"], ["PayerSecurityLevel"], ["PayerAuthenticationCode"]])(
    "refuses a value of %s that differs from the authentication",
    async (name) => {
      const { oid, callback } = await shop.buy();
      const answer = await shop.api({ ...buildCapture(oid, callback), [name]: "07" });
      expect(brief(answer).slice(0, 2)).toEqual(["Declined", "12"]);
      expect(await shop.readLedger(oid)).toBeUndefined();
    },
  );

  test("refuses another amount, another order, another installment, and a failed authentication", async () => {
    const { oid, callback } = await shop.buy({ taksit: "3" });
    const good = buildCapture(oid, callback);
    expect(brief(await shop.api({ ...good, Total: "12.51" }))[1]).toBe("13");
    expect(brief(await shop.api({ ...good, Currency: "840" }))[1]).toBe("13");
    expect(brief(await shop.api({ ...good, OrderId: newOrderId() }))[1]).toBe("12");
    expect(brief(await shop.api({ ...good, Taksit: "6" }))[2]).toBe("CORE-2603");
    expect(brief(await shop.api({ ...good, Taksit: "0" }))[2]).toBe("CORE-2603");
    expect(brief(await shop.api(good))[0]).toBe("Approved");
    const failed = await shop.buy({}, "000000");
    expect(brief(await shop.api(buildCapture(failed.oid, failed.callback)))[1]).toBe("12");
  });

  test("capture_lost_taken: no answer, and the money is taken; the inquiry finds it", async () => {
    const { oid, callback } = await shop.buy({ pan: panWith("capture_lost_taken") });
    await expect(shop.api(buildCapture(oid, callback))).rejects.toThrow("fetch failed");
    expect((await shop.readLedger(oid)).captured).toBe(1250);
    expect((await shop.api(inquiry(oid))).extra("TRANS_STAT")).toBe("C");
  });

  test("capture_lost_nothing: no answer, nothing is taken; the inquiry finds nothing", async () => {
    const { oid, callback } = await shop.buy({ pan: panWith("capture_lost_nothing") });
    await expect(shop.api(buildCapture(oid, callback))).rejects.toThrow("fetch failed");
    expect(await shop.readLedger(oid)).toBeUndefined();
    expect((await shop.api(inquiry(oid))).text("ProcReturnCode")).toBe("99");
  });
});

describe("credit", () => {
  test("approves parts until nothing is left, refuses more than is left, and refuses everything after that", async () => {
    const oid = await paid();
    expect(brief(await crediting(oid, "2.50"))[0]).toBe("Approved");
    expect(brief(await crediting(oid, "10.01"))).toEqual(["Error", "99", "215021"]);
    expect(brief(await crediting(oid, "10"))[0]).toBe("Approved");
    // A real answer of this kind has no ProcReturnCode.
    expect(brief(await crediting(oid, "0.01"))).toEqual(["Declined", undefined, "215021"]);
    expect(await shop.readLedger(oid)).toMatchObject({ captured: 1250, credited: 1250 });
  });

  test("gives back all that is left without an amount, and never exceeds the capture with concurrent credits", async () => {
    const oid = await paid();
    const answers = await Promise.all([crediting(oid), crediting(oid, "12.50"), crediting(oid)]);
    expect(answers.filter((answer) => answer.text("Response") === "Approved")).toHaveLength(1);
    expect((await shop.readLedger(oid)).credited).toBe(1250);
  });

  test("approves weeks later, and refuses before the day-end when same-day credits are off", async () => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { refuseSameDayCredit: true });
    expect(brief(await crediting(oid, "1.00"))).toEqual(["Error", "99", "CORE-2508"]);
    shop.clock.advanceMs(hours(24 * 20));
    expect(brief(await crediting(oid, "1.00"))[0]).toBe("Approved");
    await shop.control("PATCH", "settings", { refuseSameDayCredit: false });
  });

  test("refuses a voided order, an unknown order, an invalid amount, and the card credit_declined", async () => {
    const voided = await paid();
    await voiding(voided);
    expect(brief(await crediting(voided))[2]).toBe("215021");
    expect(brief(await crediting(newOrderId(), "1.00"))[1]).toBe("29");
    const oid = await paid();
    for (const total of ["0", "-1", "1,00", "0.001"]) expect(brief(await crediting(oid, total))[1]).toBe("13");
    const dollars = { Type: "Credit", OrderId: oid, Total: "1.00", Currency: "840" };
    expect(brief(await shop.api(dollars))[1]).toBe("13");
    const declined = await paid({ pan: panWith("credit_declined") });
    expect(brief(await crediting(declined, "1.00"))[1]).toBe("05");
    expect((await shop.readLedger(declined)).credited).toBe(0);
  });

  test("credit_lost_taken: no answer, and the money went back; the history has it", async () => {
    const oid = await paid({ pan: panWith("credit_lost_taken") });
    await expect(crediting(oid, "5.00")).rejects.toThrow("fetch failed");
    expect((await shop.readLedger(oid)).credited).toBe(500);
    expect((await shop.api(history(oid))).extra("TRXCOUNT")).toBe("2");
  });
});

describe("records of an order", () => {
  test("returns a sale as captured, then as settled after its day-end, with kuruş amounts and Istanbul times", async () => {
    const oid = await paid({ amount: "1250.50" });
    const status = await shop.api(inquiry(oid));
    expect(status.text("ErrMsg")).toBe(`Record(s) found for ${oid}`);
    expect([status.extra("CAPTURE_AMT"), status.extra("TRANS_STAT")]).toEqual(["125050", "C"]);
    expect(status.extra("PAN")).toBe("4355 08** **** 0005");
    expect(status.extra("ORDERSTATUS")).toBe(
      `ORD_ID:${oid}\tCHARGE_TYPE_CD:S\tORIG_TRANS_AMT:125050\tCAPTURE_AMT:125050\tTRANS_STAT:C\t` +
        `AUTH_DTTM:2026-11-20 12:00:00.000\tCAPTURE_DTTM:2026-11-20 12:00:00.000\t` +
        `AUTH_CODE:${status.extra("AUTH_CODE")}`,
    );
    shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
    expect((await shop.api(inquiry(oid))).extra("TRANS_STAT")).toBe("S");
  });

  test("changes the sale's record for a void, and adds a record for a credit", async () => {
    const voided = await paid();
    shop.clock.advanceMs(1_301);
    await voiding(voided);
    const status = await shop.api(inquiry(voided));
    expect([status.extra("TRANS_STAT"), status.extra("VOID_DTTM")]).toEqual(["V", "2026-11-20 12:00:01.301"]);
    expect((await shop.api(history(voided))).extra("TRXCOUNT")).toBe("1");

    const credited = await paid();
    await crediting(credited, "2.50");
    const last = await shop.api(inquiry(credited));
    expect([last.extra("CHARGE_TYPE_CD"), last.extra("CAPTURE_AMT")]).toEqual(["C", "250"]);
    const lines = await shop.api(history(credited));
    expect(lines.extra("TRX1")?.split("\t").slice(0, 4)).toEqual(["S", "C", "1250", "1250"]);
    expect(lines.extra("TRX2")?.split("\t").slice(0, 4)).toEqual(["C", "C", "250", "250"]);
    expect(lines.extra("TRX2")?.split("\t")).toHaveLength(11);
  });

  test("keeps a refused credit as refused when the sale is voided", async () => {
    const oid = await paid({ pan: panWith("credit_declined") });
    await crediting(oid, "2.50");
    await voiding(oid);
    const lines = await shop.api(history(oid));
    const read = (name: string) => [0, 1, 6, 9].map((column) => lines.extra(name)?.split("\t")[column]);
    expect([lines.extra("TRXCOUNT"), read("TRX1"), read("TRX2")]).toEqual([
      "2",
      ["S", "V", "2026-11-20 12:00:00.000", "00"],
      ["C", "D", "", "05"],
    ]);
  });

  test("finds neither an unknown order nor an order of another shop", async () => {
    const oid = await paid();
    const { clientId, apiUser, apiPassword } = otherShop.nestpay;
    const theirs = { ClientId: clientId, Name: apiUser, Password: apiPassword };
    for (const elements of [inquiry(newOrderId()), { ...inquiry(oid), ...theirs }]) {
      const status = await shop.api(elements);
      expect([status.text("Response"), status.text("ProcReturnCode")]).toEqual(["Declined", "99"]);
      expect(status.text("ErrMsg")).toBe(`No record found for ${elements.OrderId}`);
      expect(status.text("OrderId")).toBe("");
      expect(status.extra("ORDERSTATUS")).toMatch(/^ORD_ID:\tCHARGE_TYPE_CD:\t.*AUTH_CODE:$/);
    }
    expect((await shop.api({ ...history(oid), ...theirs })).extra("TRXCOUNT")).toBe("0");
  });
});

describe("access to the API", () => {
  test("refuses wrong credentials, an unknown type and an unreadable message, and records nothing", async () => {
    const oid = await paid();
    for (const wrong of [{ Password: "x" }, { Name: "x" }, { ClientId: "x" }]) {
      expect((await shop.api({ Type: "Void", OrderId: oid, ...wrong })).text("Response")).toBe("Error");
    }
    for (const Type of ["PreAuth", "", "constructor"]) {
      expect((await shop.api({ Type, OrderId: oid })).text("Response")).toBe("Error");
    }
    for (const body of ["", "<CC5Request>", "<a/>", "<!DOCTYPE x><CC5Request/>", "<CC5Request><A/><A/></CC5Request>"]) {
      expect((await postXml(shop.origin, body)).extra("ERRORCODE")).toBe("992104");
    }
    expect(await shop.readLedger(oid)).toMatchObject({ voided: 0 });
  });

  test("accepts a message in the form field DATA", async () => {
    const { clientId, apiUser, apiPassword } = otherShop.nestpay;
    const xml = `<CC5Request><Name>${apiUser}</Name><Password>${apiPassword}</Password><ClientId>${clientId}</ClientId><OrderId>X1</OrderId><Extra><ORDERSTATUS>QUERY</ORDERSTATUS></Extra></CC5Request>`;
    const body = `DATA=${encodeURIComponent(xml)}`;
    const answer = await postXml(shop.origin, body, "application/x-www-form-urlencoded");
    expect(answer.text("ErrMsg")).toBe("No record found for X1");
  });
});
