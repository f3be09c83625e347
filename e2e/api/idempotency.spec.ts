import { expect, test } from "@playwright/test";
import { handOver, payOverHttp, postForm, throughTheBank } from "../support/buyer";
import { cardWith } from "../support/cards";
import { expectError } from "../support/envelope";
import { Merchant, newCode } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const sameAccount = new Merchant(sandbox.apiUrl, demo, demo.apiKeys[1]);
const stranger = new Merchant(sandbox.apiUrl, other);

test("200 for the same request again: same payment, same reference, nothing written", async () => {
  const request = merchant.request({ installment: 3, description: "first" });
  const first = (await merchant.post(request)).json();
  const before = await merchant.get(`/v1/payments/${first.paymentCode}`);
  const again = await merchant.post(request);
  expect(again.status).toBe(200);
  expect(again.json()).toEqual({ ...first, idempotentReplay: true });
  const after = await merchant.get(`/v1/payments/${first.paymentCode}`);
  expect(after.json()).toEqual(before.json());
});

test.describe("200 when only fields differ that are not compared", () => {
  const differences: [name: string, changes: Record<string, unknown>][] = [
    ["another return address", { returnUrl: "https://elsewhere.example/" }],
    ["another description", { description: "second" }],
    ["no description", { description: null }],
    ["installments of null for 1", { installment: null }],
    ["installments written out", { installment: 1 }],
    ["members that nobody knows", { currency: "USD" }],
  ];
  for (const [name, changes] of differences) {
    test(`200 ${name}`, async () => {
      const request = merchant.request({ description: "first" });
      const first = (await merchant.post(request)).json();
      const again = await merchant.post({ ...request, ...changes });
      expect([again.status, again.json().paymentCode]).toEqual([200, first.paymentCode]);
      expect((await merchant.get(`/v1/payments/${first.paymentCode}`)).json()).toMatchObject({
        description: "first",
        returnUrl: request.returnUrl,
      });
    });
  }
  test("200 with the account's other key", async () => {
    const request = merchant.request();
    const first = (await merchant.post(request)).json();
    expect((await sameAccount.post(request)).json()).toEqual({ ...first, idempotentReplay: true });
  });
});

test.describe("409 for the same code with a different request", () => {
  const differences: [name: string, changes: Record<string, unknown>][] = [
    ["amount", { amount: 125_051 }],
    ["installments", { installment: 2 }],
    ["terminal", { terminalId: merchant.terminal("direct") }],
    ["terminal that is not even theirs", { terminalId: other.terminals.default }],
    ["installments that no terminal has", { installment: 99 }],
  ];
  for (const [name, changes] of differences) {
    test(`409 for another ${name}`, async () => {
      const request = merchant.request();
      const first = await merchant.post(request);
      expectError(await merchant.post({ ...request, ...changes }), 409, "duplicate_partner_tx_code");
      expect((await merchant.post(request)).json().paymentCode).toBe(first.json().paymentCode);
    });
  }
  test("409 for a captured payment too", async () => {
    const request = merchant.request();
    const payment = (await merchant.post(request)).json();
    await payOverHttp(payment);
    expectError(await merchant.post({ ...request, amount: 1 }), 409, "duplicate_partner_tx_code");
  });
});

test("201 for codes that differ in bytes or belong to another account", async () => {
  const code = newCode();
  const codes = [code, code.toUpperCase(), `${code} `, ` ${code}`, `${code}\u00e9`, `${code}e\u0301`];
  const payments = await Promise.all(codes.map((partnerTxCode) => merchant.created({ partnerTxCode })));
  const foreign = await stranger.created({ partnerTxCode: code });
  expect(new Set([...payments, foreign].map(({ paymentCode }) => paymentCode)).size).toBe(codes.length + 1);
});

test("200 with the current status for a replay", async () => {
  const request = merchant.request();
  const payment = (await merchant.post(request)).json();
  await payOverHttp(payment);
  expect((await merchant.post(request)).json()).toEqual({
    ...payment,
    status: "captured",
    idempotentReplay: true,
  });
});

test("201 for the code of a failed payment; a query by the code finds only the new one", async () => {
  const request = merchant.request();
  const first = (await merchant.post(request)).json();
  const started = await handOver(first.paymentRef, cardWith({ outcome: "three_ds_failed" }));
  const back = await throughTheBank(started.text);
  await postForm(back.action, back.fields);
  expect(await merchant.payment(first.paymentCode)).toMatchObject({ status: "failed" });
  expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
  const second = await merchant.post(request);
  expect(second.status).toBe(201);
  expect(second.json().paymentCode).not.toBe(first.paymentCode);
  expect((await merchant.find(String(request.partnerTxCode))).json().paymentCode).toBe(second.json().paymentCode);
});

test("201 once and 200 for 24 of 25 equal concurrent calls", async () => {
  const request = merchant.request();
  const answers = await Promise.all(Array.from({ length: 25 }, () => merchant.post(request)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(24).fill(200), 201]);
  expect(new Set(answers.map((answer) => answer.json().paymentCode)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.json().paymentRef)).size).toBe(1);
  expect(answers.filter((answer) => answer.json().idempotentReplay === false)).toHaveLength(1);
});

test("201 once and 409 for the others of concurrent calls with different amounts", async () => {
  const request = merchant.request();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => merchant.post({ ...request, amount: 1000 + index })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
});
