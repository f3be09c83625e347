import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  completeRequest,
  computeReturnHash,
  openPayforShop,
  orderForm,
  type PayforTestShop,
  sign,
} from "@/server/testing/banks/payfor-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";

let shop: PayforTestShop;
setUpShop(openPayforShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

const changed = (name: string, value: string | null) =>
  orderForm().flatMap((field) => {
    if (field[0] !== name) return [field];
    return value === null ? [] : [[name, value] as const];
  });

describe("a signed form with a good card", () => {
  test("303 to the bank's page, which shows the order in the requested language", async () => {
    const shown = await shop.gate(sign(orderForm({ amount: "1250.5", lang: "EN" })));
    expect(shown.status).toBe(200);
    expect(shown.address).toMatch(/\/3ds\/[\w-]{43}$/);
    expect(shown.text).toContain("TRY 1,250.50");
    expect(shown.text).toContain("Demo Mağaza");
    const turkish = await fetch(`${shown.address}?lang=tr`);
    expect(await turkish.text()).toContain("1.250,50 TL");
  });

  test("accepts names in any case and a four-digit code of an American Express card", async () => {
    const form = sign(orderForm({ pan: "375622000000008", cv2: "0000" }));
    const shouted = form.map(([name, value]) => [name.toUpperCase(), value] as const);
    expect((await shop.gate(shouted)).address).toContain("/3ds/");
  });

  test("accepts an address of 200 characters, and answers M038 for a longer one", async () => {
    const address = (length: number) => "https://shop.example/".padEnd(length, "x");
    expect((await shop.gate(sign(orderForm({ okUrl: address(200) })))).address).toContain("/3ds/");
    const { fields } = await shop.gate(sign(orderForm({ okUrl: address(201) })));
    expect(new Map(fields).get("ProcReturnCode")).toBe("M038");
  });
});

describe("a form with a wrong signature or without an address to return to", () => {
  test.each([
    ["another pass", sign(orderForm(), "another pass")],
    ["a changed amount", sign(orderForm()).map(([n, v]) => [n, n === "PurchAmount" ? "1.00" : v] as const)],
    ["no hash", orderForm()],
    ["an empty hash", [...orderForm(), ["Hash", ""]] as const],
  ])("M030, signed and sent to the FailUrl: %s", async (_, form) => {
    const { fields, status, action } = await shop.gate(form);
    const callback = new Map(fields);
    expect(status).toBe(200);
    expect(action).toBe("http://127.0.0.1:9/3ds/callback/token");
    expect(["ProcReturnCode", "3DStatus", "RequestGuid"].map((name) => callback.get(name))).toEqual([
      "M030",
      "-1",
      "0",
    ]);
    const hashes = (["sha1", "sha256"] as const).map((algorithm) => computeReturnHash(fields, algorithm));
    expect(hashes).toContain(callback.get("ResponseHash"));
  });

  test.each([
    ["a merchant that the bank does not know", sign(changed("MerchantID", "999999999"))],
    ["another user", sign(changed("UserCode", "OTHER_API"))],
    ["another bank of PayFor", sign(changed("MbrId", "12"))],
    ["an invalid address", sign(changed("OkUrl", "javascript:alert(1)"))],
    ["no address for failures", sign(changed("FailUrl", null))],
    ["a repeated name", sign([...orderForm(), ["PURCHAMOUNT", "1.00"]])],
    ["nothing at all", []],
  ])("400 and a page without a form: %s", async (_, form) => {
    const shown = await shop.gate(form);
    expect(shown.status).toBe(400);
    expect(shown.text).not.toContain("<form");
  });
});

test.each([
  ["57", "SecureType", "3DPay"],
  ["57", "SecureType", null],
  ["12", "TxnType", "PreAuth"],
  ["12", "Currency", "840"],
  ["12", "Currency", null],
  ["12", "OrderId", "a b"],
  ["12", "OrderId", "x".repeat(37)],
  ["12", "Rnd", ""],
  ["12", "Lang", "de"],
  ["M004", "PurchAmount", "12,50"],
  ["M004", "PurchAmount", null],
  ["M019", "PurchAmount", "0.00"],
  ["M019", "PurchAmount", "200000.01"],
  ["V023", "InstallmentCount", ""],
  ["V023", "InstallmentCount", "1"],
  ["V023", "InstallmentCount", "13"],
  ["M008", "Pan", "411111111"],
  ["M041", "Pan", "5528790000000009"],
  ["M006", "Expiry", "3012"],
  ["M006", "Expiry", "1026"],
  ["82", "Cvv2", "0000"],
])("%s for %s %j", async (code, name, value) => {
  const callback = new Map((await shop.gate(sign(changed(name, value)))).fields);
  expect([callback.get("ProcReturnCode"), callback.get("3DStatus")]).toEqual([code, "-1"]);
});

test("accepts an order of 200,000 lira, the largest amount", async () => {
  expect((await shop.gate(sign(orderForm({ amount: "200000.00" })))).address).toContain("/3ds/");
});

test("accepts a card until the last moment of its month in Istanbul", async () => {
  shop.clock.set(new Date("2026-11-30T20:59:59Z"));
  expect((await shop.gate(sign(orderForm({ expiry: "1126" })))).address).toContain("/3ds/");
  shop.clock.set(new Date("2026-11-30T21:00:00Z"));
  const late = await shop.gate(sign(orderForm({ expiry: "1126" })));
  expect(new Map(late.fields).get("ProcReturnCode")).toBe("M006");
});

describe("an order id is valid for one sale", () => {
  test.each(["approved", "declined_do_not_honour"] as const)(
    "101310 after the issuer was asked: %s",
    async (outcome) => {
      const { oid, callback } = await shop.buy({ pan: panWith(outcome) });
      await shop.api(completeRequest(oid, callback));
      const again = new Map((await shop.gate(sign(orderForm({ oid })))).fields);
      expect([again.get("ProcReturnCode"), again.get("RequestGuid")]).toEqual(["101310", "0"]);
    },
  );

  test("opens a page again when the form is sent again before the issuer was asked", async () => {
    const oid = newOrderId();
    for (const form of [sign(orderForm({ oid })), sign(orderForm({ oid }))]) {
      expect((await shop.gate(form)).address).toContain("/3ds/");
    }
  });
});

describe("the return", () => {
  test("V033 and 3DStatus 1 to the OkUrl with an echo of the order, before anything is charged", async () => {
    const urls = { okUrl: "http://127.0.0.1:9/ok", failUrl: "http://127.0.0.1:9/fail" };
    const { oid, shown, callback } = await shop.buy({ ...urls, amount: "1250.5", installment: "3" });
    expect(shown.action).toBe("http://127.0.0.1:9/ok");
    expect(Object.fromEntries(callback)).toMatchObject({
      OrderId: oid,
      PurchAmount: "1250.5",
      InstallmentCount: "3",
      Currency: "949",
      Rnd: "b6d81704",
      OkUrl: urls.okUrl,
      FailUrl: urls.failUrl,
      ReturnUrl: urls.okUrl,
      SecureType: "3DModel",
      ProcReturnCode: "V033",
      "3DStatus": "1",
      D3Stat: "Y",
      TxnResult: "Failed",
      AuthCode: "",
      TransactionDate: "20.11.2026 12:00:00",
      ReqDate: "20261120",
      CardMask: "435508******0005",
    });
    expect(callback.get("ResponseRnd")).toMatch(/^PF\d{18}$/);
    expect(callback.get("Eci")).toBe("05");
  });

  test.each(["000000", "cancel"])("V034 and 3DStatus -1 to the FailUrl, without proofs: %s", async (typed) => {
    const urls = { okUrl: "http://127.0.0.1:9/ok", failUrl: "http://127.0.0.1:9/fail" };
    const { shown, callback } = await shop.buy(urls, typed);
    expect(shown.action).toBe("http://127.0.0.1:9/fail");
    expect(Object.fromEntries(callback)).toMatchObject({
      ProcReturnCode: "V034",
      "3DStatus": "-1",
      D3Stat: "N",
      Eci: "",
      PayerAuthenticationCode: "",
    });
  });

  test.each([
    ["sha1", "TESTPAYFORRETURN000A"],
    ["sha256", "TESTPAYFORRETURN0007"],
  ] as const)("signed with %s for an order like %s, and no field says which", async (algorithm, oid) => {
    for (const typed of ["123456", "000000"]) {
      const { shown, callback } = await shop.buy({ oid }, typed);
      expect(callback.get("ResponseHash")).toBe(computeReturnHash(shown.fields, algorithm));
      expect(callback.has("HashType")).toBe(false);
    }
  });

  test("does not contain the card or the shop's user and password; neither do the bank's page and its tables", async () => {
    const pan = panWith("approved");
    const withPassword = [...orderForm({ pan, cv2: "917" }), ["UserPass", "Kum8H"]] as const;
    const page = await shop.gate(sign(withPassword));
    const { shown } = await shop.buy({ pan, cv2: "917" });
    const client = new pg.Client(shop.databaseUrl);
    await client.connect();
    const { rows } = await client.query("select sent::text as text from simulator.authentication");
    await client.end();
    const kept = rows.map(({ text }) => text).join("\n");
    for (const text of [page.text, shown.text, kept]) {
      for (const secret of [pan, "Kum8H"]) expect(text).not.toContain(secret);
      // Short secrets may occur in a random number by chance, so only a value of its own counts.
      for (const secret of ["917", "1230"]) expect(text).not.toMatch(new RegExp(`[">]${secret}["<]`));
    }
    expect(page.text + shown.text).not.toContain("VEZNE_API");
    expect(kept).toContain('"Rnd"');
  });
});
