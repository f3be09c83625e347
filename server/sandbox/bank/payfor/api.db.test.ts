import { beforeEach, describe, expect, test } from "vitest";
import { hours } from "@/server/domain/clock";
import { giveFileShop } from "@/server/testing/banks/file-shop";
import {
  type ApiAnswer,
  completing,
  history,
  inquiry,
  openPayforShop,
  type PayforTestShop,
  postXml,
  refunding,
  voiding,
} from "@/server/testing/banks/payfor-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { otherShop } from "../records/shops";

let shop: PayforTestShop;
giveFileShop(openPayforShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const code = (answer: ApiAnswer) => answer.text("ProcReturnCode");
const paid = async (order: Parameters<PayforTestShop["buy"]>[0] = {}) => {
  const { oid, callback } = await shop.buy(order);
  expect(code(await shop.api(completing(oid, callback)))).toBe("00");
  return oid;
};
const voidOf = async (oid: string) => code(await shop.api(voiding(oid)));
const refundOf = async (oid: string, amount = "12.50") => code(await shop.api(refunding(oid, amount)));

describe("completing a sale", () => {
  test("approved with references, and the ledger has the amount of the authentication", async () => {
    const { oid, callback } = await shop.buy({ amount: "1250.5", installment: "3" });
    const answer = await shop.api(completing(oid, callback));
    expect(code(answer)).toBe("00");
    expect(answer.text("TransId")).toBe(oid);
    expect(answer.text("AuthCode")).toMatch(/^P\d{5}$/);
    expect(answer.text("HostRefNum")).toMatch(/^\d{12}$/);
    expect(answer.headers.get("content-type")).toBe("text/xml; charset=utf-8");
    expect(await shop.ledgerOf(oid)).toEqual({ orderId: oid, captured: 125050, voided: 0, credited: 0 });
    const { body } = await shop.control("GET", `log?orderId=${oid}`);
    expect(body.items).toMatchObject([{ protocol: "payfor", operation: "capture", amount: 125050 }]);
  });

  test("twenty at once take the money once: one approved, the others V029", async () => {
    const { oid, callback } = await shop.buy();
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.api(completing(oid, callback))));
    expect(answers.filter((answer) => code(answer) === "00")).toHaveLength(1);
    expect(answers.filter((answer) => code(answer) === "V029")).toHaveLength(19);
    expect((await shop.ledgerOf(oid)).captured).toBe(1250);
  });

  test("two authentications of one order race: one of them is paid", async () => {
    const oid = newOrderId();
    const bought = await Promise.all([shop.buy({ oid }), shop.buy({ oid })]);
    const answers = await Promise.all(bought.map(({ callback }) => shop.api(completing(oid, callback))));
    expect(answers.map(code).sort()).toEqual(["00", "V029"]);
    expect((await shop.ledgerOf(oid)).captured).toBe(1250);
  });

  test.each([
    ["declined_insufficient_funds", "51"],
    ["declined_lost_card", "41"],
    ["declined_do_not_honour", "05"],
  ] as const)("declined by the issuer: %s is %s, and the request is spent", async (outcome, expected) => {
    const { oid, callback } = await shop.buy({ pan: panWith(outcome) });
    const declined = await shop.api(completing(oid, callback));
    expect([code(declined), declined.text("AuthCode")]).toEqual([expected, ""]);
    expect(code(await shop.api(completing(oid, callback)))).toBe("V034");
    expect(await shop.ledgerOf(oid)).toBeUndefined();
    const status = await shop.api(inquiry(oid));
    expect([status.text("TxnStatus"), code(status)]).toEqual(["N", expected]);
  });

  test("approved: a card that only banks which are asked first decline", async () => {
    await paid({ pan: panWith("declined_at_start") });
  });

  test("refused: another order's request, an unknown one, one that failed or was cancelled", async () => {
    const [cheap, dear] = [await shop.buy({ amount: "1.00" }), await shop.buy({ amount: "9000.00" })];
    // The number is not signed in the return: whoever swaps it must not pay for one order with another.
    expect(code(await shop.api(completing(dear.oid, cheap.callback)))).toBe("V034");
    expect(code(await shop.api({ ...completing(dear.oid, dear.callback), RequestGuid: "1" }))).toBe("V034");
    expect(await shop.ledgerOf(dear.oid)).toBeUndefined();
    for (const typed of ["000000", "cancel"]) {
      const { oid, callback } = await shop.buy({}, typed);
      expect(callback.get("RequestGuid")).toMatch(/^\d{16}$/);
      expect(code(await shop.api(completing(oid, callback)))).toBe("V034");
    }
  });

  test("refused: another shop's user with the request of this one", async () => {
    const { oid, callback } = await shop.buy();
    const { userCode, userPass } = otherShop.payfor;
    const theirs = { ...completing(oid, callback), UserCode: userCode, UserPass: userPass };
    expect(code(await shop.api(theirs))).toBe("V034");
    expect(await shop.ledgerOf(oid)).toBeUndefined();
  });

  test("capture_lost_taken: no answer, and the money is taken; the inquiry finds it", async () => {
    const { oid, callback } = await shop.buy({ pan: panWith("capture_lost_taken") });
    await expect(shop.api(completing(oid, callback))).rejects.toThrow("fetch failed");
    expect((await shop.ledgerOf(oid)).captured).toBe(1250);
    expect((await shop.api(inquiry(oid))).text("TxnStatus")).toBe("Y");
  });

  test("capture_lost_nothing: no answer, nothing is taken; the inquiry finds nothing", async () => {
    const { oid, callback } = await shop.buy({ pan: panWith("capture_lost_nothing") });
    await expect(shop.api(completing(oid, callback))).rejects.toThrow("fetch failed");
    expect(await shop.ledgerOf(oid)).toBeUndefined();
    expect(code(await shop.api(inquiry(oid)))).toBe("V013");
  });
});

describe("void", () => {
  test("approved on the same day, once; then V017", async () => {
    const oid = await paid();
    const codes = await Promise.all([voidOf(oid), voidOf(oid), voidOf(oid)]);
    expect(codes.sort()).toEqual(["00", "V017", "V017"]);
    expect(await shop.ledgerOf(oid)).toMatchObject({ captured: 1250, voided: 1250 });
  });

  test("possible until the last moment of the Istanbul day, V018 from midnight on", async () => {
    const [early, late] = [await paid(), await paid()];
    shop.clock.set(new Date("2026-11-20T20:59:59.999Z"));
    expect(await voidOf(early)).toBe("00");
    shop.clock.set(new Date("2026-11-20T21:00:00.000Z"));
    expect(await voidOf(late)).toBe("V018");
  });

  test("refused after a refund, for an unknown order, in part, and by the card void_declined", async () => {
    const oid = await paid();
    const part = { ...voiding(oid), PurchAmount: "1.00" };
    expect(code(await shop.api(part))).toBe("V019");
    await refundOf(oid, "1.00");
    expect(await voidOf(oid)).toBe("V018");
    expect(await voidOf(newOrderId())).toBe("V013");
    const declined = await paid({ pan: panWith("void_declined") });
    expect(await voidOf(declined)).toBe("05");
    expect((await shop.ledgerOf(declined)).voided).toBe(0);
  });
});

describe("refund", () => {
  test("parts until nothing is left: more than that is V015, anything after it V037", async () => {
    const oid = await paid();
    expect(await refundOf(oid, "2.50")).toBe("00");
    expect(await refundOf(oid, "10.01")).toBe("V015");
    expect(await refundOf(oid, "10")).toBe("00");
    expect(await refundOf(oid, "0.01")).toBe("V037");
    expect(await shop.ledgerOf(oid)).toMatchObject({ captured: 1250, credited: 1250 });
  });

  test("parallel ones never exceed the capture", async () => {
    const oid = await paid();
    const codes = await Promise.all(["12.50", "12.50", "6.26"].map((amount) => refundOf(oid, amount)));
    expect(codes.filter((answered) => answered === "00")).toHaveLength(1);
    expect((await shop.ledgerOf(oid)).credited).toBeLessThanOrEqual(1250);
  });

  test("V014 before day-end where the bank waits for it, with the sale's own authorisation code", async () => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { refuseSameDayCredit: true });
    const early = await shop.api(refunding(oid, "1.00"));
    const sale = await shop.api(inquiry(oid));
    expect([code(early), early.text("AuthCode")]).toEqual(["V014", sale.text("AuthCode")]);
    expect(early.text("AuthCode")).toMatch(/^P\d{5}$/);
    shop.clock.advanceMs(hours(24 * 20));
    expect(await refundOf(oid, "1.00")).toBe("00");
    await shop.control("PATCH", "settings", { refuseSameDayCredit: false });
  });

  test("refused: a voided order, an unknown one, what is no amount, and the card credit_declined", async () => {
    const voided = await paid();
    await voidOf(voided);
    expect(await refundOf(voided)).toBe("V017");
    expect(await refundOf(newOrderId())).toBe("V013");
    const oid = await paid();
    for (const amount of ["", "0", "-1", "1,00", "0.001"]) expect(await refundOf(oid, amount)).toBe("M004");
    const declined = await paid({ pan: panWith("credit_declined") });
    expect(await refundOf(declined, "1.00")).toBe("05");
    expect((await shop.ledgerOf(declined)).credited).toBe(0);
  });

  test("credit_lost_taken: no answer, and the money went back; the history has it", async () => {
    const oid = await paid({ pan: panWith("credit_lost_taken") });
    await expect(shop.api(refunding(oid, "5.00"))).rejects.toThrow("fetch failed");
    expect((await shop.ledgerOf(oid)).credited).toBe(500);
    const { records } = await shop.api(history(oid));
    expect(records.map((record) => record.get("TxnType"))).toEqual(["Auth", "Refund"]);
  });
});

describe("the door", () => {
  const operations = [
    completing("X1", new Map()),
    voiding("X1"),
    refunding("X1", "1.00"),
    inquiry("X1"),
    history("X1"),
  ];

  test("wrong credentials are refused in every operation, without a trace", async () => {
    for (const operation of operations) {
      for (const wrong of [{ UserPass: "x" }, { UserCode: "x" }]) {
        expect(code(await shop.api({ ...operation, ...wrong }))).toBe("03");
      }
    }
    for (const operation of operations.slice(1)) {
      for (const wrong of [
        { MbrId: "12" },
        { MerchantId: "x" },
        { MerchantId: otherShop.payfor.merchantId },
      ]) {
        expect(code(await shop.api({ ...operation, ...wrong }))).toBe("03");
      }
    }
    expect((await shop.control("GET", "log?orderId=X1")).body.items).toEqual([]);
  });

  test("12 for another currency, no language, an operation that there is not, an id that is none", async () => {
    const oid = await paid();
    const good = voiding(oid);
    for (const wrong of [
      ...["840", ""].map((Currency) => ({ Currency })),
      ...["de", ""].map((Lang) => ({ Lang })),
      ...["Auth", "PreAuth", "PostAuth", "", "void"].map((TxnType) => ({ TxnType })),
      ...["a b", "", "x".repeat(37)].map((OrgOrderId) => ({ OrgOrderId })),
      { SecureType: "3DPay" },
    ]) {
      expect(code(await shop.api({ ...good, ...wrong }))).toBe("12");
    }
    expect(await shop.ledgerOf(oid)).toMatchObject({ voided: 0 });
  });

  test.each([
    [""],
    ["<PayforRequest>"],
    ["<a/>"],
    ["<!DOCTYPE x><PayforRequest/>"],
    ["<PayforRequest><A/><A/></PayforRequest>"],
    ["UserCode=x&SecureType=NonSecure"],
  ])("30 for what is no request: %j", async (body) => {
    expect(code(await postXml(shop.origin, body))).toBe("30");
  });
});
