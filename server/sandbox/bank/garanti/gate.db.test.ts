import { beforeEach, describe, expect, test } from "vitest";
import type { FormFields } from "@/server/domain/web/form-body";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  type GarantiTestShop,
  matchesOwnList,
  openGarantiShop,
  orderForm,
  sign,
} from "@/server/testing/banks/garanti-shop";
import { panWith } from "@/server/testing/banks/shop";
import { otherShop, sandboxShop } from "../records/shops";

let shop: GarantiTestShop;
setUpShop(openGarantiShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const replace = (fields: FormFields, name: string, value: string): FormFields =>
  fields.map(([candidate, old]) => [candidate, candidate === name ? value : old] as const);
const without = (fields: FormFields, name: string): FormFields => fields.filter(([candidate]) => candidate !== name);
const { storeKey, provPassword: password } = sandboxShop.garanti;

describe("a signed form with a good card", () => {
  test("303 to the bank's page, which shows the order in the requested language", async () => {
    const shown = await shop.gate(sign(orderForm({ txnamount: "125050", lang: "en" })));
    expect(shown.status).toBe(200);
    expect(shown.address).toMatch(/\/3ds\/[\w-]{43}$/);
    for (const text of ["TRY 1,250.50", "Demo Mağaza", sandboxShop.garanti.merchantId])
      expect(shown.text).toContain(text);
  });

  test("accepts a four-digit code of an American Express card, further fields and an IPv6 address", async () => {
    const amex = orderForm({ cardnumber: "375622000000008", cardcvv2: "0000" });
    const form = [...replace(amex, "customeripaddress", "2001:db8::7"), ["submerchantid", ""]] as const;
    expect((await shop.gate(sign(form))).address).toContain("/3ds/");
  });
});

describe("a form with a wrong signature or without an address to return to", () => {
  test.each([
    ["another store key", sign(orderForm(), { storeKey: "12345678", password })],
    ["the refund user's password", sign(orderForm(), { storeKey, password: "Kum8Havuzu/Rfn" })],
    ["a changed amount", replace(sign(orderForm()), "txnamount", "100")],
    ["a changed installment", replace(sign(orderForm()), "txninstallmentcount", "3")],
    ["no hash", orderForm()],
    [
      "a hash in lower case",
      sign(orderForm()).map(([n, v]) => [n, n === "secure3dhash" ? v.toLowerCase() : v] as const),
    ],
  ])("mdstatus 7, signed and sent to the errorurl: %s", async (_, form) => {
    const { fields, status, action } = await shop.gate(form);
    const callback = new Map(fields);
    expect([status, action]).toEqual([200, "http://127.0.0.1:9/3ds/callback/token?error"]);
    expect(callback.get("mdstatus")).toBe("7");
    expect(["md", "cavv", "eci", "xid"].map((name) => callback.get(name))).toEqual(["", "", "", ""]);
    expect(matchesOwnList(fields)).toBe(true);
  });

  test.each([
    ["a terminal that the bank does not know", sign(replace(orderForm(), "terminalid", "39999999"))],
    ["an invalid address", sign(replace(orderForm(), "successurl", "javascript:alert(1)"))],
    ["a repeated name", sign([...orderForm(), ["TxnAmount", "100"]])],
    ["nothing at all", []],
  ])("400 and a page without a form: %s", async (_, form) => {
    const shown = await shop.gate(form);
    expect(shown.status).toBe(400);
    expect(shown.text).not.toContain("<form");
  });
});

describe("mdstatus 6 for an order that cannot be placed", () => {
  test.each([
    ["txntype", "preauth"],
    ["txntype", ""],
    ["txnamount", "0"],
    ["txnamount", "12.50"],
    ["txnamount", "01250"],
    ["txncurrencycode", "840"],
    ["orderid", "a b"],
    ["orderid", "A".repeat(37)],
    ["txninstallmentcount", "0"],
    ["txninstallmentcount", "1"],
    ["txninstallmentcount", "03"],
    ["txninstallmentcount", "13"],
    ["mode", "PROD"],
    ["apiversion", "v0.01"],
    ["terminalprovuserid", "PROVRFN"],
    ["terminaluserid", ""],
    ["terminalmerchantid", otherShop.garanti.merchantId],
    ["customeripaddress", "somewhere"],
  ])("%s %j", async (name, value) => {
    const { fields } = await shop.gate(sign(replace(orderForm(), name, value)));
    expect(new Map(fields).get("mdstatus")).toBe("6");
  });

  test.each(["mode", "apiversion", "terminaluserid", "terminalmerchantid", "customeripaddress"])(
    "%s left out",
    async (name) => {
      const { fields } = await shop.gate(sign(without(orderForm(), name)));
      expect(new Map(fields).get("mdstatus")).toBe("6");
    },
  );
});

test("mdstatus 7 for a model that the terminal may not use", async () => {
  const { fields } = await shop.gate(sign(replace(orderForm(), "secure3dsecuritylevel", "3D_PAY")));
  expect(new Map(fields).get("mdstatus")).toBe("7");
});

describe("mdstatus 8 for invalid card data", () => {
  test.each([
    ["a wrong check digit", { cardnumber: "5528790000000009" }],
    ["too few digits", { cardnumber: "411111111" }],
    ["three digits for an American Express card", { cardnumber: "375622000000008", cardcvv2: "000" }],
    ["four for another", { cardcvv2: "0000" }],
    ["a month that has ended in Istanbul", { cardexpiredatemonth: "10", cardexpiredateyear: "26" }],
    ["a year of four digits", { cardexpiredateyear: "2030" }],
    ["no such month", { cardexpiredatemonth: "13" }],
  ])("%s", async (_, order) => {
    const { fields } = await shop.gate(sign(orderForm(order)));
    expect(new Map(fields).get("mdstatus")).toBe("8");
    expect(matchesOwnList(fields)).toBe(true);
  });

  test("accepts a card until the last moment of its month in Istanbul", async () => {
    const form = () => sign(orderForm({ cardexpiredatemonth: "11", cardexpiredateyear: "26" }));
    shop.clock.set(new Date("2026-11-30T20:59:59Z"));
    expect((await shop.gate(form())).address).toContain("/3ds/");
    shop.clock.set(new Date("2026-11-30T21:00:00Z"));
    expect(new Map((await shop.gate(form())).fields).get("mdstatus")).toBe("8");
  });
});

test("returns neither the number nor the code of a card", async () => {
  const cardnumber = panWith("approved");
  for (const cardcvv2 of ["917", "9173"]) {
    const shown = await shop.gate(sign(orderForm({ cardnumber, cardcvv2 })));
    expect(shown.text).not.toContain(cardnumber);
    expect(shown.text).not.toContain(`"${cardcvv2}"`);
    expect(shown.fields.filter(([name]) => name.startsWith("card"))).toEqual([]);
  }
});
