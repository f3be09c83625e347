import { beforeEach, describe, expect, test } from "vitest";
import { hours } from "@/server/domain/clock";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  type ApiAnswer,
  completeRequest,
  history,
  inquiry,
  openPayforShop,
  type PayforTestShop,
  postXml,
  refundRequest,
  voidRequest,
} from "@/server/testing/banks/payfor-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { otherShop } from "../records/shops";

let shop: PayforTestShop;
setUpShop(openPayforShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const code = (answer: ApiAnswer) => answer.text("ProcReturnCode");
const paid = async (order: Parameters<PayforTestShop["buy"]>[0] = {}) => {
  const { oid, callback } = await shop.buy(order);
  expect(code(await shop.api(completeRequest(oid, callback)))).toBe("00");
  return oid;
};
const voidOrder = async (oid: string) => code(await shop.api(voidRequest(oid)));
const refundOrder = async (oid: string, amount = "12.50") => code(await shop.api(refundRequest(oid, amount)));

describe("completing a sale", () => {
  test("approves with references, and the ledger has the amount of the authentication", async () => {
    const { oid, callback } = await shop.buy({ amount: "1250.5", installment: "3" });
    const answer = await shop.api(completeRequest(oid, callback));
    expect(code(answer)).toBe("00");
    expect(answer.text("TransId")).toBe(oid);
    expect(answer.text("AuthCode")).toMatch(/^P\d{5}$/);
    expect(answer.text("HostRefNum")).toMatch(/^\d{12}$/);
    expect(answer.headers.get("content-type")).toBe("text/xml; charset=utf-8");
    expect(await shop.readLedger(oid)).toEqual({ orderId: oid, captured: 125050, voided: 0, credited: 0 });
    const { body } = await shop.control("GET", `log?orderId=${oid}`);
    expect(body.items).toMatchObject([{ protocol: "payfor", operation: "capture", amount: 125050 }]);
  });

  test("takes the money once for twenty concurrent requests: one approved, the others V029", async () => {
    const { oid, callback } = await shop.buy();
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.api(completeRequest(oid, callback))));
    expect(answers.filter((answer) => code(answer) === "00")).toHaveLength(1);
    expect(answers.filter((answer) => code(answer) === "V029")).toHaveLength(19);
    expect((await shop.readLedger(oid)).captured).toBe(1250);
  });

  test("takes the money once when two authentications of one order race", async () => {
    const oid = newOrderId();
    const bought = await Promise.all([shop.buy({ oid }), shop.buy({ oid })]);
    const answers = await Promise.all(bought.map(({ callback }) => shop.api(completeRequest(oid, callback))));
    expect(answers.map(code).sort()).toEqual(["00", "V029"]);
    expect((await shop.readLedger(oid)).captured).toBe(1250);
  });

  test.each([
    ["declined_insufficient_funds", "51"],
    ["declined_lost_card", "41"],
    ["declined_do_not_honour", "05"],
  ] as const)("declines by the issuer and marks the request as used: %s is %s", async (outcome, expected) => {
    const { oid, callback } = await shop.buy({ pan: panWith(outcome) });
    const declined = await shop.api(completeRequest(oid, callback));
    expect([code(declined), declined.text("AuthCode")]).toEqual([expected, ""]);
    expect(code(await shop.api(completeRequest(oid, callback)))).toBe("V034");
    expect(await shop.readLedger(oid)).toBeUndefined();
    const status = await shop.api(inquiry(oid));
    expect([status.text("TxnStatus"), code(status)]).toEqual(["N", expected]);
  });

  test("approves the card declined_at_start, because this bank gets no request before its page", async () => {
    await paid({ pan: panWith("declined_at_start") });
  });

  test("refuses the request of another order, an unknown one, and one that failed or was cancelled", async () => {
    const [cheap, dear] = [await shop.buy({ amount: "1.00" }), await shop.buy({ amount: "9000.00" })];
    // The return does not sign the request's number, so a swapped number must not pay one order with another.
    expect(code(await shop.api(completeRequest(dear.oid, cheap.callback)))).toBe("V034");
    expect(code(await shop.api({ ...completeRequest(dear.oid, dear.callback), RequestGuid: "1" }))).toBe("V034");
    expect(await shop.readLedger(dear.oid)).toBeUndefined();
    for (const typed of ["000000", "cancel"]) {
      const { oid, callback } = await shop.buy({}, typed);
      expect(callback.get("RequestGuid")).toMatch(/^\d{16}$/);
      expect(code(await shop.api(completeRequest(oid, callback)))).toBe("V034");
    }
  });

  test("refuses the user of another shop with a request of this shop", async () => {
    const { oid, callback } = await shop.buy();
    const { userCode, userPass } = otherShop.payfor;
    const theirs = { ...completeRequest(oid, callback), UserCode: userCode, UserPass: userPass };
    expect(code(await shop.api(theirs))).toBe("V034");
    expect(await shop.readLedger(oid)).toBeUndefined();
  });

  test("capture_lost_taken: no answer, and the money is taken; the inquiry finds it", async () => {
    const { oid, callback } = await shop.buy({ pan: panWith("capture_lost_taken") });
    await expect(shop.api(completeRequest(oid, callback))).rejects.toThrow("fetch failed");
    expect((await shop.readLedger(oid)).captured).toBe(1250);
    expect((await shop.api(inquiry(oid))).text("TxnStatus")).toBe("Y");
  });

  test("capture_lost_nothing: no answer, nothing is taken; the inquiry finds nothing", async () => {
    const { oid, callback } = await shop.buy({ pan: panWith("capture_lost_nothing") });
    await expect(shop.api(completeRequest(oid, callback))).rejects.toThrow("fetch failed");
    expect(await shop.readLedger(oid)).toBeUndefined();
    expect(code(await shop.api(inquiry(oid)))).toBe("V013");
  });
});

describe("void", () => {
  test("approves once on the same day, then answers V017", async () => {
    const oid = await paid();
    const codes = await Promise.all([voidOrder(oid), voidOrder(oid), voidOrder(oid)]);
    expect(codes.sort()).toEqual(["00", "V017", "V017"]);
    expect(await shop.readLedger(oid)).toMatchObject({ captured: 1250, voided: 1250 });
  });

  test("approves until the last moment of the Istanbul day, and answers V018 from midnight on", async () => {
    const [early, late] = [await paid(), await paid()];
    shop.clock.set(new Date("2026-11-20T20:59:59.999Z"));
    expect(await voidOrder(early)).toBe("00");
    shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
    expect(await voidOrder(late)).toBe("V018");
  });

  test("refuses after a refund, for an unknown order, for a part, and for the card void_declined", async () => {
    const oid = await paid();
    const part = { ...voidRequest(oid), PurchAmount: "1.00" };
    expect(code(await shop.api(part))).toBe("V019");
    await refundOrder(oid, "1.00");
    expect(await voidOrder(oid)).toBe("V018");
    expect(await voidOrder(newOrderId())).toBe("V013");
    const declined = await paid({ pan: panWith("void_declined") });
    expect(await voidOrder(declined)).toBe("05");
    expect((await shop.readLedger(declined)).voided).toBe(0);
  });
});

describe("refund", () => {
  test("approves parts until nothing is left; V015 for more than is left, V037 after that", async () => {
    const oid = await paid();
    expect(await refundOrder(oid, "2.50")).toBe("00");
    expect(await refundOrder(oid, "10.01")).toBe("V015");
    expect(await refundOrder(oid, "10")).toBe("00");
    expect(await refundOrder(oid, "0.01")).toBe("V037");
    expect(await shop.readLedger(oid)).toMatchObject({ captured: 1250, credited: 1250 });
  });

  test("never exceeds the capture with concurrent refunds", async () => {
    const oid = await paid();
    const codes = await Promise.all(["12.50", "12.50", "6.26"].map((amount) => refundOrder(oid, amount)));
    expect(codes.filter((answered) => answered === "00")).toHaveLength(1);
    expect((await shop.readLedger(oid)).credited).toBeLessThanOrEqual(1250);
  });

  test("V014 with the sale's authorisation code before the day-end, when same-day credits are off", async () => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { refuseSameDayCredit: true });
    const early = await shop.api(refundRequest(oid, "1.00"));
    const sale = await shop.api(inquiry(oid));
    expect([code(early), early.text("AuthCode")]).toEqual(["V014", sale.text("AuthCode")]);
    expect(early.text("AuthCode")).toMatch(/^P\d{5}$/);
    shop.clock.advanceMs(hours(24 * 20));
    expect(await refundOrder(oid, "1.00")).toBe("00");
    await shop.control("PATCH", "settings", { refuseSameDayCredit: false });
  });

  test("refuses a voided order, an unknown order, an invalid amount, and the card credit_declined", async () => {
    const voided = await paid();
    await voidOrder(voided);
    expect(await refundOrder(voided)).toBe("V017");
    expect(await refundOrder(newOrderId())).toBe("V013");
    const oid = await paid();
    for (const amount of ["", "0", "-1", "1,00", "0.001"]) expect(await refundOrder(oid, amount)).toBe("M004");
    const declined = await paid({ pan: panWith("credit_declined") });
    expect(await refundOrder(declined, "1.00")).toBe("05");
    expect((await shop.readLedger(declined)).credited).toBe(0);
  });

  test("credit_lost_taken: no answer, and the money went back; the history has it", async () => {
    const oid = await paid({ pan: panWith("credit_lost_taken") });
    await expect(shop.api(refundRequest(oid, "5.00"))).rejects.toThrow("fetch failed");
    expect((await shop.readLedger(oid)).credited).toBe(500);
    const { records } = await shop.api(history(oid));
    expect(records.map((record) => record.get("TxnType"))).toEqual(["Auth", "Refund"]);
  });
});

describe("access to the API", () => {
  const operations = [
    completeRequest("X1", new Map()),
    voidRequest("X1"),
    refundRequest("X1", "1.00"),
    inquiry("X1"),
    history("X1"),
  ];

  test("refuses wrong credentials in every operation, and records nothing", async () => {
    for (const operation of operations) {
      expect(code(await shop.api({ ...operation, UserCode: "x" }))).toBe("03");
      // The bank's inquiry does not check the password (B-5.4).
      const asksForStatus = "SecureType" in operation && operation.SecureType === "Inquiry";
      if (!asksForStatus) expect(code(await shop.api({ ...operation, UserPass: "x" }))).toBe("03");
    }
    for (const operation of operations.slice(1)) {
      for (const wrong of [{ MbrId: "12" }, { MerchantId: "x" }, { MerchantId: otherShop.payfor.merchantId }]) {
        expect(code(await shop.api({ ...operation, ...wrong }))).toBe("03");
      }
    }
    expect((await shop.control("GET", "log?orderId=X1")).body.items).toEqual([]);
  });

  test("12 for another currency, a missing language, an unknown operation and an invalid order id", async () => {
    const oid = await paid();
    const good = voidRequest(oid);
    for (const wrong of [
      ...["840", ""].map((Currency) => ({ Currency })),
      ...["de", ""].map((Lang) => ({ Lang })),
      ...["Auth", "PreAuth", "PostAuth", "", "void"].map((TxnType) => ({ TxnType })),
      ...["a b", "", "x".repeat(37)].map((OrgOrderId) => ({ OrgOrderId })),
      { SecureType: "3DPay" },
    ]) {
      expect(code(await shop.api({ ...good, ...wrong }))).toBe("12");
    }
    expect(await shop.readLedger(oid)).toMatchObject({ voided: 0 });
  });

  test.each([
    [""],
    ["<PayforRequest>"],
    ["<a/>"],
    ["<!DOCTYPE x><PayforRequest/>"],
    ["<PayforRequest><A/><A/></PayforRequest>"],
    ["UserCode=x&SecureType=NonSecure"],
  ])("30 for a body that is no request: %j", async (body) => {
    expect(code(await postXml(shop.origin, body))).toBe("30");
  });
});
