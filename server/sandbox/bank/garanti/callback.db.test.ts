import { describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import { buildSale, type GarantiTestShop, matchesOwnList, openGarantiShop } from "@/server/testing/banks/garanti-shop";
import { panWith, postForm } from "@/server/testing/banks/shop";
import { testCards } from "../cards";

let shop: GarantiTestShop;
setUpShop(openGarantiShop, (opened) => {
  shop = opened;
});

const successurl = "http://127.0.0.1:9/3ds/callback/token";
const signedNames = "clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:";

describe("the right code", () => {
  test("returns to the successurl with mdstatus 1, all proofs, and everything that was sent except the card", async () => {
    const { orderId, shown, callback } = await shop.buy({ txninstallmentcount: "3", txnamount: "9990" });
    expect(shown.action).toBe(successurl);
    expect(Object.fromEntries(callback)).toMatchObject({
      orderid: orderId,
      oid: orderId,
      transid: orderId,
      txnamount: "9990",
      txninstallmentcount: "3",
      clientid: "30218001",
      terminalid: "30218001",
      terminalmerchantid: "7218000",
      mdstatus: "1",
      eci: "05",
      mode: "TEST",
      hashparams: signedNames,
      MaskedPan: "435508******0005",
      authcode: "",
      procreturncode: "",
      response: "",
      hostrefnum: "",
      errmsg: "",
      hostmsg: "",
    });
    expect(
      Buffer.from(callback.get("md") ?? "", "base64")
        .subarray(0, 8)
        .toString(),
    ).toBe("index:05");
    expect(callback.get("cavv")).toMatch(/^[\w+/]{27}=$/);
    expect(callback.get("rnd")).toMatch(/^[\w+/]{20}$/);
    expect(matchesOwnList(shown.fields)).toBe(true);
    expect([...callback.keys()].filter((name) => name.startsWith("card"))).toEqual([]);
    expect(new Set(callback.keys()).size).toBe(shown.fields.length);
  });

  test("gets the same answer twice when it is posted twice, as by a double click", async () => {
    const { shown, challenge } = await shop.buy();
    expect((await postForm(challenge.action, [["code", "000000"]])).fields).toEqual(shown.fields);
  });

  test("returns the form's own signature, but not for a Troy card", async () => {
    expect((await shop.buy()).callback.get("secure3dhash")).toMatch(/^[0-9A-F]{128}$/);
    const troy = testCards.find(({ scheme }) => scheme === "troy")?.pan ?? "";
    const { callback } = await shop.buy({ cardnumber: troy });
    expect([callback.get("mdstatus"), callback.has("secure3dhash")]).toEqual(["1", false]);
  });
});

test.each(["000000", "", "cancel"])("mdstatus 0 to the errorurl, signed without proofs: %j", async (code) => {
  const { shown, callback } = await shop.buy({}, code);
  expect(shown.action).toBe(`${successurl}?error`);
  expect(["mdstatus", "eci", "cavv"].map((name) => callback.get(name))).toEqual(["0", "", ""]);
  expect(matchesOwnList(shown.fields)).toBe(true);
});

describe("cards with a special callback", () => {
  test("three_ds_failed: mdstatus 0 for the right code too", async () => {
    const { callback } = await shop.buy({ cardnumber: panWith("three_ds_failed") });
    expect(callback.get("mdstatus")).toBe("0");
  });

  test("declined_at_start: approved, because this bank gets no request before its page", async () => {
    const { orderId, callback } = await shop.buy({ cardnumber: panWith("declined_at_start") });
    expect((await shop.api(buildSale(orderId, callback))).verdict).toEqual(["HOST", "00", "00"]);
  });

  test("callback_missing: no form that leads back", async () => {
    const { shown } = await shop.buy({ cardnumber: panWith("callback_missing") });
    expect(shown.text).not.toContain("<form");
  });

  test("callback_twice: only the browser's request when the merchant cannot be reached", async () => {
    const { callback } = await shop.buy({ cardnumber: panWith("callback_twice") });
    expect(callback.get("mdstatus")).toBe("1");
  });

  test("callback_forged_hash: a success with a hash of another key", async () => {
    const { shown, callback } = await shop.buy({ cardnumber: panWith("callback_forged_hash") });
    expect(callback.get("mdstatus")).toBe("1");
    expect(matchesOwnList(shown.fields)).toBe(false);
    expect(matchesOwnList(shown.fields, "a key made up")).toBe(true);
  });

  test("callback_forged_amount: another amount, which the genuine hash does not cover", async () => {
    const { shown, callback } = await shop.buy({ cardnumber: panWith("callback_forged_amount") });
    expect([callback.get("txnamount"), callback.get("mdstatus")]).toEqual(["100", "1"]);
    expect(matchesOwnList(shown.fields)).toBe(true);
  });

  test("callback_forged_amount: another amount also for an order of the forged amount", async () => {
    const cardnumber = panWith("callback_forged_amount");
    const { callback } = await shop.buy({ cardnumber, txnamount: "100" });
    expect(callback.get("txnamount")).toBe("200");
  });

  test("callback_forged_fields: mdstatus 1, valid by its own list, and the bank takes no money for it", async () => {
    const { orderId, shown, callback } = await shop.buy({ cardnumber: panWith("callback_forged_fields") });
    expect(shown.action).toBe(successurl);
    expect(shown.fields.filter(([name]) => name === "mdstatus")).toEqual([["mdstatus", "1"]]);
    expect(matchesOwnList(shown.fields)).toBe(true);
    const byTheFixedList = shown.fields.map(([n, v]) => [n, n === "hashparams" ? signedNames : v] as const);
    expect(matchesOwnList(byTheFixedList)).toBe(false);
    const answer = await shop.api(buildSale(orderId, callback));
    expect(answer.verdict).toEqual(["HOST", "12", "12"]);
  });
});
