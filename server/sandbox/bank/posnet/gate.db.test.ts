import { describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import { gateForm, openPosnetShop, prepareRequest, type TestPosnetShop } from "@/server/testing/banks/posnet-shop";
import { newOrderId, panWith, postForm } from "@/server/testing/banks/shop";
import { otherShop, sandboxShop } from "../records/shops";

let shop: TestPosnetShop;
setUpShop(openPosnetShop, (opened) => {
  shop = opened;
});

type Fields = ReturnType<typeof gateForm>;
const prepared = async (amount = "125050") => gateForm(await shop.api(prepareRequest({ amount })));
const changed = (form: Fields, name: string, value: string): Fields =>
  form.map(([candidate, old]) => [candidate, candidate === name ? value : old] as const);
const nextDigit = (hex: string) => hex.slice(0, -1) + (hex.endsWith("A") ? "B" : "A");

describe("the form of a prepared order", () => {
  test("leads to the bank's page, which shows the order in the requested language", async () => {
    const shown = await shop.gate(changed(await prepared(), "lang", "en"));
    expect(shown.status).toBe(200);
    expect(shown.address).toMatch(/\/3ds\/[\w-]{43}$/);
    expect(shown.text).toContain("TRY 1,250.50");
    expect(shown.text).toContain("Demo Mağaza");
    expect(shown.text).toContain("4355 08** **** 0005");
    expect(shown.headers.get("cache-control")).toBe("no-store");
  });

  test("leads to the same page every time, and the values of the first request count", async () => {
    const form = await prepared();
    const elsewhere = changed(form, "merchantReturnURL", "https://shop.example/elsewhere");
    const pages = await Promise.all([shop.gate(form), shop.gate(form), shop.gate(form)]);
    const later = await shop.gate(elsewhere);
    expect(new Set([...pages, later].map(({ address }) => address)).size).toBe(1);
    const typed = [["code", "123456"]] as const;
    const shown = await postForm(pages[0]?.action ?? "", typed);
    expect(shown.action).toBe("http://127.0.0.1:9/3ds/callback/token");
    expect((await shop.gate(form)).status).toBe(410);
  });

  test("may have the optional fields", async () => {
    const form = [...(await prepared()), ["openANewWindow", "0"], ["vftCode", ""]] as const;
    expect((await shop.gate(form)).address).toContain("/3ds/");
  });
});

describe("400 and a page without a form", () => {
  const cases: readonly [string, (form: Fields) => Fields][] = [
    ["nothing at all", () => []],
    ["a shop that the bank does not know", (form) => changed(form, "mid", "6700000000")],
    ["another posnetID", (form) => changed(form, "posnetID", "1")],
    ["data1 that was altered", (form) => changed(form, "posnetData", nextDigit(form[2]?.[1] ?? ""))],
    ["data2 that was altered", (form) => changed(form, "posnetData2", nextDigit(form[3]?.[1] ?? ""))],
    ["a sign that was altered", (form) => changed(form, "digest", nextDigit(form[4]?.[1] ?? ""))],
    ["lower-case data", (form) => changed(form, "digest", (form[4]?.[1] ?? "").toLowerCase())],
    ["data that was never given", (form) => changed(form, "posnetData", "F".repeat(312))],
    ["an invalid address", (form) => changed(form, "merchantReturnURL", "javascript:alert(1)")],
    ["an address that is too long", (form) => changed(form, "merchantReturnURL", `https://a.b/${"x".repeat(250)}`)],
    ["another language", (form) => changed(form, "lang", "de")],
    ["a window of its own", (form) => [...form, ["openANewWindow", "1"]]],
    ["a repeated name", (form) => [...form, ["lang", "tr"]]],
    ["names in lower case", (form) => form.map(([name, value]) => [name.toLowerCase(), value] as const)],
    ["a card, which this gate does not accept", (form) => [...form, ["ccno", panWith("approved")]]],
    ...["mid", "posnetID", "posnetData", "posnetData2", "digest", "merchantReturnURL", "url", "lang"].map(
      (name) =>
        [`no ${name}`, (form: Fields) => form.filter(([candidate]) => candidate !== name)] as [
          string,
          (form: Fields) => Fields,
        ],
    ),
  ];
  test.each(cases)("%s", async (_, change) => {
    const shown = await shop.gate(change(await prepared()));
    expect(shown.status).toBe(400);
    expect(shown.text).not.toContain("<form");
  });

  test("an order of another shop, and parts of two orders", async () => {
    const [one, two] = [await prepared(), await prepared()];
    const { mid, posnetId } = otherShop.posnet;
    expect((await shop.gate(changed(changed(one, "mid", mid), "posnetID", posnetId))).status).toBe(400);
    expect((await shop.gate(changed(one, "posnetData2", two[3]?.[1] ?? ""))).status).toBe(400);
  });
});

describe("the return", () => {
  const names = ["MerchantPacket", "BankPacket", "Sign", "CCPrefix", "TranType", "Amount", "Xid"];
  test.each([
    ["the right code", "123456"],
    ["a wrong code", "000000"],
    ["the cancel button", "cancel"],
  ])("looks the same after %s: opaque packets and informative fields", async (_, code) => {
    const xid = newOrderId();
    const { callback, shown } = await shop.buy({ xid, installment: "03" }, code);
    expect(shown.action).toBe("http://127.0.0.1:9/3ds/callback/token");
    expect([...callback.keys()]).toEqual(names);
    for (const name of names.slice(0, 3)) expect(callback.get(name)).toMatch(/^[0-9A-F]{32,}$/);
    expect([...callback.values()].slice(3)).toEqual(["435508", "Sale", "1250", xid]);
  });

  test("has no text of the form that opened the page, and new packets for each order", async () => {
    const { prepared: answer, callback } = await shop.buy();
    const given = ["data1", "data2", "sign"].map((name) => answer.text(name));
    expect([...callback.values()].filter((value) => given.includes(value))).toEqual([]);
    const again = await shop.buy();
    expect([...again.callback.values()].slice(0, 3)).not.toEqual([...callback.values()].slice(0, 3));
  });

  test("has no fields for the card callback_missing", async () => {
    const { shown } = await shop.buy({ pan: panWith("callback_missing") });
    expect(shown.fields).toEqual([]);
  });
});

test("shows the shop's merchant number on the page", async () => {
  const { challenge } = await shop.buy();
  expect(challenge.text).toContain(sandboxShop.posnet.mid);
});
