import { expect, test } from "@playwright/test";
import { payOverHttp } from "../support/buyer";
import { approvedCard, maskedPan } from "../support/cards";
import { bankLog, bankOrders, changeBank, changePartner, changeTerminal, control, now } from "../support/controls";
import { expectError } from "../support/envelope";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, linksDisabled, other, sandbox } from "../support/product";

const endpoints: [method: string, target: string][] = [
  ["GET", "/sandbox/clock"],
  ["POST", "/sandbox/clock"],
  ["PATCH", `/sandbox/partners/${linksDisabled.partnerId}`],
  ["POST", `/sandbox/partners/${linksDisabled.partnerId}/webhooks`],
  ["POST", `/sandbox/partners/${linksDisabled.partnerId}/keys`],
  ["PATCH", `/sandbox/terminals/${linksDisabled.terminals.direct}`],
  ["PATCH", "/sandbox/bank"],
  ["GET", "/sandbox/bank/log"],
  ["GET", "/sandbox/bank/ledger"],
  ["GET", "/sandbox/bank/day-file?date=2026-01-05"],
];

test.describe("401 without the sandbox's key", () => {
  for (const [method, target] of endpoints) {
    for (const key of [undefined, demo.apiKeys[0], "x", ""]) {
      test(`401 ${method} ${target} with ${key === demo.apiKeys[0] ? "a merchant's key" : JSON.stringify(key)}`, async () => {
        const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
        expectError(await ask(sandbox.apiUrl, target, { method, headers, body: "{}" }), 401, "unauthorized");
      });
    }
  }
});

test("404 and 405 for unknown paths and methods", async () => {
  expectError(await control("GET", "/sandbox/nothing"), 404, "not_found");
  expectError(await control("GET", "/sandbox"), 404, "not_found");
  expectError(await control("PATCH", "/sandbox/partners/prt_nobody", { acceptanceHeld: false }), 404, "not_found");
  expectError(await control("PATCH", "/sandbox/terminals/trm_none", { active: true }), 404, "not_found");
  const answer = await control("DELETE", "/sandbox/clock");
  expectError(answer, 405, "method_not_allowed");
  expect(answer.headers.allow).toMatch(/GET.*POST|POST.*GET/);
});

test.describe("400 for an invalid clock setting", () => {
  const wrong = [
    {},
    { advanceSeconds: -1 },
    { advanceSeconds: 1.5 },
    { advanceSeconds: "60" },
    { advanceSeconds: 1, set: "2099-01-01T00:00:00Z" },
    { set: "2026-02-30T00:00:00Z" },
    { set: "2099-01-01" },
    { set: "2099-01-01T00:00:00" },
    { set: "2099-01-01T24:00:00Z" },
    { set: "tomorrow" },
    { set: 1 },
    { set: "2020-01-01T00:00:00Z" },
  ];
  for (const body of wrong) {
    test(`400 ${JSON.stringify(body)}`, async () => {
      expectError(await control("POST", "/sandbox/clock", body), 400, "validation_error");
    });
  }
});

test("200: the clock advances with real time, and a step of zero fires nothing", async () => {
  const startedAt = Date.now();
  const before = await now();
  const answer = await control("POST", "/sandbox/clock", { advanceSeconds: 0 });
  const realMs = Date.now() - startedAt;
  expect(Object.keys(answer.json())).toEqual(["now", "fired"]);
  expect(Object.keys(answer.json().fired).sort()).toEqual(
    ["deliveriesAttempted", "inquiries", "linksExpired", "paymentsExpired"].sort(),
  );
  const passed = Date.parse(answer.json().now) - before.getTime();
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThanOrEqual(realMs);
});

test("200 with all settings of an account; settings that are not sent stay unchanged", async () => {
  const settings = await changePartner(other.partnerId, {});
  expect(settings).toEqual({
    status: "active",
    acceptanceHeld: false,
    holdReason: null,
    paymentLinksEnabled: true,
    webhookUrl: null,
    allowedHosts: null,
    minAmount: null,
    maxAmount: null,
    cardAttemptLimit: 5,
    installmentCounts: null,
    rateLimits: expect.anything(),
  });
  const changes = {
    webhookUrl: "http://127.0.0.1:9999/hook",
    minAmount: 1,
    rateLimits: { linkReadsPerKey: 500 },
  };
  const changed = await changePartner(other.partnerId, changes);
  expect(changed).toMatchObject({ ...settings, ...changes });
  const back = await changePartner(other.partnerId, { webhookUrl: null, minAmount: null, rateLimits: null });
  expect(back).toEqual(settings);
});

test("200 for a terminal's settings: a missing limit keeps its value, null removes it", async () => {
  const id = linksDisabled.terminals.direct;
  const limits = {
    perTx: 5,
    daily: 6,
    weekly: 7,
    monthly: 8,
    windows: [{ from: "02:00", to: "04:00", max: 0 }],
  };
  const whole = await changeTerminal(id, { limits });
  expect(whole).toMatchObject({
    active: true,
    virtualPosActive: true,
    pspActive: true,
    effectiveCounts: [1, 2, 3, 6, 9, 12],
    allowedFamilies: expect.arrayContaining(["credit", "debit", "prepaid", "foreign"]),
    supportsForeign: true,
    dayEndLocal: "00:00",
    commissionBasis: "gross",
    limits,
  });
  expect(await changeTerminal(id, { limits: { daily: null } })).toMatchObject({
    limits: { ...limits, daily: null },
  });
  const none = { perTx: null, daily: null, weekly: null, monthly: null, windows: [] };
  expect(await changeTerminal(id, { limits: none })).toMatchObject({ limits: none });
});

test.describe("400 for invalid settings, and nothing changes", () => {
  const partner = `/sandbox/partners/${linksDisabled.partnerId}`;
  const terminal = `/sandbox/terminals/${linksDisabled.terminals.direct}`;
  const wrong: [target: string, body: object][] = [
    [partner, { status: "open" }],
    [partner, { acceptanceHeld: "yes" }],
    [partner, { holdReason: "mood" }],
    [partner, { webhookUrl: "javascript:x" }],
    [partner, { allowedHosts: ["https://shop.example/"] }],
    [partner, { minAmount: -1, cardAttemptLimit: 3 }],
    [partner, { cardAttemptLimit: 0 }],
    [partner, { rateLimits: { paymentsPerKey: 0 } }],
    [terminal, { active: 1 }],
    [terminal, { effectiveCounts: [0] }],
    [terminal, { allowedFamilies: ["gold"] }],
    [terminal, { dayEndLocal: "24:00" }],
    [terminal, { commissionBasis: "both" }],
    [terminal, { limits: { perTx: -1 } }],
    [terminal, { limits: { windows: [{ from: "2:00", to: "04:00", max: 0 }] } }],
    ["/sandbox/bank", { latencyMs: -1 }],
    ["/sandbox/bank", { errorRate: 1.1 }],
    ["/sandbox/bank", { down: "no" }],
    ["/sandbox/bank", { operations: ["steal"] }],
  ];
  for (const [target, body] of wrong) {
    test(`400 ${target} ${JSON.stringify(body)}`, async () => {
      expectError(await control("PATCH", target, body), 400, "validation_error");
    });
  }
  test("200 with unchanged settings afterwards", async () => {
    expect(await changePartner(linksDisabled.partnerId, {})).toMatchObject({
      status: "active",
      minAmount: null,
    });
  });
});

test("200 for the bank's log and ledger of one order, with a masked card", async () => {
  const merchant = new Merchant(sandbox.apiUrl, demo);
  const payment = await merchant.created({ amount: 4321 });
  await payOverHttp(payment);
  const [capture, ...more] = await bankLog(payment.paymentCode);
  expect(more).toEqual([]);
  expect(capture).toEqual({
    at: expect.stringMatching(/Z$/),
    protocol: "nestpay",
    operation: "capture",
    orderId: expect.stringMatching(/^[A-Z0-9]{20}$/),
    paymentCode: payment.paymentCode,
    amount: 4321,
    outcome: "approved",
    maskedPan: maskedPan(approvedCard.pan),
  });
  const byOrder = await control("GET", `/sandbox/bank/log?orderId=${capture?.orderId}`);
  expect(byOrder.json()).toEqual({ items: [capture] });
  expect((await control("GET", "/sandbox/bank/log?orderId=NOBODY")).json()).toEqual({ items: [] });
  expect(await bankOrders(payment.paymentCode)).toEqual([
    { orderId: capture?.orderId, captured: 4321, voided: 0, credited: 0 },
  ]);
  const ledger = (await control("GET", "/sandbox/bank/ledger")).json();
  expect(Object.keys(ledger)).toEqual(["captured", "voided", "credited", "orders"]);
});

test("401 for the banks' own controls, except with the sandbox's key", async () => {
  expect((await ask(sandbox.bankUrl, "/__control/ledger")).status).toBe(401);
  const merchantKey = { headers: { Authorization: `Bearer ${demo.apiKeys[0]}` } };
  expect((await ask(sandbox.bankUrl, "/__control/ledger", merchantKey)).status).toBe(401);
});

test("200 for a day-end file as CSV; planted errors are in the first file of all, and stay in it", async () => {
  const readFile = async (date: string) => {
    const answer = await control("GET", `/sandbox/bank/day-file?date=${date}`);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    return answer.text;
  };
  const columns =
    "Banka;İşlem Tipi;Sipariş No;Tutar;Komisyon;İşlem Tarihi;Onay Kodu;Referans No;Dosya No;Neden Kodu;Son Yanıt Tarihi";
  const header = `\uFEFF${columns}\r\n`;
  expect(await readFile("2026-01-05")).toBe(header);
  expect((await changeBank({ dayFileErrors: 3 })).dayFileErrors).toBe(3);
  const planted = await readFile("2026-01-06");
  expect(planted.startsWith(header)).toBe(true);
  // The day has no movements, so its wrong lines are of orders that the product does not know.
  expect(planted.match(/;UNKNOWN0+\d;100,00;/g)).toHaveLength(3);
  expect((await control("GET", "/sandbox/bank")).json().dayFileErrors).toBe(0);
  expect(await readFile("2026-01-06")).toBe(planted);
  expect(await readFile("2026-01-07")).toBe(header);
});

test("400 for a day-end file of no day, of a day that does not exist and of an unknown protocol", async () => {
  for (const query of ["", "?date=", "?date=2026-02-30", "?date=05.01.2026", "?date=2026-01-05&protocol=visa"]) {
    expectError(await control("GET", `/sandbox/bank/day-file${query}`), 400, "validation_error");
  }
  expectError(await control("PATCH", "/sandbox/bank", { dayFileErrors: 1_001 }), 400, "validation_error");
});

test("400 for a chargeback of an order that was not captured, and for the return of an unknown case", async () => {
  for (const body of [{ orderId: "none", amount: null }, { orderId: "none", amount: 0 }, {}]) {
    expectError(await control("POST", "/sandbox/bank/chargebacks", body), 400, "validation_error");
  }
  expectError(await control("POST", "/sandbox/bank/chargebacks/CB-0/reversal", {}), 400, "validation_error");
});
