import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashApiKey, newApiKey, toApiKeyPrefix } from "@/server/domain/accounts/api-key";
import { systemRandom } from "@/server/domain/random";
import { buildRequest, expectError, type RequestInput, traceId } from "@/server/testing/doors/requests";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";
import { refundSchema } from "./refund-schema";

/** Tests the refund endpoints on a real database: a query returns what a request sent. */

type Journey = ReturnType<typeof createPaymentJourney>;

let world: TestWorld;
let send: (sent: RequestInput) => Promise<Response>;
let paymentCode: string;

beforeAll(async () => {
  world = await openTestWorld(longWaits);
  const door = {
    ctx: world.ctx,
    routes: createRouteTable(operations),
    authenticate: authenticateKey,
    strict: true,
    limits: createRateLimits({ multiplier: 1_000_000 }),
  };
  send = (sent) =>
    answerAsResponse(buildRequest({ key: world.apiKey, ...sent }), { sourceIp: "192.0.2.1", traceId }, door);
  paymentCode = await captured();
});
afterAll(() => world.close());

const captured = async (changes: Parameters<Journey["createAtBank"]>[0] = {}): Promise<string> => {
  const journey = createPaymentJourney(world);
  const { token, ...payment } = await journey.createAtBank(changes);
  await journey.returnFromBank(token);
  return payment.paymentCode;
};
const credit = (body: object, of = paymentCode, key = world.apiKey) =>
  send({ path: `/v1/payments/${of}/refunds/credit`, body, key });
/** Creates a key of the other account. */
async function createForeignKey(): Promise<string> {
  const key = newApiKey(systemRandom, "test");
  await world.db.prisma.apiKey.create({
    data: {
      id: "key_other",
      partnerId: "prt_other",
      name: "k",
      prefix: toApiKeyPrefix(key),
      keyHash: Uint8Array.from(hashApiKey(key)),
      createdAt: world.clock.now(),
      scopes: ["payments:read", "refunds:write"],
    },
  });
  return key;
}
const get = (path: string) => send({ method: "GET", path: `/v1/${path}` });
const find = (partnerRefundCode: string) => get(`refunds?${new URLSearchParams({ partnerRefundCode })}`);

test("201, then 409 for the same code; all queries return the refund", async () => {
  const body = { partnerRefundCode: "REFUND-1", amount: 100 };
  const response = await credit(body);
  const started = await response.json();
  expect([response.status, started]).toEqual([
    201,
    { refundId: expect.stringMatching(/^rf_/), method: "credit", status: "approved" },
  ]);
  await expectError(await credit({ ...body, amount: 1 }), "refund_in_progress");
  await expectError(await credit(body, await captured()), "refund_in_progress");
  const found = await (await find("REFUND-1")).json();
  expect(Object.keys(found)).toEqual(Object.keys(refundSchema.shape));
  expect(refundSchema.parse(found)).toEqual(found);
  expect(found).toMatchObject({ ...started, ...body, paymentCode, failureCode: null });
  for (const path of [`refunds/${started.refundId}`, `payments/${paymentCode}/refunds/${started.refundId}`]) {
    expect(await (await get(path)).json()).toEqual(found);
  }
  expect(await (await get(`payments/${paymentCode}/refunds`)).json()).toEqual({ items: [found] });
});

test("404 for refunds of another account's payment, as for missing ones, when read and when started", async () => {
  const key = await createForeignKey();
  const caller = (await authenticateKey(world.ctx, key)) ?? expect.unreachable();
  const theirs = await captured({ caller, terminalId: testTerminals.foreign });
  const { refundId } = await (await credit({ partnerRefundCode: "THEIRS" }, theirs, key)).json();
  const missing = ["pay_00000000000000000000000000", "rf_00000000000000000000000000"] as const;
  for (const [payment, refund] of [[theirs, refundId] as const, missing]) {
    await expectError(await get(`payments/${payment}/refunds`), "payment_not_found");
    await expectError(await get(`payments/${payment}/refunds/${refund}`), "payment_not_found");
    await expectError(await get(`payments/${paymentCode}/refunds/${refund}`), "refund_not_found");
    await expectError(await get(`refunds/${refund}`), "refund_not_found");
    await expectError(await credit({ partnerRefundCode: "REFUND-1" }, payment), "payment_not_found");
  }
  await expectError(await find("THEIRS"), "refund_not_found");
  expect((await credit({ partnerRefundCode: "THEIRS", amount: 1 })).status, "the code is theirs").toBe(201);
});

test("every accepted code is stored and found exactly as sent", async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom("'", "\\", "%", "\u0085", "\ufffe", "İ", "\ud800", " "),
      fc.string({ unit: "binary", maxLength: 1 }),
    ),
    maxLength: 20,
  });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(text, async (partnerRefundCode) => {
      const response = await credit({ partnerRefundCode, amount: 1 });
      expect([201, 400, 409]).toContain(response.status);
      if (response.status !== 201) return;
      accepted += 1;
      expect(await (await find(partnerRefundCode)).json()).toMatchObject({ partnerRefundCode, amount: 1 });
    }),
    { numRuns: 60 },
  );
  expect(accepted).toBeGreaterThan(5);
});

test("no path parameter causes a database error", async () => {
  const odd = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("%00", "%ED%A0%80", "\u0000"));
  await fc.assert(
    fc.asyncProperty(odd, async (code) => {
      const plain = encodeURIComponent(code.replace(/\p{Surrogate}/gu, ""));
      const segment = `${code.startsWith("%") ? code : plain}x`;
      for (const response of await Promise.all([
        get(`refunds/${segment}`),
        get(`payments/${paymentCode}/refunds/${segment}`),
        get(`payments/${segment}/refunds`),
        credit({ partnerRefundCode: "R" }, segment),
      ])) {
        expect(response.status).toBe(404);
      }
    }),
    { numRuns: 60 },
  );
});
