import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";

const [key, secondKey] = demo.apiKeys;
const asked = (headers: Record<string, string | string[]>, target = "/v1/payments/pay_x") =>
  ask(sandbox.apiUrl, target, { headers });

test.describe("401 with the same message for every problem of the key", () => {
  const variants: [name: string, headers: Record<string, string | string[]>][] = [
    ["no header", {}],
    ["an empty one", { Authorization: "" }],
    ["the scheme alone", { Authorization: "Bearer" }],
    ["the scheme and a space", { Authorization: "Bearer " }],
    ["no scheme", { Authorization: key }],
    ["another scheme", { Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }],
    ["an unknown key", { Authorization: "Bearer sk_test_00000000_unknown" }],
    [
      "the right finder and a wrong secret",
      { Authorization: `Bearer ${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}` },
    ],
    ["a part of a key", { Authorization: `Bearer ${key.slice(0, -1)}` }],
    ["a key and more", { Authorization: `Bearer ${key}x` }],
    ["a key in other case", { Authorization: `Bearer ${key.toUpperCase()}` }],
    ["two keys", { Authorization: `Bearer ${key} ${secondKey}` }],
    ["two headers in one", { Authorization: `Bearer ${key}, Bearer ${key}` }],
    ["a key in quotes", { Authorization: `Bearer "${key}"` }],
    ["SQL", { Authorization: "Bearer sk_test_' or 1=1 --" }],
    ["a very long key", { Authorization: `Bearer ${"k".repeat(8000)}` }],
    ["letters that no key has", { Authorization: "Bearer sk_test_\xe9\xfc" }],
    ["a key of live mode", { Authorization: `Bearer ${key.replace("sk_test_", "sk_live_")}` }],
    ["the key of the sandbox", { Authorization: `Bearer ${sandbox.sandboxKey}` }],
    ["another header", { "X-Api-Key": key }],
  ];
  for (const [name, headers] of variants) {
    test(`401 ${name}`, async () => {
      const answer = await asked(headers);
      expect(expectError(answer, 401, "unauthorized")).toBe("The API key is missing or not valid.");
      expect(answer.headers["www-authenticate"]).toBe('Bearer realm="api"');
    });
  }
});

test("401 for a key in the query", async () => {
  const target = `/v1/payments?partnerTxCode=x&api_key=${key}&Authorization=Bearer%20${key}`;
  expectError(await asked({}, target), 401, "unauthorized");
});

test("401 before the body is checked", async () => {
  const nobody = new Merchant(sandbox.apiUrl, demo, "sk_test_00000000_unknown");
  expectError(await nobody.post("{"), 401, "unauthorized");
  expectError(await nobody.post("x".repeat(300_000)), 401, "unauthorized");
});

test("404 and 405 before the key is checked", async () => {
  expectError(await asked({}, "/v1/nothing"), 404, "not_found");
  expectError(await ask(sandbox.apiUrl, "/v1/payments", { method: "DELETE" }), 405, "method_not_allowed");
});

test("200 for the same payments with both keys of an account; the scheme is not case-sensitive", async () => {
  const { paymentCode } = await new Merchant(sandbox.apiUrl, demo, key).created();
  for (const authorization of [`Bearer ${secondKey}`, `bearer ${key}`, `BEARER   ${key}`]) {
    const answer = await asked({ Authorization: authorization }, `/v1/payments/${paymentCode}`);
    expect(answer.status).toBe(200);
  }
  const foreign = await asked({ Authorization: `Bearer ${other.apiKeys[0]}` }, `/v1/payments/${paymentCode}`);
  expectError(foreign, 404, "payment_not_found");
});
