import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newApiKey } from "@/server/domain/accounts/api-key";
import { newSecretToken } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { buildRequest, type RequestInput, traceId } from "@/server/testing/doors/requests";
import { recordQueries } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

/** Tests which requests of the merchant API are in the accounts' request logs. */

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
  };
  send = (sent) =>
    answerAsResponse(
      buildRequest({ key: world.apiKey, ...sent }),
      { sourceIp: "192.0.2.1", traceId },
      { ...door, strict: true },
    );
});
afterAll(() => world.close());
beforeEach(() => void world.requests.splice(0));

const body = { amount: 5000, terminalId: testTerminals.ours, returnUrl: "https://shop.example/back?a=1" };

test("logs a successful and a refused request with its input and its answer", async () => {
  await send({ body: { ...body, partnerTxCode: "ORDER-1" }, headers: { "User-Agent": "shop/1.0" } });
  await send({ method: "GET", path: "/v1/payments?partnerTxCode=nothing" });
  await send({ body: { ...body, amount: -1, partnerTxCode: "ORDER-2" } });
  const common = {
    traceId,
    partnerId: "prt_ours",
    keyId: "key_1",
    path: "/v1/payments",
    sourceIp: "192.0.2.1",
  };
  const { requests } = world;
  expect(requests).toHaveLength(3);
  expect(requests[0]).toMatchObject({
    ...common,
    method: "POST",
    status: 201,
    code: null,
    message: null,
    userAgent: "shop/1.0",
    query: null,
    body: { ...body, partnerTxCode: "ORDER-1", returnUrl: "https://shop.example/back?[redacted]" },
  });
  expect(requests[1]).toMatchObject({
    ...common,
    method: "GET",
    status: 404,
    code: "payment_not_found",
    body: null,
    query: { partnerTxCode: "nothing" },
  });
  expect(requests[2]).toMatchObject({ status: 400, code: "validation_error", body: { amount: -1 } });
  expect(requests[2]?.message).toContain("amount");
  for (const { durationMs } of requests) expect(durationMs).toBeGreaterThanOrEqual(0);
});

test("201 for a card number in an order code (D-15): the log has the field's name and the masked number (D-284)", async () => {
  const pan = "4355 0800 0000 0005";
  const sent = { ...body, partnerTxCode: `order ${pan}`, description: pan, note: [{ [pan]: pan }] };
  expect((await send({ body: sent })).status).toBe(201);
  await send({ method: "GET", path: `/v1/payments?partnerTxCode=${encodeURIComponent(pan)}` });
  const [created, asked] = world.requests;
  expect(created).toMatchObject({
    cardFields: "partnerTxCode, description, note[0].…",
    body: { partnerTxCode: "order 435508******0005", description: "[redacted]" },
  });
  expect(asked).toMatchObject({ cardFields: "partnerTxCode", query: { partnerTxCode: "435508******0005" } });
  expect(JSON.stringify(world.requests)).not.toContain("0800");
});

test("does not log a request without a valid key or with an unknown address", async () => {
  await send({ key: null, body });
  await send({ key: newApiKey(systemRandom, "test"), body });
  await send({ method: "GET", path: "/v1/nothing" });
  await send({ method: "PUT" });
  expect(world.requests).toEqual([]);
});

test("logs a request that its account may not make", async () => {
  const suspend = (status: "active" | "suspended") =>
    world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { status } });
  await suspend("suspended");
  await send({ body: { ...body, partnerTxCode: "ORDER-3" } });
  await suspend("active");
  expect(world.requests).toMatchObject([{ keyId: "key_1", code: "partner_not_active", body: null }]);
});

test("logs a request with an invalid JSON body without the body", async () => {
  await send({ body: '{"partnerTxCode": "' });
  expect(world.requests).toMatchObject([{ status: 400, code: "validation_error", body: null }]);
});

test("logging costs the request no statement", async () => {
  const statements = await recordQueries(world.db, () => send({ method: "GET", path: "/v1/payments?partnerTxCode=x" }));
  expect(statements.filter((one) => one.includes("api_request") || one.includes("api-request"))).toEqual([]);
  expect(world.requests).toHaveLength(1);
});

test("never logs a secret, in any field, path, query or header", async () => {
  const secrets = [
    "5528790000000008",
    "5528 7900 0000 0008",
    newApiKey(systemRandom, "test"),
    newSecretToken(systemRandom),
    "ayse@example.com",
    "TR330006100519786457841326",
    "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3",
    world.apiKey,
  ];
  const paths = operations.map(({ method, path }) => ({ method, path }));
  for (const secret of secrets) {
    const inPath = encodeURIComponent(secret);
    for (const { method, path } of paths) {
      const fields = ["partnerTxCode", "partnerRefundCode", "terminalId", "description", "payerName", "pan", "bin"];
      const everything = Object.fromEntries(fields.map((name) => [name, secret]));
      const target = path.replace(/\{\w+\}/g, inPath);
      const query = fields.map((name) => `${name}=${inPath}`).join("&");
      await send({
        method,
        path: `${target}?${query}`,
        headers: { "User-Agent": `shop ${secret}` },
        ...(method === "POST" && {
          body: { ...body, ...everything, [secret]: 1, items: [{ name: secret, note: secret, amount: 1 }] },
        }),
      });
    }
    const noted = JSON.stringify(world.requests);
    expect(noted).not.toContain(secret);
    expect(noted).not.toContain(inPath);
    expect(noted.length).toBeGreaterThan(1_000);
  }
  expect(world.requests.length).toBe(secrets.length * paths.length);
});
