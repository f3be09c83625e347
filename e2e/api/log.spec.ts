import { expect, test } from "@playwright/test";
import { cardFields, handOver, postForm } from "../support/buyer";
import { newCard } from "../support/cards";
import { type Answer, ask } from "../support/http";
import { logText, readLog } from "../support/log-file";
import { Merchant, newCode } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { newRefundCode, Refunder } from "../support/refund-steps";

const merchant = new Merchant(sandbox.apiUrl, demo);
const [key] = demo.apiKeys;
const readTraceId = (headers: Answer["headers"]): string => String(headers["x-request-id"]);

test("writes one line of JSON per request, with method, path, status, time, address and trace id", async () => {
  const { headers } = await merchant.create();
  const { lines } = await readLog(readTraceId(headers));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    method: "POST",
    path: "/v1/payments",
    status: 201,
    ms: expect.any(Number),
    ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    origin: "api",
  });
});

test("does not let a request inject lines into the log", async () => {
  const forged = '{"level":"info","msg":"forged-line"}';
  const headers = { "User-Agent": `x ${forged}`, "X-Forwarded-For": forged, Referer: forged };
  const calls = [
    merchant.post(merchant.request({ description: `x\r\n${forged}` })),
    merchant.post(merchant.request({ description: `x\n${forged}\u001b[31m`, partnerTxCode: newCode() })),
    merchant.post(merchant.request({ description: `x\n${forged}` }), { headers }),
    ask(sandbox.apiUrl, `/v1/${encodeURIComponent(`\n${forged}`)}`, { headers }),
    ask(sandbox.apiUrl, `/v1/x?y=${encodeURIComponent(`\r\n${forged}`)}`, { headers }),
  ];
  for (const answer of await Promise.all(calls)) await readLog(readTraceId(answer.headers));
  const lines = logText().trim().split("\n");
  expect(lines.filter((line) => JSON.parse(line).msg === "forged-line")).toEqual([]);
  expect(logText()).not.toContain("\u001b");
});

test("never logs a key, a reference, a query or a body", async () => {
  const secretText = `secret-${newCode()}`;
  const wrongKey = `sk_test_00000000_${newCode()}`;
  const request = merchant.request({ description: secretText });
  const created = await merchant.post(request);
  const { paymentRef } = created.json();
  const card = newCard();
  const refundCode = newRefundCode();
  const refunder = new Refunder(merchant);
  const captured = await refunder.captured();
  const calls = [
    created,
    await ask(sandbox.apiUrl, `/v1/payments?Authorization=Bearer%20${key}&partnerTxCode=x`),
    await ask(sandbox.apiUrl, "/v1/payments/x", { headers: { Authorization: `Bearer ${wrongKey}` } }),
    await ask(sandbox.payUrl, `/handoff?paymentRef=${paymentRef}&pan=${card.pan}`),
    await postForm(`${sandbox.payUrl}/handoff?pan=${card.pan}`, {
      ...cardFields(card),
      paymentRef: "unknown",
    }),
    await handOver(paymentRef, { ...card, expireMonth: "13" }),
    await handOver(paymentRef, card),
    await merchant.get("/v1/payments", { headers: { Cookie: `key=${key}` } }),
    await ask(sandbox.apiUrl, "/sandbox/clock", {
      headers: { Authorization: `Bearer ${sandbox.sandboxKey}` },
    }),
    await refunder.ask(captured, "void", undefined, refundCode),
    await refunder.ask(captured, "void", undefined, refundCode),
    await merchant.get(`/v1/refunds?partnerRefundCode=${refundCode}`),
  ];
  expect(calls.slice(-3).map(({ status }) => status)).toEqual([201, 409, 200]);
  for (const { headers } of calls) await readLog(readTraceId(headers));
  const text = logText();
  const never = {
    key,
    wrongKey,
    paymentRef,
    secretText,
    pan: card.pan,
    webhook: demo.webhookSecret,
    refundCode,
  };
  for (const [name, value] of Object.entries({ ...never, sandbox: sandbox.sandboxKey })) {
    expect(text.includes(value), `${name} in the log`).toBe(false);
  }
  expect(text).not.toMatch(/"(cv2|pan|paymentRef|authorization|cookie)"/i);
});

test("logs a callback's address without its token", async () => {
  const token = "T".repeat(43);
  const { headers } = await postForm(`${sandbox.payUrl}/3ds/callback/${token}`, { oid: "x" });
  const { text, lines } = await readLog(readTraceId(headers));
  expect(text).not.toContain(token);
  expect(lines.at(-1)).toMatchObject({ status: 404, path: expect.stringMatching(/^\/3ds\/callback\//) });
});
