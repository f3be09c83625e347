import { expect, test } from "@playwright/test";
import { payOverHttp } from "../support/buyer";
import { approvedCard, cardWith, maskedPan } from "../support/cards";
import { expectError } from "../support/envelope";
import { Merchant, newCode } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const stranger = new Merchant(sandbox.apiUrl, other);

const names = [
  "paymentCode",
  "partnerTxCode",
  "status",
  "source",
  "paymentLinkId",
  "terminalId",
  "currency",
  "amount",
  "installment",
  "description",
  "returnUrl",
  "failureCode",
  "decline",
  "card",
  "bank",
  "commission",
  "refund",
  "correctedAmount",
  "returnedAmount",
  "refundOptions",
  "payout",
  "createdAt",
  "updatedAt",
  "expiresAt",
  "capturedAt",
  "failedAt",
  "expiredAt",
];
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("200 before the capture with exactly the record's members, without a reference or an address", async () => {
  const request = merchant.request({ description: "Order 42", installment: 3 });
  const created = (await merchant.post(request)).json();
  const answer = await merchant.get(`/v1/payments/${created.paymentCode}`);
  const payment = answer.json();
  expect(answer.status).toBe(200);
  expect(Object.keys(payment)).toEqual(names);
  expect(payment).toMatchObject({
    ...request,
    status: "initiated",
    source: "api",
    paymentLinkId: null,
    currency: "TRY",
    failureCode: null,
    decline: null,
    card: null,
    commission: null,
    refund: { status: "none", refundedAmount: 0, pendingAmount: 0, items: [] },
    capturedAt: null,
    failedAt: null,
    expiredAt: null,
  });
  for (const name of ["createdAt", "updatedAt", "expiresAt"]) expect(payment[name]).toMatch(instant);
  expect(answer.text).not.toContain(created.paymentRef);
});

test("200 after the capture with card, commission and refund options", async () => {
  const card = cardWith({ brand: "bonus", family: "credit" });
  const created = await merchant.created({ amount: 125_050, installment: 3 });
  await payOverHttp(created, card);
  const answer = await merchant.get(`/v1/payments/${created.paymentCode}`);
  const payment = answer.json();
  expect(Object.keys(payment)).toEqual(names);
  expect(payment).toMatchObject({ status: "captured", amount: 125_050, installment: 3 });
  expect(payment.card).toEqual({
    maskedPan: maskedPan(card.pan),
    brand: "bonus",
    family: "credit",
    bank: card.bank,
    scheme: "mastercard",
  });
  // 4.5% of 1,250.50 TRY is 56.2725 TRY.
  expect(payment.commission).toEqual({
    basis: "gross",
    rateBps: 450,
    fixedFee: null,
    amount: 5627,
    customerShareBps: 0,
    customerShareAmount: 0,
    reversedAmount: 0,
    netAmount: 119_423,
  });
  expect(payment.refund).toEqual({
    status: "none",
    refundedAmount: 0,
    pendingAmount: 0,
    remainingAmount: 125_050,
    items: [],
  });
  expect(Object.keys(payment.refundOptions)).toEqual(["void", "credit", "automaticPartialFrom"]);
  expect(Object.keys(payment.refundOptions.void)).toEqual(["available", "reason", "until"]);
  expect(payment.refundOptions.void).toMatchObject({ available: true, reason: null });
  // The day-end is midnight in Istanbul.
  expect(payment.refundOptions.void.until).toMatch(/T21:00:00\.000Z$/);
  expect(payment.refundOptions.credit).toEqual({ available: true, reason: null });
  expect(payment.refundOptions.automaticPartialFrom).toBe(payment.refundOptions.void.until);
  expect(payment.capturedAt).toMatch(instant);
  for (const never of [created.paymentRef, card.pan, card.cv2 === "000" ? "cv2" : card.cv2]) {
    expect(answer.text).not.toContain(never);
  }
});

test("200 with six digits, five asterisks and four digits for an Amex card of 15 digits", async () => {
  const card = cardWith({ brand: "bonus", bank: "Garanti BBVA", cv2: "0000" });
  const created = await merchant.created();
  await payOverHttp(created, card);
  expect((await merchant.payment(created.paymentCode)).card).toMatchObject({
    maskedPan: maskedPan(card.pan),
    scheme: "amex",
  });
});

test("200 with the same-day void as the only refund option at a direct-collection terminal", async () => {
  const created = await merchant.created({ terminalId: merchant.terminal("direct") });
  await payOverHttp(created);
  const { refundOptions } = (await merchant.get(`/v1/payments/${created.paymentCode}`)).json();
  expect(refundOptions).toMatchObject({
    void: { available: true },
    credit: { available: false },
    automaticPartialFrom: null,
  });
});

test("200 with the terminal's commission basis", async () => {
  const created = await merchant.created({ terminalId: merchant.terminal("netBasis"), amount: 10_000 });
  await payOverHttp(created, cardWith({ family: "debit" }));
  expect((await merchant.payment(created.paymentCode)).commission).toMatchObject({
    basis: "net",
    rateBps: 150,
    amount: 150,
    netAmount: 9850,
  });
});

test("200 with the same record by partnerTxCode, for codes with any characters", async () => {
  const partnerTxCode = `İş/${newCode()}?&=#%41+ ü`;
  const { paymentCode } = await merchant.created({ partnerTxCode });
  const [byCode, byOrder] = [await merchant.get(`/v1/payments/${paymentCode}`), await merchant.find(partnerTxCode)];
  expect(byOrder.status).toBe(200);
  expect(byOrder.json()).toEqual(byCode.json());
  expectError(await merchant.find(partnerTxCode.toUpperCase()), 404, "payment_not_found");
  expectError(await merchant.find(partnerTxCode.trimEnd().slice(0, -1)), 404, "payment_not_found");
});

test("200 for a captured payment by its order code", async () => {
  const request = merchant.request();
  await payOverHttp((await merchant.post(request)).json(), approvedCard);
  expect((await merchant.find(String(request.partnerTxCode))).json()).toMatchObject({ status: "captured" });
});

test("404 with the same response for another account's payment and for a missing one", async () => {
  const request = stranger.request();
  const { paymentCode } = (await stranger.post(request)).json();
  const foreign = await merchant.get(`/v1/payments/${paymentCode}`);
  const missing = await merchant.get("/v1/payments/pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5");
  const message = expectError(foreign, 404, "payment_not_found");
  expect(expectError(missing, 404, "payment_not_found")).toBe(message);
  expect(Object.keys(foreign.headers)).toEqual(Object.keys(missing.headers));
  expect(foreign.headers["content-length"]).toBe(missing.headers["content-length"]);
  expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
  expect((await stranger.find(String(request.partnerTxCode))).status).toBe(200);
});

test.describe("404 for ids that no payment can have", () => {
  for (const name of ["x", "pay_", "a".repeat(3000), "%27%20or%201%3D1", "%F0%9F%98%80", "1", "null", "..%2e"]) {
    test(`404 ${name.slice(0, 30)}`, async () => {
      expectError(await merchant.get(`/v1/payments/${name}`), 404, "payment_not_found");
    });
  }
});

test.describe("400 for a query by code without exactly one code", () => {
  const queries = ["", "?", "?partnerTxCode", "?partnerTxCode=", "?partnerTxCode=%20", "?partnertxcode=a"];
  const odd = [
    "?partnerTxCode=a&partnerTxCode=b",
    "?partnerTxCode=%00",
    "?partnerTxCode=%E0%A4%A",
    `?partnerTxCode=${"a".repeat(129)}`,
  ];
  for (const query of [...queries, ...odd]) {
    test(`400 ${query.slice(0, 40) || "nothing"}`, async () => {
      expectError(await merchant.get(`/v1/payments${query}`), 400, "validation_error");
    });
  }
});
