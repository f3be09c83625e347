import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildRequest, expectError, type RequestInput, traceId } from "@/server/testing/doors/requests";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { paymentSchema } from "./payment-schema";
import { answerAsResponse } from "./pipeline";

/** Tests the merchant API on a real database: a query returns what a request sent. */

let world: TestWorld;
let send: (sent: RequestInput) => Promise<Response>;

beforeAll(async () => {
  world = await openTestWorld();
  const limits = createRateLimits({ multiplier: 1_000_000 });
  const door = {
    ctx: world.ctx,
    limits,
    routes: createRouteTable(operations),
    authenticate: authenticateKey,
    strict: true,
  };
  send = (sent) =>
    answerAsResponse(buildRequest({ key: world.apiKey, ...sent }), { sourceIp: "192.0.2.1", traceId }, door);
});
afterAll(() => world.close());

const body = { amount: 5000, terminalId: testTerminals.ours, returnUrl: "https://shop.example/back" };
const create = (changes: object) => send({ body: { ...body, ...changes } });
const find = (partnerTxCode: string) =>
  send({ method: "GET", path: `/v1/payments?${new URLSearchParams({ partnerTxCode })}` });

test("201, then 200 for the same request and 409 for another; both queries return the payment", async () => {
  const first = await create({ partnerTxCode: "ORDER-1" });
  const payment = await first.json();
  expect([first.status, payment.idempotentReplay]).toEqual([201, false]);
  const again = await create({
    partnerTxCode: "ORDER-1",
    description: "other",
    returnUrl: "https://else.example",
  });
  expect([again.status, await again.json()]).toEqual([200, { ...payment, idempotentReplay: true }]);
  await expectError(await create({ partnerTxCode: "ORDER-1", amount: 5001 }), "duplicate_partner_tx_code");

  const found = await (await find("ORDER-1")).json();
  expect(Object.keys(found)).toEqual(Object.keys(paymentSchema.shape));
  expect(paymentSchema.parse(found)).toEqual(found);
  expect(found).toMatchObject({
    paymentCode: payment.paymentCode,
    amount: 5000,
    status: "initiated",
    description: null,
  });
  expect(JSON.stringify(found)).not.toContain(payment.paymentRef);
  const got = await send({ method: "GET", path: `/v1/payments/${payment.paymentCode}` });
  expect(await got.json()).toEqual(found);
});

test.each([
  ["terminal_not_allowed", { terminalId: testTerminals.foreign }],
  ["terminal_not_allowed", { terminalId: "trm_nowhere" }],
  ["installment_not_allowed", { installment: 0 }],
  ["installment_not_allowed", { installment: -3 }],
  ["installment_not_allowed", { installment: 2 }],
  ["pos_per_tx_limit_exceeded", { terminalId: testTerminals.limited, amount: 50_001 }],
] as const)("%s %j", async (code, changes) => {
  await expectError(await create({ partnerTxCode: "REFUSED", ...changes }), code);
  await expectError(await find("REFUSED"), "payment_not_found");
});

test("404 for another account's payment, as for a missing one", async () => {
  const { paymentCode } = await (await create({ partnerTxCode: "FOREIGN" })).json();
  await world.db.prisma.payment.update({ where: { id: paymentCode }, data: { partnerId: "prt_other" } });
  const [foreign, missing] = await Promise.all(
    [paymentCode, "pay_00000000000000000000000000"].map(async (code) => {
      const response = await send({ method: "GET", path: `/v1/payments/${code}` });
      return expectError(response, "payment_not_found");
    }),
  );
  expect(foreign).toBe(missing);
});

test("401 for a key that is malformed, or has one other character", async () => {
  const malformed = [`${world.apiKey}x`, world.apiKey.slice(0, -1), world.apiKey.toUpperCase(), "sk_test_"];
  // The first and the last character of the secret, and the last one of the part by which the key is found.
  const [, , finder = "", ...secret] = world.apiKey.split("_");
  const before = "sk_test_".length + finder.length;
  const altered = [before + 1, before + secret.join("_").length, before - 1].map((at) => {
    const other = world.apiKey[at] === "A" ? "B" : "A";
    return `${world.apiKey.slice(0, at)}${other}${world.apiKey.slice(at + 1)}`;
  });
  for (const key of [...malformed, ...altered]) {
    await expectError(await send({ method: "GET", path: "/v1/payments/pay_1", key }), "unauthorized");
  }
});

test("every accepted code and description is stored and found exactly as sent", async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom("'", "\\", "%", "\u0085", "\ufffe", "İ", "\ud800"),
      fc.string({ unit: "binary", maxLength: 1 }),
    ),
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(text, text, async (partnerTxCode, description) => {
      const response = await create({ partnerTxCode, description });
      expect([200, 201, 400]).toContain(response.status);
      if (response.status !== 201) return;
      expect(await (await find(partnerTxCode)).json()).toMatchObject({ partnerTxCode, description });
    }),
    { numRuns: 100 },
  );
});

test("no path parameter causes a database error", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("%00", "%ED%A0%80", "\u0000")),
      async (code) => {
        const segment = code.startsWith("%") ? code : encodeURIComponent(code.replace(/\p{Surrogate}/gu, ""));
        expect((await send({ method: "GET", path: `/v1/payments/${segment}x` })).status).toBe(404);
      },
    ),
    { numRuns: 100 },
  );
});
