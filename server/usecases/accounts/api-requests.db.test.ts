import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { createRequestKeeping, type NotedRequest } from "@/server/store/accounts/api-requests";
import { rowsKeptMs } from "@/server/store/kept-rows";
import { listDue } from "@/server/store/operations/due";
import { asPartnerId } from "@/server/store/tenant";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";
import { getApiRequest, type ListApiRequestsInput, listApiRequests } from "./api-queries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => world.db.prisma.apiRequest.deleteMany());

const ours = asPartnerId("prt_ours");
const toTraceId = (n: number): string => n.toString(16).padStart(32, "0");
const request = (n: number, change: Partial<NotedRequest> = {}): NotedRequest => ({
  traceId: toTraceId(n),
  partnerId: ours,
  keyId: "key_1",
  method: "GET",
  path: "/v1/payments",
  status: 200,
  code: null,
  message: null,
  durationMs: 3,
  sourceIp: "192.0.2.1",
  userAgent: "curl/8",
  query: null,
  body: null,
  cardFields: null,
  at: plusMs(world.clock.now(), n),
  ...change,
});
const keep = (...requests: NotedRequest[]) => createRequestKeeping(world.db)(requests);
const all = {
  partnerId: ours,
  traceId: null,
  status: null,
  method: null,
  area: null,
  keyId: null,
  cursor: null,
  countMax: 100,
};
const list = async (change: Partial<ListApiRequestsInput> = {}): Promise<number[]> => {
  const { items } = await listApiRequests(world.ctx, { ...all, ...change });
  return items.map(({ id }) => Number.parseInt(id, 16));
};

describe("a list", () => {
  test("contains the requests of each filter, the newest first, and none of another account", async () => {
    await keep(
      request(1),
      request(2, { method: "POST", status: 201, path: "/v1/payments" }),
      request(3, {
        method: "POST",
        status: 422,
        path: "/v1/payments/pay_1/refunds",
        code: "payment_not_refundable",
      }),
      request(4, { path: "/v1/refunds/rf_1", status: 500 }),
      request(5, { method: "DELETE", path: "/v1/payment-links/pl_1", status: 404 }),
      request(6, { path: "/v1/installment-options", keyId: "key_gone" }),
      request(7, { path: "/v1/payment-acceptance-status" }),
      request(8, { partnerId: "prt_other" }),
      request(9, { partnerId: "prt_nowhere" }),
    );
    expect(await list()).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await list({ status: "2xx" })).toEqual([7, 6, 2, 1]);
    expect(await list({ status: "4xx" })).toEqual([5, 3]);
    expect(await list({ status: "5xx" })).toEqual([4]);
    expect(await list({ status: "failed" })).toEqual([5, 4, 3]);
    expect(await list({ method: "POST" })).toEqual([3, 2]);
    expect(await list({ area: "payments" })).toEqual([2, 1]);
    expect(await list({ area: "refunds" })).toEqual([4, 3]);
    expect(await list({ area: "payment-links" })).toEqual([5]);
    expect(await list({ area: "installments" })).toEqual([6]);
    expect(await list({ area: "acceptance" })).toEqual([7]);
    expect(await list({ keyId: "key_gone" })).toEqual([6]);
    expect(await list({ traceId: toTraceId(3) })).toEqual([3]);
    expect(await list({ traceId: toTraceId(8) })).toEqual([]);
    expect(await list({ partnerId: asPartnerId("prt_other") })).toEqual([8]);
    expect(await list({ status: "failed", method: "POST", area: "refunds" })).toEqual([3]);
  });

  test("continues after the previous page, also within one instant", async () => {
    const at = world.clock.now();
    await keep(...[1, 2, 3, 4, 5].map((n) => request(n, { at })));
    const first = await listApiRequests(world.ctx, { ...all, countMax: 2 });
    const second = await listApiRequests(world.ctx, { ...all, countMax: 2, cursor: first.nextCursor });
    const third = await listApiRequests(world.ctx, { ...all, countMax: 2, cursor: second.nextCursor });
    const pages = [first, second, third].map(({ items }) => items.map(({ id }) => Number(id)));
    expect(pages).toEqual([[5, 4], [3, 2], [1]]);
    expect(third.nextCursor).toBeNull();
  });

  test.each(["", "1", "x.y", `1.${toTraceId(1)}'`, "9".repeat(40)])("400 for an invalid cursor %j", async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({ code: "validation_error" });
  });

  test("uses an index among many requests of other accounts", async () => {
    await world.db.pool.query(
      `insert into api_request (id, partner_id, key_id, at, method, path, status, duration_ms, source_ip, user_agent)
       select lpad(to_hex(n), 32, '0'), case n % 50 when 0 then 'prt_ours' else 'prt_other' end, 'key_1',
              $1::timestamptz - n * interval '1 second', 'GET', '/v1/payments', 200, 1, '', ''
         from generate_series(1, 40000) n`,
      [world.clock.now()],
    );
    await world.db.pool.query("vacuum analyze api_request");
    const plan = await explainLastQuery(world.db, async () => expect(await list({ countMax: 50 })).toHaveLength(50));
    expect(plan).toContain("api_request_partner_id_at_id_idx");
    expect(plan).not.toContain("Seq Scan on api_request");
  });
});

describe("one request", () => {
  test("returns the request with its key's name and advice", async () => {
    const [query, body] = [{ page: "2" }, { amount: 5, description: "[redacted]" }];
    await keep(request(1, { status: 429, code: "rate_limited", message: "Wait.", query, body }));
    expect(await getApiRequest(world.ctx, { partnerId: ours, traceId: toTraceId(1) })).toMatchObject({
      traceId: toTraceId(1),
      status: 429,
      code: "rate_limited",
      message: "Wait.",
      advice: "retry_later",
      query,
      body,
      key: { name: "k" },
    });
  });

  test("names the fields with a card number, and raises one alert for staff until it is closed (D-284)", async () => {
    const sent = (n: number) => request(n, { method: "POST", cardFields: "partnerTxCode" });
    await keep(request(1), sent(2), sent(3));
    const { items } = await listApiRequests(world.ctx, all);
    expect(items.map(({ cardFields }) => cardFields)).toEqual(["partnerTxCode", "partnerTxCode", null]);
    const alerts = () => world.db.prisma.staffAlert.findMany({ where: { kind: "card_number_received" } });
    const [raised, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(raised).toMatchObject({
      subject: ours,
      detail: "A card number was sent in partnerTxCode (POST /v1/payments).",
      closedAt: null,
    });
    await world.db.prisma.staffAlert.updateMany({ data: { closedAt: world.clock.now() } });
    await keep(request(4));
    expect(await alerts()).toMatchObject([{ closedAt: expect.any(Date) }]);
    await keep(sent(5));
    expect(await alerts()).toMatchObject([{ id: raised?.id, closedAt: null }]);
  });

  test("404 equally for another account's request and for a missing one", async () => {
    await keep(request(1, { partnerId: "prt_other" }));
    for (const traceId of [toTraceId(1), toTraceId(2)]) {
      const found = getApiRequest(world.ctx, { partnerId: ours, traceId });
      await expect(found).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("keeping", () => {
  const lastUsed = async () => (await world.db.prisma.apiKey.findUniqueOrThrow({ where: { id: "key_1" } })).lastUsedAt;

  test("records the latest use of a key, in any order of the requests", async () => {
    const now = world.clock.now();
    await keep(request(1, { at: plusMs(now, 5_000) }), request(2, { at: plusMs(now, 2_000) }));
    expect(await lastUsed()).toEqual(plusMs(now, 5_000));
    await keep(request(3, { at: plusMs(now, 1_000) }));
    expect(await lastUsed()).toEqual(plusMs(now, 5_000));
  });

  test("stores one row for a repeated trace id, and the other requests of the batch", async () => {
    await keep(request(1), request(1, { status: 500 }), request(2));
    await keep(request(2), request(3));
    expect(await list()).toEqual([3, 2, 1]);
  });

  test("keeps the newest requests of an account: the maximum, and those since the last trim", async () => {
    const keepFew = createRequestKeeping(world.db, { countMax: 5, every: 3 });
    await keepFew([request(0, { partnerId: "prt_other" })]);
    await keepFew([1, 2, 3, 4, 5, 6, 7, 8].map((n) => request(n)));
    expect(await list()).toEqual([8, 7, 6, 5, 4]);
    await keepFew([request(9)]);
    expect(await list()).toHaveLength(6);
    await keepFew([request(10), request(11), request(12)]);
    expect(await list()).toEqual([12, 11, 10, 9, 8]);
    expect(await list({ partnerId: asPartnerId("prt_other") })).toEqual([0]);
  });

  test("does not show a request after seven days, and erases it at the end of its minute", async () => {
    const at = world.clock.now();
    await keep(request(0, { at }));
    world.clock.set(plusMs(at, rowsKeptMs - 1));
    expect(await list()).toEqual([0]);
    world.clock.set(plusMs(at, rowsKeptMs));
    expect(await list()).toEqual([]);
    const found = getApiRequest(world.ctx, { partnerId: ours, traceId: toTraceId(0) });
    await expect(found).rejects.toMatchObject({ code: "not_found" });
    const dueAt = plusMs(at, rowsKeptMs + minutes(1) - (at.getTime() % minutes(1)));
    expect(await listDue(world.db, dueAt, 10, ["diagnostics_expiry"])).toMatchObject([{ at: dueAt, id: toTraceId(0) }]);
    world.clock.set(plusMs(at, days(7) + minutes(1)));
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(await world.db.prisma.apiRequest.count()).toBe(0);
  });
});
