import { beforeEach, describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  type ApiAnswer,
  agreementRequest,
  chargeRequest,
  computeMac,
  joinDigest,
  macParts,
  openPosnetShop,
  prepareRequest,
  type Returned,
  readResolved,
  readVerdict,
  resolveRequest,
  type TestPosnetShop,
} from "@/server/testing/banks/posnet-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { openPool } from "../records/database";
import { otherShop } from "../records/shops";

let shop: TestPosnetShop;
setUpShop(openPosnetShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const readLogLines = async (xid: string) =>
  (await shop.readLog(xid)).map((item: { operation: string; outcome: string }) => `${item.operation} ${item.outcome}`);
const without = (xml: string, name: string) => xml.replace(new RegExp(`<${name}>.*?</${name}>`), "");
/** Changes the last digit of a field, as an attacker could. */
const altered = (callback: ReadonlyMap<string, string>, name: string) =>
  (callback.get(name) ?? "").slice(0, -1) + (callback.get(name)?.endsWith("0") ? "1" : "0");

describe("resolve", () => {
  test("returns the authenticated order, signed with mdStatus before the order, on every request", async () => {
    const bought = await shop.buy({ amount: "125050", installment: "03" });
    const answers = [await shop.api(resolveRequest(bought)), await shop.api(resolveRequest(bought))];
    for (const answer of answers) {
      expect(readVerdict(answer)).toEqual(["1", ""]);
      expect(readResolved(answer)).toEqual(["125050", "TL", "03", bought.xid, "Y", "1"]);
      expect(answer.text("mac")).toBe(computeMac("1", bought));
    }
    expect(await readLogLines(bought.xid)).toEqual(["prepare approved", "resolve approved", "resolve approved"]);
  });

  test.each([
    ["a wrong code", "000000", "approved"],
    ["the cancel button", "cancel", "approved"],
    ["the card three_ds_failed", "123456", "three_ds_failed"],
  ] as const)("returns mdStatus 0 after %s, and the charge is refused", async (_, code, outcome) => {
    const bought = await shop.buy({ pan: panWith(outcome) }, code);
    const answer = await shop.api(resolveRequest(bought));
    expect(readResolved(answer)).toEqual(["1250", "TL", "00", bought.xid, "N", "0"]);
    expect(answer.text("mac")).toBe(computeMac("0", bought));
    expect(readVerdict(await shop.api(chargeRequest(bought)))).toEqual(["0", "0150"]);
    expect(await readLogLines(bought.xid)).toEqual(["prepare approved", "resolve declined", "capture declined"]);
    expect(await shop.readLedger(bought.xid)).toBeUndefined();
  });

  test("answers also during an outage of all operations", async () => {
    const bought = await shop.buy();
    await shop.control("PATCH", "settings", { down: true, latencyMs: 60_000 });
    expect(readResolved(await shop.api(resolveRequest(bought))).at(-1)).toBe("1");
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
  ])("0150 for %s that was altered or belongs to another order", async (element, name) => {
    const [bought, other] = [await shop.buy(), await shop.buy()];
    for (const text of [altered(bought.callback, name), other.callback.get(name) ?? "", ""]) {
      expect(readVerdict(await shop.api(request(bought, { [element]: text })))).toEqual(["0", "0150"]);
    }
    expect(await shop.readLedger(bought.xid)).toBeUndefined();
    expect(await shop.readLedger(other.xid)).toBeUndefined();
  });

  test("0150 for packets of another shop, and for packets of a page that is still open", async () => {
    const bought = await shop.buy();
    const { xid, amount } = bought;
    const mac = joinDigest(...macParts({ xid, amount }, otherShop.posnet));
    expect(readVerdict(await shop.api(request(bought, { mac }), otherShop.posnet))).toEqual(["0", "0150"]);
    const sealed = { xid, amount, callback: new Map(prepareTexts(bought.prepared)) };
    expect(readVerdict(await shop.api(request(sealed)))).toEqual(["0", "0150"]);
    const unfinished = newOrderId();
    await shop.api(prepareRequest({ xid: unfinished }));
    const known = { xid: unfinished, amount, callback: await readStoredPackets(unfinished) };
    expect(readVerdict(await shop.api(request(known)))).toEqual(["0", "0150"]);
    expect(await readLogLines(unfinished)).toEqual(["prepare approved", `${operation} declined`]);
    expect(await readLogLines(xid)).not.toContain("capture approved");
  });

  test.each([
    ["of another amount", (order: Returned) => macParts({ ...order, amount: "1251" })],
    ["of another order", (order: Returned) => macParts({ ...order, xid: newOrderId() })],
    ["of another currency", (order: Returned) => macParts({ ...order, currency: "US" })],
    ["with another key", (order: Returned) => [...macParts(order).slice(0, -1), joinDigest("10", "67218001")]],
    ["of another terminal", (order: Returned) => macParts(order, { ...otherShop.posnet, mid: "6721800001" })],
  ])("E216 for a mac %s", async (_case, parts) => {
    const bought = await shop.buy();
    const answer = await shop.api(request(bought, { mac: joinDigest(...parts(bought)) }));
    expect(readVerdict(answer)).toEqual(["0", "E216"]);
    expect(answer.text("respText")).toBe("Mac Doğrulama hatalı");
    expect(answer.text("mdStatus")).toBeUndefined();
    expect(await shop.readLedger(bought.xid)).toBeUndefined();
  });
});

/** Reads from the bank's table the packets of an order whose page is still open; no caller has received them yet. */
async function readStoredPackets(xid: string): Promise<ReadonlyMap<string, string>> {
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

/** Uses the texts of the encrypt step as the packets of a return. */
const prepareTexts = (prepared: ApiAnswer) =>
  [
    ["BankPacket", prepared.text("data1") ?? ""],
    ["MerchantPacket", prepared.text("data2") ?? ""],
    ["Sign", prepared.text("sign") ?? ""],
  ] as const;

describe("charge", () => {
  test("approves with a mac over the host's key of 18 digits, and the ledger has the money", async () => {
    const bought = await shop.buy({ amount: "125050", installment: "06" });
    const answer = await shop.api(chargeRequest(bought));
    expect(answer.text("approved")).toBe("1");
    expect(answer.text("hostlogkey")).toMatch(/^\d{18}$/);
    expect(answer.text("authCode")).toMatch(/^P\d{5}$/);
    expect(answer.text("mac")).toBe(computeMac(answer.text("hostlogkey") ?? "", bought));
    expect([answer.text("inst1"), answer.text("amnt1")]).toEqual(["06", "000000020841"]);
    expect(await shop.readLedger(bought.xid)).toEqual({
      orderId: bought.xid,
      captured: 125050,
      voided: 0,
      credited: 0,
    });
    expect(await readLogLines(bought.xid)).toEqual(["prepare approved", "capture approved"]);
  });

  test("approves without a resolve before it, and without the two elements that some versions omit", async () => {
    const bought = await shop.buy();
    const xml = chargeRequest(bought);
    expect(readVerdict(await shop.api(without(xml, "sign")))).toEqual(["0", "0150"]);
    expect((await shop.api(without(without(xml, "merchantData"), "sign"))).text("approved")).toBe("1");
  });

  test("0205 for a request to spend points", async () => {
    const bought = await shop.buy();
    for (const wpAmount of ["1", "", "00"]) {
      expect(readVerdict(await shop.api(chargeRequest(bought, { wpAmount })))).toEqual(["0", "0205"]);
    }
  });

  test("takes the money once for twenty concurrent requests: one approved 1, the others approved 2 with its references", async () => {
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
    expect((await shop.readLedger(bought.xid)).captured).toBe(1250);
  });

  test("takes the money once when two returns of one order race, and refuses the other with 0127", async () => {
    const xid = newOrderId();
    const bought = await Promise.all([shop.buy({ xid }), shop.buy({ xid })]);
    const answers = await Promise.all(bought.map((one) => shop.api(chargeRequest(one))));
    expect(answers.map(readVerdict).sort()).toEqual([
      ["0", "0127"],
      ["1", undefined],
    ]);
    const refusal = answers.find((answer) => answer.text("approved") === "0");
    expect(refusal?.text("mac")).toBe(computeMac("", bought[0] ?? { xid, amount: "" }));
    expect((await shop.readLedger(xid)).captured).toBe(1250);
  });

  test.each([
    ["declined_insufficient_funds", "0051"],
    ["declined_lost_card", "0041"],
    ["declined_do_not_honour", "0005"],
  ] as const)(
    "declines by the issuer, signs without a key, and marks the packets as used: %s is %s",
    async (outcome, code) => {
      const bought = await shop.buy({ pan: panWith(outcome) });
      const answer = await shop.api(chargeRequest(bought));
      expect(readVerdict(answer)).toEqual(["0", code]);
      expect(answer.text("respText")).toMatch(new RegExp(`^RED-.{31}${code}$`));
      expect([answer.text("mac"), answer.text("hostlogkey")]).toEqual([computeMac("", bought), undefined]);
      expect(readVerdict(await shop.api(chargeRequest(bought)))).toEqual(["0", "0150"]);
      expect(await shop.readLedger(bought.xid)).toBeUndefined();
      const [record] = (await shop.api(agreementRequest(bought.xid))).transactions;
      expect([record?.get("state"), record?.get("txnStatus"), record?.get("authCode")]).toEqual(["Sale", "0", ""]);
    },
  );

  test("capture_lost_taken: no answer, and the money is taken; the agreement and a second charge find it", async () => {
    const bought = await shop.buy({ pan: panWith("capture_lost_taken") });
    await expect(shop.api(chargeRequest(bought))).rejects.toThrow("fetch failed");
    expect((await shop.readLedger(bought.xid)).captured).toBe(1250);
    expect((await shop.api(agreementRequest(bought.xid))).transactions).toHaveLength(1);
    expect((await shop.api(chargeRequest(bought))).text("approved")).toBe("2");
  });

  test("capture_lost_nothing: no answer, nothing is taken; the agreement finds nothing", async () => {
    const bought = await shop.buy({ pan: panWith("capture_lost_nothing") });
    await expect(shop.api(chargeRequest(bought))).rejects.toThrow("fetch failed");
    expect(await shop.readLedger(bought.xid)).toBeUndefined();
    expect(readVerdict(await shop.api(agreementRequest(bought.xid)))).toEqual(["0", "0123"]);
    expect(await readLogLines(bought.xid)).toEqual(["prepare approved", "capture nothing_done", "inquire not_found"]);
  });
});
