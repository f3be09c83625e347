import { expect, test } from "@playwright/test";
import { payOverHttp } from "../support/buyer";
import { expectError } from "../support/envelope";
import { ask } from "../support/http";
import { Merchant, newCode } from "../support/merchant";
import { demo, sandbox } from "../support/product";

const makeKey = (rights: object) =>
  ask(sandbox.apiUrl, `/sandbox/partners/${demo.partnerId}/keys`, {
    method: "POST",
    headers: { Authorization: `Bearer ${sandbox.sandboxKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "of a test", ...rights }),
  });

/** Makes a key with these rights and returns its merchant's server. */
async function withKey(rights: object): Promise<Merchant> {
  const answer = await makeKey(rights);
  expect(answer.status, answer.text).toBe(201);
  const { id, key } = answer.json();
  expect(id).toMatch(/^key_/);
  return new Merchant(sandbox.apiUrl, demo, key);
}

test("a key does what its rights say, from its networks, and refunds up to its limit", async () => {
  const all = await withKey({});
  const { paymentCode, ...payment } = await all.created();
  await payOverHttp({ paymentCode, ...payment });
  const { amount } = await all.payment(paymentCode);

  const reader = await withKey({ scopes: ["payments:read"], allowedIps: ["127.0.0.0/8", "::1"] });
  expect((await reader.get(`/v1/payments/${paymentCode}`)).status).toBe(200);
  expect(expectError(await reader.create(), 403, "access_denied")).toContain("payments:write");

  const elsewhere = await withKey({ allowedIps: ["198.51.100.0/24"] });
  expectError(await elsewhere.get(`/v1/payments/${paymentCode}`), 403, "access_denied");

  const limited = await withKey({ scopes: ["refunds:write"], refundLimit: amount - 1 });
  const refund = (sent: object) =>
    limited.post({ partnerRefundCode: newCode(), ...sent }, {}, `/v1/payments/${paymentCode}/refunds`);
  expect(expectError(await refund({ amount }), 403, "access_denied")).toContain(`${amount - 1}`);
  expectError(await refund({}), 403, "access_denied");
  const found = await all.get(`/v1/payments/${paymentCode}`);
  expect(found.json().refund.status).toBe("none");
});

test("401 for a key whose time has ended, like an unknown one", async () => {
  const ended = await withKey({ expiresAt: "2026-01-01T00:00:00Z" });
  expectError(await ended.get("/v1/payments/pay_x"), 401, "unauthorized");
});

test("400 for an empty list of rights, and 404 for an account that does not exist", async () => {
  expectError(await makeKey({ scopes: [] }), 400, "validation_error");
  expectError(await makeKey({ allowedIps: ["shop.example"] }), 400, "validation_error");
});
