import { beforeEach, describe, expect, test } from "vitest";
import { giveFileShop } from "@/server/testing/banks/file-shop";
import {
  type ApiAnswer,
  agreementRequest,
  brief,
  chargeRequest,
  digestOf,
  macOf,
  openPosnetShop,
  prepareRequest,
  type Returned,
  resolved,
  resolveRequest,
  type TestPosnetShop,
  tailOf,
} from "@/server/testing/banks/posnet-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { openPool } from "../records/database";
import { otherShop } from "../records/shops";

let shop: TestPosnetShop;
giveFileShop(openPosnetShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const logOf = async (xid: string) =>
  (await shop.logOf(xid)).map(
    (item: { operation: string; outcome: string }) => `${item.operation} ${item.outcome}`,
  );
const without = (xml: string, name: string) => xml.replace(new RegExp(`<${name}>.*?</${name}>`), "");
/** What a hand on the way would do: the last digit is another. */
const altered = (callback: ReadonlyMap<string, string>, name: string) =>
  (callback.get(name) ?? "").slice(0, -1) + (callback.get(name)?.endsWith("0") ? "1" : "0");

describe("resolve", () => {
  test("says what was authenticated, signed with mdStatus before the order, as often as it is asked", async () => {
    const bought = await shop.buy({ amount: "125050", installment: "03" });
    const answers = [await shop.api(resolveRequest(bought)), await shop.api(resolveRequest(bought))];
    for (const answer of answers) {
      expect(brief(answer)).toEqual(["1", ""]);
      expect(resolved(answer)).toEqual(["125050", "TL", "03", bought.xid, "Y", "1"]);
      expect(answer.text("mac")).toBe(macOf("1", bought));
    }
    expect(await logOf(bought.xid)).toEqual(["prepare approved", "resolve approved", "resolve approved"]);
  });

  test.each([
    ["a wrong code", "000000", "approved"],
    ["the cancel button", "cancel", "approved"],
    ["the card three_ds_failed", "123456", "three_ds_failed"],
  ] as const)("says mdStatus 0 after %s, and the charge is refused", async (_, code, outcome) => {
    const bought = await shop.buy({ pan: panWith(outcome) }, code);
    const answer = await shop.api(resolveRequest(bought));
    expect(resolved(answer)).toEqual(["1250", "TL", "00", bought.xid, "N", "0"]);
    expect(answer.text("mac")).toBe(macOf("0", bought));
    expect(brief(await shop.api(chargeRequest(bought)))).toEqual(["0", "0150"]);
    expect(await logOf(bought.xid)).toEqual(["prepare approved", "resolve declined", "capture declined"]);
    expect(await shop.ledgerOf(bought.xid)).toBeUndefined();
  });

  test("is reached by no fault: an outage of everything leaves it standing", async () => {
    const bought = await shop.buy();
    await shop.control("PATCH", "settings", { down: true, latencyMs: 60_000 });
    expect(resolved(await shop.api(resolveRequest(bought))).at(-1)).toBe("1");
    await expect(shop.api(chargeRequest(bought))).rejects.toThrow("fetch failed");
    await shop.control("PATCH", "settings", { down: false, latencyMs: 0 });
    expect((await shop.api(chargeRequest(bought))).text("approved")).toBe("1");
  });
});

describe.each([
  ["resolve", resolveRequest],
  ["capture", chargeRequest],
] as const)("%s refuses, and takes nothing", (operation, request) => {
  test.each([
    ["bankData", "BankPacket"],
    ["merchantData", "MerchantPacket"],
    ["sign", "Sign"],
  ])("0150: %s that was altered, or is another order's", async (element, name) => {
    const [bought, other] = [await shop.buy(), await shop.buy()];
    for (const text of [altered(bought.callback, name), other.callback.get(name) ?? "", ""]) {
      expect(brief(await shop.api(request(bought, { [element]: text })))).toEqual(["0", "0150"]);
    }
    expect(await shop.ledgerOf(bought.xid)).toBeUndefined();
    expect(await shop.ledgerOf(other.xid)).toBeUndefined();
  });

  test("0150: another shop's packets, and those of a page that nobody has finished", async () => {
    const bought = await shop.buy();
    const { xid, amount } = bought;
    const mac = digestOf(...tailOf({ xid, amount }, otherShop.posnet));
    expect(brief(await shop.api(request(bought, { mac }), otherShop.posnet))).toEqual(["0", "0150"]);
    const sealed = { xid, amount, callback: new Map(prepareTexts(bought.prepared)) };
    expect(brief(await shop.api(request(sealed)))).toEqual(["0", "0150"]);
    const unfinished = newOrderId();
    await shop.api(prepareRequest({ xid: unfinished }));
    const known = { xid: unfinished, amount, callback: await packetsInRows(unfinished) };
    expect(brief(await shop.api(request(known)))).toEqual(["0", "0150"]);
    expect(await logOf(unfinished)).toEqual(["prepare approved", `${operation} declined`]);
    expect(await logOf(xid)).not.toContain("capture approved");
  });

  test.each([
    ["of another amount", (order: Returned) => tailOf({ ...order, amount: "1251" })],
    ["of another order", (order: Returned) => tailOf({ ...order, xid: newOrderId() })],
    ["of another currency", (order: Returned) => tailOf({ ...order, currency: "US" })],
    ["with another key", (order: Returned) => [...tailOf(order).slice(0, -1), digestOf("10", "67218001")]],
    ["of another terminal", (order: Returned) => tailOf(order, { ...otherShop.posnet, mid: "6721800001" })],
  ])("E216: a mac %s", async (_case, parts) => {
    const bought = await shop.buy();
    const answer = await shop.api(request(bought, { mac: digestOf(...parts(bought)) }));
    expect(brief(answer)).toEqual(["0", "E216"]);
    expect(answer.text("respText")).toBe("Mac Doğrulama hatalı");
    expect(answer.text("mdStatus")).toBeUndefined();
    expect(await shop.ledgerOf(bought.xid)).toBeUndefined();
  });
});

/** What nobody has been told yet: the packets of an order whose page is still open. */
async function packetsInRows(xid: string): Promise<ReadonlyMap<string, string>> {
  const pool = openPool(shop.databaseUrl);
  const sql = "select proofs from simulator.authentication where order_id = $1";
  const { bankData, merchantData, sign } = (await pool.query(sql, [xid])).rows[0].proofs;
  await pool.end();
  return new Map([
    ["BankPacket", bankData],
    ["MerchantPacket", merchantData],
    ["Sign", sign],
  ]);
}

/** What the encrypt step gave, taken for the packets of a return. */
const prepareTexts = (prepared: ApiAnswer) =>
  [
    ["BankPacket", prepared.text("data1") ?? ""],
    ["MerchantPacket", prepared.text("data2") ?? ""],
    ["Sign", prepared.text("sign") ?? ""],
  ] as const;

describe("charge", () => {
  test("approved: signed over the host's key of 18 digits, and the ledger has the money", async () => {
    const bought = await shop.buy({ amount: "125050", installment: "06" });
    const answer = await shop.api(chargeRequest(bought));
    expect(answer.text("approved")).toBe("1");
    expect(answer.text("hostlogkey")).toMatch(/^\d{18}$/);
    expect(answer.text("authCode")).toMatch(/^P\d{5}$/);
    expect(answer.text("mac")).toBe(macOf(answer.text("hostlogkey") ?? "", bought));
    expect([answer.text("inst1"), answer.text("amnt1")]).toEqual(["06", "000000020841"]);
    expect(await shop.ledgerOf(bought.xid)).toEqual({
      orderId: bought.xid,
      captured: 125050,
      voided: 0,
      credited: 0,
    });
    expect(await logOf(bought.xid)).toEqual(["prepare approved", "capture approved"]);
  });

  test("needs no resolve before it, nor the two elements that some versions leave out", async () => {
    const bought = await shop.buy();
    const xml = chargeRequest(bought);
    expect(brief(await shop.api(without(xml, "sign")))).toEqual(["0", "0150"]);
    expect((await shop.api(without(without(xml, "merchantData"), "sign"))).text("approved")).toBe("1");
  });

  test("0205 for points to be spent", async () => {
    const bought = await shop.buy();
    for (const wpAmount of ["1", "", "00"]) {
      expect(brief(await shop.api(chargeRequest(bought, { wpAmount })))).toEqual(["0", "0205"]);
    }
  });

  test("twenty at once take the money once: one approved 1, the others approved 2 with what it was told", async () => {
    const bought = await shop.buy();
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.api(chargeRequest(bought))));
    const first = answers.filter((answer) => answer.text("approved") === "1");
    const later = answers.filter((answer) => answer.text("approved") === "2");
    expect([first.length, later.length]).toEqual([1, 19]);
    for (const answer of later) {
      expect(answer.text("respCode")).toBe("0127");
      for (const name of ["hostlogkey", "authCode", "mac"]) {
        expect(answer.text(name)).toBe(first[0]?.text(name));
      }
      expect(answer.text("tranDate")).toBe("261120120000");
    }
    expect((await shop.ledgerOf(bought.xid)).captured).toBe(1250);
  });

  test("two returns of one order race: one of them is paid, the other is refused for its number", async () => {
    const xid = newOrderId();
    const bought = await Promise.all([shop.buy({ xid }), shop.buy({ xid })]);
    const answers = await Promise.all(bought.map((one) => shop.api(chargeRequest(one))));
    expect(answers.map(brief).sort()).toEqual([
      ["0", "0127"],
      ["1", undefined],
    ]);
    const refusal = answers.find((answer) => answer.text("approved") === "0");
    expect(refusal?.text("mac")).toBe(macOf("", bought[0] ?? { xid, amount: "" }));
    expect((await shop.ledgerOf(xid)).captured).toBe(1250);
  });

  test.each([
    ["declined_insufficient_funds", "0051"],
    ["declined_lost_card", "0041"],
    ["declined_do_not_honour", "0005"],
  ] as const)(
    "declined by the issuer: %s is %s, signed with no key, and the packets are spent",
    async (outcome, code) => {
      const bought = await shop.buy({ pan: panWith(outcome) });
      const answer = await shop.api(chargeRequest(bought));
      expect(brief(answer)).toEqual(["0", code]);
      expect(answer.text("respText")).toMatch(new RegExp(`^RED-.{31}${code}$`));
      expect([answer.text("mac"), answer.text("hostlogkey")]).toEqual([macOf("", bought), undefined]);
      expect(brief(await shop.api(chargeRequest(bought)))).toEqual(["0", "0150"]);
      expect(await shop.ledgerOf(bought.xid)).toBeUndefined();
      const [record] = (await shop.api(agreementRequest(bought.xid))).transactions;
      expect([record?.get("state"), record?.get("txnStatus"), record?.get("authCode")]).toEqual([
        "Sale",
        "0",
        "",
      ]);
    },
  );

  test("capture_lost_taken: no answer, and the money is taken; the look-up and a second charge find it", async () => {
    const bought = await shop.buy({ pan: panWith("capture_lost_taken") });
    await expect(shop.api(chargeRequest(bought))).rejects.toThrow("fetch failed");
    expect((await shop.ledgerOf(bought.xid)).captured).toBe(1250);
    expect((await shop.api(agreementRequest(bought.xid))).transactions).toHaveLength(1);
    expect((await shop.api(chargeRequest(bought))).text("approved")).toBe("2");
  });

  test("capture_lost_nothing: no answer, nothing is taken; the look-up finds nothing", async () => {
    const bought = await shop.buy({ pan: panWith("capture_lost_nothing") });
    await expect(shop.api(chargeRequest(bought))).rejects.toThrow("fetch failed");
    expect(await shop.ledgerOf(bought.xid)).toBeUndefined();
    expect(brief(await shop.api(agreementRequest(bought.xid)))).toEqual(["0", "0123"]);
    expect(await logOf(bought.xid)).toEqual([
      "prepare approved",
      "capture nothing_done",
      "inquire not_found",
    ]);
  });
});
