import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newApiKey } from "@/server/domain/accounts/api-key";
import { newSecretToken } from "@/server/domain/ids";
import { requestOf, type Sent, traceId } from "@/server/testing/doors/requests";
import { queriesOf } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { routeTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { answer } from "./pipeline";

/** What of the merchant API's requests goes into the accounts' logs. */

let world: TestWorld;
let send: (sent: Sent) => Promise<Response>;
beforeAll(async () => {
  world = await openTestWorld();
  const limits = createRateLimits({ multiplier: 1_000_000, log: world.ctx.log });
  const door = { ctx: world.ctx, limits, routes: routeTable(operations), authenticate: authenticateKey };
  send = (sent) =>
    answer(
      requestOf({ key: world.apiKey, ...sent }),
      { sourceIp: "192.0.2.1", traceId },
      { ...door, strict: true },
    );
});
afterAll(() => world.close());
beforeEach(() => void world.requests.splice(0));

const body = { amount: 5000, terminalId: terminalOf.ours, returnUrl: "https://shop.example/back?a=1" };

test("a request that succeeds and one that is refused are noted with what was asked and answered", async () => {
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

test("nobody's request is noted: no key, an unknown one, an address that is none", async () => {
  await send({ key: null, body });
  await send({ key: newApiKey("test"), body });
  await send({ method: "GET", path: "/v1/nothing" });
  await send({ method: "PUT" });
  expect(world.requests).toEqual([]);
});

test("a request that its account may not make is noted, too", async () => {
  const suspend = (status: "active" | "suspended") =>
    world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { status } });
  await suspend("suspended");
  await send({ body: { ...body, partnerTxCode: "ORDER-3" } });
  await suspend("active");
  expect(world.requests).toMatchObject([{ keyId: "key_1", code: "partner_not_active", body: null }]);
});

test("a body that is no JSON is noted without one", async () => {
  await send({ body: '{"partnerTxCode": "' });
  expect(world.requests).toMatchObject([{ status: 400, code: "validation_error", body: null }]);
});

test("noting costs the request no statement", async () => {
  const statements = await queriesOf(world.db, () =>
    send({ method: "GET", path: "/v1/payments?partnerTxCode=x" }),
  );
  expect(statements.filter((one) => one.includes("api_request") || one.includes("api-request"))).toEqual([]);
  expect(world.requests).toHaveLength(1);
});

test("no secret of a request is ever noted, whatever the field, the path, the query or the header", async () => {
  const secrets = [
    "5528790000000008",
    "5528 7900 0000 0008",
    newApiKey("test"),
    newSecretToken(),
    "ayse@example.com",
    "TR330006100519786457841326",
    "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3",
    world.apiKey,
  ];
  const paths = operations.map(({ method, path }) => ({ method, path }));
  for (const secret of secrets) {
    const inPath = encodeURIComponent(secret);
    for (const { method, path } of paths) {
      const fields = [
        "partnerTxCode",
        "partnerRefundCode",
        "terminalId",
        "description",
        "payerName",
        "pan",
        "bin",
      ];
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
