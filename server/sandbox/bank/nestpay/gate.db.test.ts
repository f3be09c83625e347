import { describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import { openTestShop, orderForm, panWith, postForm, sign, type TestShop } from "@/server/testing/banks/shop";
import { sandboxShops } from "../records/shops";

let shop: TestShop;
setUpShop(openTestShop, (opened) => {
  shop = opened;
});

const changed = (name: string, value: string) =>
  orderForm().map(([candidate, old]) => [candidate, candidate === name ? value : old] as const);

describe("a signed form with a good card", () => {
  test("303 to the bank's page, which shows the order in the requested language", async () => {
    const shown = await shop.gate(sign(orderForm({ amount: "1250.5", lang: "en" })));
    expect(shown.status).toBe(200);
    expect(shown.address).toMatch(/\/3ds\/[\w-]{43}$/);
    expect(shown.text).toContain("TRY 1,250.50");
    expect(shown.text).toContain("Demo Mağaza");
    expect(shown.headers.get("cache-control")).toBe("no-store");
    const turkish = await fetch(`${shown.address}?lang=tr`);
    expect(await turkish.text()).toContain("1.250,50 TL");
  });

  test("accepts signed additional fields, also empty ones and special characters", async () => {
    const extra = [...orderForm(), ["BillToName", "Şükrü | Iğdır \\ A.Ş."], ["Email", ""]] as const;
    expect((await shop.gate(sign(extra))).address).toContain("/3ds/");
  });

  test("accepts a four-digit code of an American Express card and a four-digit year", async () => {
    const amex = { pan: "375622000000008", cv2: "0000", year: "2030" };
    expect((await shop.gate(sign(orderForm(amex)))).address).toContain("/3ds/");
  });
});

describe("a form with a wrong signature or without an address to return to", () => {
  test.each([
    ["another key", sign(orderForm(), "another key")],
    ["a changed amount", sign(orderForm()).map(([n, v]) => [n, n === "amount" ? "1.00" : v] as const)],
    ["an added field", [...sign(orderForm()), ["description", "later"]] as const],
    ["no hash", orderForm()],
    ["an older hash version", sign(changed("hashAlgorithm", "ver2"))],
  ])("mdStatus 7, signed and sent to the failUrl: %s", async (_, form) => {
    const { fields, status, action } = await shop.gate(form);
    const callback = new Map(fields);
    expect(status).toBe(200);
    expect(action).toBe("http://127.0.0.1:9/3ds/callback/token");
    expect(callback.get("mdStatus")).toBe("7");
    expect([callback.get("md"), callback.get("cavv"), callback.get("eci")]).toEqual(["", "", ""]);
    expect(callback.get("HASH")).toBe(sign(fields.filter(([name]) => name !== "HASH")).at(-1)?.[1]);
  });

  test.each([
    ["a shop that the bank does not know", sign(changed("clientid", "999999999"))],
    ["an invalid address", sign(changed("okUrl", "javascript:alert(1)"))],
    ["a repeated name", sign([...orderForm(), ["AMOUNT", "1.00"]])],
    ["nothing at all", []],
  ])("400 and a page without a form: %s", async (_, form) => {
    const shown = await shop.gate(form);
    expect(shown.status).toBe(400);
    expect(shown.text).not.toContain("<form");
  });
});

test.each([
  ["PreAuth", "TranType"],
  ["0.00", "amount"],
  ["12,50", "amount"],
  ["840", "currency"],
  ["a b", "oid"],
  ["1", "taksit"],
  ["13", "taksit"],
  ["", "rnd"],
])("mdStatus 6 for an order that cannot be placed: %j as %s", async (value, name) => {
  expect(new Map((await shop.gate(sign(changed(name, value)))).fields).get("mdStatus")).toBe("6");
});

test("3D-1007 for a model that the shop may not use", async () => {
  const callback = new Map((await shop.gate(sign(changed("storetype", "3d_pay")))).fields);
  expect([callback.get("ErrorCode"), callback.get("mdStatus")]).toEqual(["3D-1007", undefined]);
});

describe("HPP-1001 for invalid card data", () => {
  test.each([
    ["a wrong check digit", { pan: "5528790000000009" }],
    ["too few digits", { pan: "411111111" }],
    ["three digits for an American Express card", { pan: "375622000000008", cv2: "000" }],
    ["four for another", { cv2: "0000" }],
    ["a month that has ended in Istanbul", { month: "10", year: "26" }],
    ["no such month", { month: "13" }],
  ])("%s", async (_, order) => {
    const { fields } = await shop.gate(sign(orderForm(order)));
    const names = fields.map(([name]) => name).sort();
    expect(new Map(fields).get("ErrorCode")).toBe("HPP-1001");
    // These are the names of the only public sample of such an answer.
    expect(names).toEqual(
      "amount clientid currency Ecom_Payment_Card_ExpDate_Month Ecom_Payment_Card_ExpDate_Year ErrMsg ErrorCode failUrl HASH hashAlgorithm lang maskedCreditCard MaskedPan oid okUrl Response rnd storetype taksit traceId TranType"
        .split(" ")
        .sort(),
    );
  });

  test("accepts a card until the last moment of its month in Istanbul", async () => {
    shop.clock.set(new Date("2026-11-30T20:59:59Z"));
    expect((await shop.gate(sign(orderForm({ month: "11", year: "26" })))).address).toContain("/3ds/");
    shop.clock.set(new Date("2026-11-30T21:00:00Z"));
    const late = await shop.gate(sign(orderForm({ month: "11", year: "26" })));
    expect(new Map(late.fields).get("ErrorCode")).toBe("HPP-1001");
  });
});

test("passes the signature check with a published form that a bank's test system accepted", async () => {
  const published = [
    ["clientid", "190100000"],
    ["storetype", "3d"],
    ["amount", "100.25"],
    ["oid", "order222"],
    ["okUrl", "https://domain.com/success"],
    ["failUrl", "https://domain.com/fail_url"],
    ["rnd", "rand-21212"],
    ["lang", "tr"],
    ["currency", "949"],
    ["taksit", ""],
    ["TranType", "Auth"],
    ["hashAlgorithm", "ver3"],
    ["hash", "7tt3i3SMhzR3jYjCMwNrolSn7ksY7eKz2kVsqt/nUGK6XNw9/dMMZPVqHK9pQROGEIW3PJWut6v1Xv6ZDtnuSA=="],
  ] as const;
  const theirs = {
    clientId: "190100000",
    terminalNo: "1",
    apiUser: "u",
    apiPassword: "p",
    storeKey: "123456",
    name: "n",
  };
  const bank = await openTestShop(shop.databaseUrl, { shops: { ...sandboxShops, nestpay: [theirs] } });
  const { fields } = await postForm(`${bank.origin}/nestpay/fim/est3Dgate`, published);
  await bank.close();
  // The form has no card, which is its only fault.
  expect(new Map(fields).get("ErrorCode")).toBe("HPP-1001");
});

test("returns neither the number nor the code of a card", async () => {
  const pan = panWith("approved");
  const shown = await shop.gate(sign(orderForm({ pan, cv2: "917" })));
  expect(shown.text).not.toContain(pan);
  expect(shown.text).not.toContain("917");
});
