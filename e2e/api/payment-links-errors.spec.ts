import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { demo, hostRestricted, other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const listed = new Merchant(sandbox.apiUrl, hostRestricted);
const named = { name: "Lamba", amount: 125_050 };
const long = (max: number) => "🧿".repeat(max + 1);

test.describe("400 for invalid fields", () => {
  type Wrong = [place: string, changes: Record<string, unknown>];
  const wrong: Wrong[] = [
    ...[0, -1, 1_000_000_001, 1.5, "125050", true, null, undefined, 1e300].map(
      (amount): Wrong => ["amount", { amount }],
    ),
    ...["", " ", long(64), 5, null, undefined].map((terminalId): Wrong => ["terminalId", { terminalId }]),
    ...[-1, 10_001, 0.5, "0"].map(
      (share): Wrong => ["customerCommissionShareBps", { customerCommissionShareBps: share }],
    ),
    ...[long(512), "a\u0000b", "\ud800", 5, {}].map((description): Wrong => ["description", { description }]),
    ...[long(120), "a\u0001", [], 5].map((payerName): Wrong => ["payerName", { payerName }]),
    ["allowedInstallmentCounts[1]", { allowedInstallmentCounts: [1, 1.5] }],
    ["allowedInstallmentCounts[0]", { allowedInstallmentCounts: ["1"] }],
    ["allowedInstallmentCounts[0]", { allowedInstallmentCounts: [null] }],
    ["allowedInstallmentCounts", { allowedInstallmentCounts: 3 }],
    ["items", { items: [] }],
    ["items", { items: {} }],
    ["items", { amount: 51, items: Array(51).fill({ name: "A", amount: 1 }) }],
    ["items[0]", { items: ["Lamba"] }],
    ["items[0].name", { items: [{ amount: 125_050 }] }],
    ["items[0].name", { items: [{ ...named, name: "" }] }],
    ["items[0].name", { items: [{ ...named, name: long(120) }] }],
    ["items[0].name", { items: [{ ...named, name: null }] }],
    ["items[0].note", { items: [{ ...named, note: long(200) }] }],
    ["items[0].note", { items: [{ ...named, note: 5 }] }],
    ...[0, -1, 1_000_000_001, 1.5, "1", null].map(
      (amount): Wrong => ["items[0].amount", { items: [{ ...named, amount }] }],
    ),
  ];
  test("400 names each one with its path and does not repeat its value", async () => {
    for (const [place, changes] of wrong) {
      const message = expectError(await merchant.createLink(changes), 400, "validation_error");
      expect(message.slice(0, place.length + 2), JSON.stringify(changes).slice(0, 200)).toBe(`${place}: `);
      expect(message).not.toMatch(/🧿|125050|Lamba/);
    }
  });
  test("400 names several in the order in which they were sent; in Turkish on request", async () => {
    const body = { payerName: 5, amount: 0, terminalId: "x", items: [{ name: "A" }] };
    const answer = await merchant.post(body, {}, "/v1/payment-links");
    expect(expectError(answer, 400, "validation_error")).toBe(
      "payerName: must be a string; amount: must be an integer between 1 and 1000000000; items[0].amount: is required",
    );
    const headers = { "Accept-Language": "tr" };
    const turkish = await merchant.createLink({ items: [] }, { headers });
    expect(expectError(turkish, 400, "validation_error")).toBe("items: 1 ile 50 arasında öğe içermelidir");
  });
  test("400 for bodies that are not JSON objects", async () => {
    const post = (body: string, headers = {}) => merchant.post(body, { headers }, "/v1/payment-links");
    for (const body of ["", "{", "null", "[]", '"x"', "5"]) expectError(await post(body), 400, "validation_error");
    expectError(await post("{}", { "Content-Type": "text/plain" }), 415, "unsupported_media_type");
    expectError(await post(" ".repeat(262_145)), 413, "payload_too_large");
  });
});

test.describe("400 sensitive_data_not_allowed for a text that is entirely a card number or an IBAN", () => {
  const sensitive = [
    "5528790000000008",
    "5528 7900 0000 0008",
    " 5528-7900\u00a00000\u20130008\n",
    "５５２８７９００００００００００",
    "1234567890123",
    "TR330006100519786457841326",
    "tr33 0006-1005 1978 6457 8413 26",
    "DE89 3704 0044 0532 0130 00",
  ];
  const places: [name: string, changes: (text: string) => Record<string, unknown>][] = [
    ["description", (description) => ({ description })],
    ["payerName", (payerName) => ({ payerName })],
    [
      "items[].name",
      (name) => ({
        items: [
          { name: "A", amount: 1 },
          { name, amount: 125_049 },
        ],
      }),
    ],
    ["items[].note", (note) => ({ items: [{ ...named, note }] })],
  ];
  for (const [name, changes] of places) {
    test(`400 in ${name}; 201 when it is part of a longer text`, async () => {
      for (const text of sensitive) {
        const message = expectError(await merchant.createLink(changes(text)), 400, "sensitive_data_not_allowed");
        expect(message).not.toMatch(/\d{4}/);
      }
      for (const text of [
        "kart 5528790000000008",
        "TR330006100519786457841326 hesabı",
        "TV55 QLED 2024 SAMSUNG",
        "123456789012",
      ]) {
        expect((await merchant.createLink(changes(text))).status, text).toBe(201);
      }
    });
  }
});

test.describe("redirectUrl", () => {
  const tricks = [
    "javascript:alert(1)",
    "JavaScript://shop.example/%0aalert(1)",
    "data:text/html,x",
    "ftp://shop.example/",
    "//shop.example/",
    "/payment",
    "shop.example",
    "http:/shop.example",
    "https:///shop.example/",
    "https://",
    "",
    "https://shop.example@evil.example/",
    "https://user:password@shop.example/",
    "https://shop.example\\@evil.example/",
    "https:\\\\shop.example/",
    "https://shop.example\t/",
    "https://shop.example/\n",
    " https://shop.example/",
    "https://shop.example./",
    "https://shop%2eexample/",
    "https://%73hop.example/",
    "https://shop.example:99999/",
    "https://shop.example/\u0000",
    `https://shop.example/${"a".repeat(2048)}`,
  ];
  test("400 for invalid or misleading addresses (S24)", async () => {
    for (const redirectUrl of tricks) {
      for (const from of [merchant, listed]) {
        const message = expectError(await from.createLink({ redirectUrl }), 400, "validation_error");
        expect(message, redirectUrl).toMatch(/^redirectUrl: /);
      }
    }
  });
  test("400 for hosts that are not on the account's list; 201 for listed hosts and without an address", async () => {
    for (const redirectUrl of [
      "https://evil.example/",
      "https://evilshop.example/",
      "https://shop.example.evil.example/",
      "https://sub.shop.example/",
      "https://shops.example/",
      "https://shop.exаmple/",
      "https://evil.example/?https://shop.example/",
      "https://evil.example/#shop.example",
      "https://2130706433/",
    ]) {
      const message = expectError(await listed.createLink({ redirectUrl }), 400, "validation_error");
      expect(message, redirectUrl).toBe("redirectUrl: its host is not on the account's list");
    }
    for (const redirectUrl of [
      "https://SHOP.example:8443/a?b#c",
      "http://a.shops.example",
      "https://ｓhop.example/",
      null,
    ]) {
      const answer = await listed.createLink({ redirectUrl });
      expect([answer.status, answer.json().redirectUrl]).toEqual([201, redirectUrl]);
    }
  });
  test("201 for any host when the account has no list", async () => {
    expect((await merchant.createLink({ redirectUrl: "http://ödeme.örnek.com.tr:8080/dönüş?a=b" })).status).toBe(201);
  });
});

test.describe("403 and 422", () => {
  test("403 for terminals that are foreign, unknown or inactive", async () => {
    for (const terminalId of [other.terminals.default, "trm_nobody", merchant.terminal("inactive")]) {
      expectError(await merchant.createLink({ terminalId }), 403, "terminal_not_allowed");
    }
  });
  test("422 for items that do not add up to the amount", async () => {
    const one = { name: "A", amount: 1 };
    for (const items of [[one], [named, one], Array(50).fill({ name: "A", amount: 1_000_000_000 })]) {
      expectError(await merchant.createLink({ items }), 422, "payment_link_items_amount_mismatch");
    }
  });
  test("422 for a restriction of counts that is empty or exceeds the terminal's", async () => {
    for (const counts of [[], [0], [-1], [4], [1, 2, 3, 4], [1, 13], [2 ** 40]]) {
      const answer = await merchant.createLink({ allowedInstallmentCounts: counts });
      expectError(answer, 422, "installment_not_allowed");
    }
    const terminalId = merchant.terminal("singleOnly");
    const answer = await merchant.createLink({ terminalId, allowedInstallmentCounts: [1, 3] });
    expectError(answer, 422, "installment_not_allowed");
    expect(await merchant.createdLink({ terminalId, allowedInstallmentCounts: [1] })).toMatchObject({
      allowedInstallmentCounts: [1],
    });
  });
  test("201 on terminals with an inactive bank connection, which is reported when the buyer pays", async () => {
    for (const name of ["virtualPosInactive", "pspInactive"] as const) {
      expect((await merchant.createLink({ terminalId: merchant.terminal(name) })).status).toBe(201);
    }
  });

  // The later checks of D-7. Each request also fails every check after the one whose error it receives.
  const broken = { items: [{ name: "A", amount: 1 }], allowedInstallmentCounts: [] };
  test("returns the first of several refusals", async () => {
    const card = { description: "5528790000000008" };
    const all = { terminalId: "trm_nobody", ...broken };
    expectError(await merchant.createLink({ ...all, ...card, amount: 0 }), 400, "validation_error");
    expectError(await merchant.createLink({ ...all, ...card }), 400, "sensitive_data_not_allowed");
    expectError(await merchant.createLink(all), 403, "terminal_not_allowed");
    expectError(await merchant.createLink(broken), 422, "payment_link_items_amount_mismatch");
    expectError(await merchant.createLink({ allowedInstallmentCounts: [] }), 422, "installment_not_allowed");
  });
});
