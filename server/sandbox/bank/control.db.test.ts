import { request } from "node:http";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { istanbulYearMonth } from "@/server/domain/business-day";
import { drawFractions } from "@/server/testing/banks/drawn-fractions";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  buildCapture,
  history,
  inquiry,
  newOrderId,
  openTestShop,
  panWith,
  sandboxKey,
  type TestShop,
} from "@/server/testing/banks/shop";
import { startSimulator } from "./server";

let shop: TestShop;
const drawn: number[] = [];
setUpShop(
  (url) => openTestShop(url, { faultRandom: drawFractions(() => drawn.shift() ?? 0) }),
  (opened) => {
    shop = opened;
  },
);
beforeEach(() => shop.control("PATCH", "settings", changeable));

const changeable = {
  latencyMs: 0,
  errorRate: 0,
  down: false,
  refuseSameDayCredit: false,
  operations: ["capture", "void", "credit", "inquire", "history", "prepare"],
};
const calm = { ...changeable, setupFaults: {}, dayFileErrors: 0 };
const readCaptured = async (oid: string): Promise<number> => {
  const { body } = await shop.control("GET", "ledger");
  return body.orders.find((order: { orderId: string }) => order.orderId === oid)?.captured ?? 0;
};

describe("settings", () => {
  test("200 with all settings after a change of some, and they survive a restart", async () => {
    expect((await shop.control("GET", "settings")).body).toEqual(calm);
    const change = { latencyMs: 5, operations: ["void"] };
    expect(await shop.control("PATCH", "settings", change)).toEqual({
      status: 200,
      body: { ...calm, ...change },
    });
    const again = await openTestShop(shop.databaseUrl);
    expect((await again.control("GET", "settings")).body).toEqual({ ...calm, ...change });
    await again.close();
  });

  test.each([
    [{ errorRate: 1.5 }, "errorRate"],
    [{ latencyMs: -1 }, "latencyMs"],
    [{ operations: ["steal"] }, "operations.0"],
    [{ speed: 1 }, "speed"],
    [[], "body"],
  ])("400 for %j", async (change, named) => {
    const { status, body } = await shop.control("PATCH", "settings", change);
    expect([status, body.error.code]).toEqual([400, "validation_error"]);
    expect(body.error.message).toContain(named);
    expect((await shop.control("GET", "settings")).body).toEqual(calm);
  });

  test("400 for a body that is not JSON, 415 for another content type", async () => {
    const send = (type: string) =>
      fetch(`${shop.origin}/__control/settings`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${sandboxKey}`, "content-type": type },
        body: "{",
      });
    expect((await send("application/json")).status).toBe(400);
    expect((await send("text/plain")).status).toBe(415);
  });
});

describe("log and ledger", () => {
  test("200 with every request in order, with its amount and the masked card", async () => {
    const { oid, callback } = await shop.buy({ pan: "5528790000000008" });
    const capturing = buildCapture(oid, callback);
    await shop.api({ ...capturing, PayerAuthenticationCode: "x" });
    await shop.api(capturing);
    const TransId = (await shop.api(inquiry(oid))).text("TransId") ?? "";
    await shop.api({ Type: "Credit", OrderId: oid, Total: "2.50", Currency: "949" });
    await shop.api({ Type: "Void", TransId });
    const same = { at: "2026-11-20T09:00:00.000Z", protocol: "nestpay", orderId: oid };
    const maskedPan = "552879******0008";
    expect(await shop.readLog(oid)).toEqual([
      { ...same, operation: "capture", amount: 1250, outcome: "declined", maskedPan: null },
      { ...same, operation: "capture", amount: 1250, outcome: "approved", maskedPan },
      { ...same, operation: "inquire", amount: 1250, outcome: "found", maskedPan },
      { ...same, operation: "credit", amount: 250, outcome: "approved", maskedPan },
      { ...same, operation: "void", amount: null, outcome: "declined", maskedPan },
    ]);
  });

  test("200 with the amount that was given back when the request named none, and with an inquiry of an unknown order", async () => {
    const pay = async () => {
      const { oid, callback } = await shop.buy();
      await shop.api(buildCapture(oid, callback));
      return oid;
    };
    const [voided, credited, none] = [await pay(), await pay(), newOrderId()];
    await shop.api({ Type: "Void", OrderId: voided });
    await shop.api({ Type: "Credit", OrderId: credited, Currency: "949" });
    await shop.api(history(none));
    const readLast = async (oid: string) => (await shop.readLog(oid)).at(-1);
    expect(await readLast(voided)).toMatchObject({ operation: "void", amount: 1250, outcome: "approved" });
    expect(await readLast(credited)).toMatchObject({
      operation: "credit",
      amount: 1250,
      outcome: "approved",
    });
    expect(await readLast(none)).toMatchObject({ operation: "history", amount: null, outcome: "not_found" });
  });

  test("200 with totals that equal the sums of the orders", async () => {
    const { body } = await shop.control("GET", "ledger");
    const sum = (name: string) =>
      body.orders.reduce((total: number, order: Record<string, number>) => total + order[name]!, 0);
    expect([body.captured, body.voided, body.credited]).toEqual(["captured", "voided", "credited"].map(sum));
    expect(body.captured).toBeGreaterThan(0);
  });

  test("logs the work of the bank also when the answer is lost", async () => {
    const taken = await shop.buy({ pan: panWith("capture_lost_taken") });
    await shop.api(buildCapture(taken.oid, taken.callback)).catch(() => undefined);
    expect(await shop.readLog(taken.oid)).toMatchObject([{ operation: "capture", outcome: "approved" }]);
    const nothing = await shop.buy({ pan: panWith("capture_lost_nothing") });
    await shop.api(buildCapture(nothing.oid, nothing.callback)).catch(() => undefined);
    expect(await shop.readLog(nothing.oid)).toMatchObject([{ operation: "capture", outcome: "nothing_done" }]);
  });
});

describe("faults", () => {
  test("breaks one operation in an outage, does no work for it, and leaves the others alone", async () => {
    await shop.control("PATCH", "settings", { down: true, operations: ["capture"] });
    const { oid, callback } = await shop.buy();
    await expect(shop.api(buildCapture(oid, callback))).rejects.toThrow("fetch failed");
    expect((await shop.api(inquiry(oid))).text("ProcReturnCode")).toBe("99");
    await shop.control("PATCH", "settings", { down: false });
    expect((await shop.api(buildCapture(oid, callback))).text("ProcReturnCode")).toBe("00");
    expect((await shop.readLog(oid)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "nothing_done",
      "not_found",
      "approved",
    ]);
  });

  test.each([
    ["an error page before the work", 0, 0],
    ["a broken connection before the work", 0.25, 0],
    ["an unreadable answer after the work", 0.5, 1250],
    ["a broken connection after the work", 0.75, 1250],
  ])("errorRate: %s", async (_, kind, captured) => {
    const { oid, callback } = await shop.buy();
    await shop.control("PATCH", "settings", { errorRate: 0.5 });
    drawn.push(0.1, kind);
    await expect(shop.api(buildCapture(oid, callback))).rejects.toThrow();
    drawn.push(0.9);
    await shop.api(inquiry(oid));
    expect(await readCaptured(oid)).toBe(captured);
  });

  test("delays the answer for latency", async () => {
    const { oid, callback } = await shop.buy();
    // The bank delays in real time, so that a merchant sees it; the next test shows that the work is not delayed.
    await shop.control("PATCH", "settings", { latencyMs: 100, operations: ["capture"] });
    const startedAt = performance.now();
    await shop.api(buildCapture(oid, callback));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99);
    expect(await readCaptured(oid)).toBe(1250);
  });

  test("does not delay the work, and ends delayed answers at once when the server closes", async () => {
    const slow = await openTestShop(shop.databaseUrl);
    const { oid, callback } = await slow.buy();
    await slow.control("PATCH", "settings", { latencyMs: 120_000 });
    const answer = slow.api(buildCapture(oid, callback)).catch(() => undefined);
    // The answer itself would come after two minutes, at the end of this test's time.
    await expect.poll(() => readCaptured(oid), { interval: 20 }).toBe(1250);
    await slow.close();
    await answer;
  });
});

describe("requests that are refused", () => {
  test("401 without the sandbox key, 404 for another path, 405 for another method, always in the error envelope", async () => {
    const ask = (path: string, key: string, method = "GET") =>
      fetch(`${shop.origin}${path}`, { method, headers: { authorization: key } });
    for (const key of ["", "Bearer ", "Bearer wrong", `Basic ${sandboxKey}`, sandboxKey]) {
      expect((await ask("/__control/settings", key)).status).toBe(401);
    }
    const unknown = await ask("/__control/nothing", `Bearer ${sandboxKey}`);
    expect([unknown.status, (await unknown.json()).error.code]).toEqual([404, "not_found"]);
    const method = await ask("/__control/ledger", `Bearer ${sandboxKey}`, "DELETE");
    expect([method.status, method.headers.get("allow")]).toEqual([405, "GET"]);
    expect((await ask("/nestpay/fim/api", "")).status).toBe(405);
    expect((await ask("/", "")).status).toBe(404);
  });

  test("421 for any other host, 413 for a body that is too large", async () => {
    const { port } = new URL(shop.origin);
    const status = await new Promise((resolve) => {
      const headers = { host: `127.0.0.1:${port}` };
      request({ host: "localhost", port, path: "/__control/ledger", headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).end();
    });
    expect(status).toBe(421);
    const large = await fetch(`${shop.origin}/nestpay/fim/api`, { method: "POST", body: "x".repeat(70_000) });
    expect(large.status).toBe(413);
  });

  test("forbids framing, sniffing and caching in every answer", async () => {
    for (const path of ["/3ds/unknown", "/nowhere", "/__control/ledger"]) {
      const { headers } = await fetch(`${shop.origin}${path}`);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("the clock of the product", () => {
  const settings = { port: 0, host: "localhost", sandboxKey };

  test("moves the bank's day by the offset in the product's own table", async () => {
    const client = new pg.Client(shop.databaseUrl);
    await client.connect();
    await client.query("insert into sandbox_clock (id, offset_ms) values (1, $1)", [86_400_000 * 400]);
    const banks = await startSimulator({ ...settings, databaseUrl: shop.databaseUrl });
    const before = Date.now();
    await fetch(`http://localhost:${banks.port}/nestpay/fim/api`, { method: "POST", body: "x" });
    const { rows } = await client.query(
      "select count(*)::int as tables from information_schema.tables where table_schema = 'simulator'",
    );
    expect(rows[0].tables).toBe(6);
    const answer = await fetch(`http://localhost:${banks.port}/nestpay/fim/api`, {
      method: "POST",
      body: "x",
    });
    const { year } = istanbulYearMonth(new Date(before + 86_400_000 * 400));
    expect(await answer.text()).toContain(`<TRXDATE>${year}`);
    await client.query("delete from sandbox_clock");
    await client.end();
    await banks.close();
  });

  test("starts several banks at once on an empty database", async () => {
    const client = new pg.Client(shop.databaseUrl);
    await client.connect();
    const name = `empty_${Date.now()}`;
    await client.query(`create database ${name}`);
    const url = new URL(shop.databaseUrl);
    url.pathname = `/${name}`;
    const banks = await Promise.all([1, 2, 3].map(() => startSimulator({ ...settings, databaseUrl: url.href })));
    const answer = await fetch(`http://localhost:${banks[0]!.port}/nestpay/fim/api`, {
      method: "POST",
      body: "x",
    });
    expect(answer.status).toBe(200);
    await Promise.all(banks.map((bank) => bank.close()));
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });

  test("throws for a port that is in use, and leaves nothing open", async () => {
    const port = Number(new URL(shop.origin).port);
    await expect(startSimulator({ ...settings, databaseUrl: shop.databaseUrl, port })).rejects.toThrow("EADDRINUSE");
  });
});
