import { expect, test } from "@playwright/test";
import { handOver, payOverHttp, postForm, throughTheBank } from "../support/buyer";
import { cardWith } from "../support/cards";
import { expectNothingTaken, passInRealTime, setClock } from "../support/controls";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, other);
const asJson = { headers: { Accept: "application/json" } };

/** Creates a payment; returns it with the instant at which it expires. */
const begun = async (changes: Record<string, unknown> = {}) => {
  const request = merchant.request(changes);
  const payment = (await merchant.post(request)).json();
  return { request, payment, expiresAt: new Date((await merchant.payment(payment.paymentCode)).expiresAt) };
};
const before = (instant: Date, ms: number): Date => new Date(instant.getTime() - ms);
const record = (paymentCode: string) => merchant.payment(paymentCode);

test("200 initiated in the last minute, then expired, with the due instant as its time", async () => {
  const { payment, expiresAt } = await begun();
  await setClock(before(expiresAt, 60_000));
  expect(await record(payment.paymentCode)).toMatchObject({ status: "initiated", expiredAt: null });
  const { fired } = await setClock(new Date(expiresAt.getTime() + 60_000));
  expect(fired.paymentsExpired).toBeGreaterThanOrEqual(1);
  expect(await record(payment.paymentCode)).toMatchObject({
    status: "expired",
    failureCode: null,
    expiredAt: expiresAt.toISOString(),
    capturedAt: null,
  });
});

test("200 expired for the first query, before any job has run", async () => {
  const { payment, expiresAt } = await begun();
  await passInRealTime(expiresAt);
  expect(await record(payment.paymentCode)).toMatchObject({
    status: "expired",
    expiredAt: expiresAt.toISOString(),
  });
});

test("201 for the order code of an expired payment; a query by the code does not find the old one", async () => {
  const { request, payment, expiresAt } = await begun();
  await setClock(expiresAt);
  expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
  const next = await merchant.post(request);
  expect(next.status).toBe(201);
  expect(next.json().paymentCode).not.toBe(payment.paymentCode);
  expect((await merchant.find(String(request.partnerTxCode))).json().paymentCode).toBe(next.json().paymentCode);
});

test("201 when the payment with the same code is due to expire, also with another amount", async () => {
  const { request, payment, expiresAt } = await begun();
  await passInRealTime(expiresAt);
  const next = await merchant.post({ ...request, amount: 777 });
  expect(next.status, next.text).toBe(201);
  expect(await record(payment.paymentCode)).toMatchObject({
    status: "expired",
    expiredAt: expiresAt.toISOString(),
  });
});

test("404 payment_ref_expired at the handoff, before the card is checked", async () => {
  const { payment, expiresAt } = await begun();
  await passInRealTime(expiresAt);
  expectError(await handOver(payment.paymentRef, undefined, asJson), 404, "payment_ref_expired");
  const unreadable = { ...cardWith({}), pan: "1" };
  expectError(await handOver(payment.paymentRef, unreadable, asJson), 404, "payment_ref_expired");
  const page = await handOver(payment.paymentRef);
  expect(page.status).toBe(404);
  expect(page.text).toContain("https://shop.example/return");
});

test("303 failure and no capture when the buyer returns too late", async () => {
  const { payment, expiresAt } = await begun();
  const started = await handOver(payment.paymentRef);
  await setClock(expiresAt);
  const back = await throughTheBank(started.text);
  const answer = await postForm(back.action, back.fields);
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    `https://shop.example/return?paymentCode=${payment.paymentCode}&result=failure`,
  ]);
  expect(await record(payment.paymentCode)).toMatchObject({ status: "expired", capturedAt: null });
  await expectNothingTaken(payment.paymentCode);
});

test("200 expired when the bank's callback never comes", async () => {
  const { payment, expiresAt } = await begun();
  const started = await handOver(payment.paymentRef, cardWith({ outcome: "callback_missing" }));
  await expect(throughTheBank(started.text)).rejects.toThrow("No form");
  await setClock(before(expiresAt, 60_000));
  expect(await record(payment.paymentCode)).toMatchObject({ status: "initiated" });
  await setClock(expiresAt);
  expect(await record(payment.paymentCode)).toMatchObject({ status: "expired" });
  await expectNothingTaken(payment.paymentCode);
});

test("200 expired after 135 minutes at the alternate provider", async () => {
  const { payment, expiresAt } = await begun({ terminalId: other.terminals.alternate });
  await setClock(before(expiresAt, 60_000));
  expect(await record(payment.paymentCode)).toMatchObject({ status: "initiated" });
  await setClock(expiresAt);
  expect(await record(payment.paymentCode)).toMatchObject({ status: "expired" });
});

test("200 captured for a captured payment after the expiry time", async () => {
  const { request, payment, expiresAt } = await begun();
  await payOverHttp(payment);
  await setClock(expiresAt);
  expect(await record(payment.paymentCode)).toMatchObject({ status: "captured", expiredAt: null });
  expect((await merchant.post(request)).json()).toMatchObject({ status: "captured", idempotentReplay: true });
});
