import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { Merchant, newCode } from "../support/merchant";
import { demo, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);

test("201 with exactly five members, a reference of 256 bits and a URL without a secret", async () => {
  const answer = await merchant.create();
  expect(answer.status).toBe(201);
  const payment = answer.json();
  const names = ["paymentCode", "status", "paymentRef", "handoffUrl", "idempotentReplay"];
  expect(Object.keys(payment).sort()).toEqual([...names].sort());
  expect(payment.paymentCode).toMatch(/^pay_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(payment.paymentRef).toMatch(/^[\w-]{43}$/);
  expect(payment).toMatchObject({ status: "initiated", idempotentReplay: false });
  expect(payment.handoffUrl).toBe(`${sandbox.payUrl}/handoff`);
});

test.describe("201 at the limits of the allowed values", () => {
  const fine: [name: string, changes: Record<string, unknown>][] = [
    ["the smallest amount", { amount: 1 }],
    ["the largest amount", { amount: 1_000_000_000 }],
    ["a code of 128 characters", { partnerTxCode: newCode().padEnd(128, "x") }],
    ["a code of 128 emoji", { partnerTxCode: `${"🧾".repeat(92)}${newCode().slice(-36)}` }],
    ["spaces around the code", { partnerTxCode: `  ${newCode()}  ` }],
    ["a code that looks like a link's", { partnerTxCode: `PL-${Date.now()}-1` }],
    ["installments that the terminal has", { installment: 12 }],
    ["no installments: null", { installment: null }],
    ["no description: null", { description: null }],
    ["a description of 1024 emoji", { description: "🙂".repeat(1024) }],
    ["a description with lines, tabs and an IBAN", { description: "a\n\tTR330006100519786457841326" }],
    ["an empty description", { description: "" }],
    ["a card number as description: only links refuse that", { description: "5528790000000008" }],
    ["a local return address with a port, a query and a fragment", { returnUrl: "http://127.0.0.1:9/a?b=c#d" }],
    ["a return address of 2048 characters", { returnUrl: "https://shop.example/".padEnd(2048, "a") }],
  ];
  for (const [name, changes] of fine) {
    test(`201 ${name}`, async () => {
      const answer = await merchant.create(changes);
      expect(answer.status, answer.text).toBe(201);
    });
  }
});

test("201 for 1e2 and 1.0, which are whole numbers", async () => {
  const body = JSON.stringify(merchant.request({ amount: "AMOUNT", installment: "COUNT" }));
  const answer = await merchant.post(body.replace('"AMOUNT"', "1e2").replace('"COUNT"', "1.0"));
  expect(answer.status, answer.text).toBe(201);
  expect(await merchant.payment(answer.json().paymentCode)).toMatchObject({ amount: 100, installment: 1 });
});

test("400 for a number too large to represent", async () => {
  const body = JSON.stringify(merchant.request({ amount: "AMOUNT" })).replace('"AMOUNT"', "1e400");
  expect(expectError(await merchant.post(body), 400, "validation_error")).toContain("amount: ");
});

test("201 with strings stored unchanged", async () => {
  const partnerTxCode = ` Sipariş İ-ı ${newCode()} `;
  const description = "  e\u0301 stays decomposed\n ";
  const { paymentCode } = await merchant.created({ partnerTxCode, description });
  expect(await merchant.payment(paymentCode)).toMatchObject({ partnerTxCode, description });
});

test("201 ignores unknown members", async () => {
  const foreign = {
    status: "captured",
    paymentCode: "pay_00000000000000000000000000",
    partnerId: "prt_other",
    partner: { id: "prt_other" },
    source: "panel",
    currency: "USD",
    commission: { amount: 0 },
    expiresAt: "2099-01-01T00:00:00Z",
    customerShareBps: 10_000,
    paymentRef: "mine",
    __proto__: { status: "captured" },
    constructor: { prototype: { amount: 1 } },
  };
  const { paymentCode } = await merchant.created(foreign);
  expect(paymentCode).not.toBe(foreign.paymentCode);
  const payment = await merchant.get(`/v1/payments/${paymentCode}`);
  const minutesLeft = (Date.parse(payment.json().expiresAt) - Date.parse(payment.json().createdAt)) / 60_000;
  expect(payment.json()).toMatchObject({
    status: "initiated",
    source: "api",
    currency: "TRY",
    amount: 125_050,
  });
  expect(minutesLeft).toBe(30);
  expect(payment.text).not.toContain("prt_other");
});

test.describe("400 for an invalid field", () => {
  const wrong: [field: string, values: unknown[]][] = [
    ["amount", [0, -1, 1_000_000_001, 2 ** 53, 1.5, "100", true, null, [], {}, undefined]],
    ["partnerTxCode", ["", " ", "\t", "a\nb", "a\u0000", "a\u007f", "x".repeat(129), 1, true, null, [], undefined]],
    ["terminalId", ["", "x".repeat(65), "a\u0000", 1, null, {}, undefined]],
    ["installment", [1.5, "1", true, [], {}, 2 ** 31, -(2 ** 31) - 1]],
    ["description", ["x".repeat(1025), "a\u0000", "a\u001b[31m", "a\rb", 1, false, [], {}]],
    [
      "returnUrl",
      ["", 1, null, {}, undefined, "shop.example", "//shop.example", "/back", `https://a/${"x".repeat(2048)}`],
    ],
  ];
  for (const [field, values] of wrong) {
    for (const value of values) {
      test(`400 ${field}: ${String(JSON.stringify(value)).slice(0, 40)}`, async () => {
        const message = expectError(await merchant.create({ [field]: value }), 400, "validation_error");
        expect(message).toMatch(new RegExp(`^${field}: \\S`));
      });
    }
  }
});

test("400 names at most five problems in the order of the document, and repeats no value", async () => {
  const secret = "Zx81".repeat(40);
  const body = { returnUrl: secret, installment: secret, amount: 0, description: 7, partnerTxCode: secret };
  const message = expectError(await merchant.post(body), 400, "validation_error");
  const named = message.split("; ").map((part) => part.split(":")[0]);
  expect(named).toEqual(["returnUrl", "installment", "amount", "description", "partnerTxCode"]);
  expect(message).toContain("amount: must be an integer between 1 and 1000000000");
  expect(message).not.toContain("Zx81");
});

test("400 in Turkish when the request prefers it; the code is the same", async () => {
  const inTurkish = { headers: { "Accept-Language": "tr-TR,tr;q=0.9,en;q=0.5" } };
  const message = expectError(await merchant.post({}, inTurkish), 400, "validation_error");
  expect(message).toContain("zorunludur");
  expect(expectError(await merchant.post({}), 400, "validation_error")).toContain("is required");
});
