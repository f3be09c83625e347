import { request } from "node:http";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { giveFileShop } from "@/server/testing/banks/file-shop";
import {
  captureOf,
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
giveFileShop(
  (url) => openTestShop(url, { random: () => drawn.shift() ?? 0 }),
  (opened) => {
    shop = opened;
  },
);
beforeEach(() => shop.control("PATCH", "settings", calm));

const calm = {
  latencyMs: 0,
  errorRate: 0,
  down: false,
  refuseSameDayCredit: false,
  operations: ["capture", "void", "credit", "inquire", "history", "prepare"],
};
const capturedOf = async (oid: string): Promise<number> => {
  const { body } = await shop.control("GET", "ledger");
  return body.orders.find((order: { orderId: string }) => order.orderId === oid)?.captured ?? 0;
};

describe("settings", () => {
  test("200 with the whole, after any subset of changes, and kept over a restart", async () => {
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

  test("400 for what is not JSON, 415 for what does not say that it is", async () => {
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
  test("200 with every request in order, its amount and the masked card", async () => {
    const { oid, callback } = await shop.buy({ pan: "5528790000000008" });
    const capturing = captureOf(oid, callback);
    await shop.api({ ...capturing, PayerAuthenticationCode: "x" });
    await shop.api(capturing);
    const TransId = (await shop.api(inquiry(oid))).text("TransId") ?? "";
    await shop.api({ Type: "Credit", OrderId: oid, Total: "2.50", Currency: "949" });
    await shop.api({ Type: "Void", TransId });
    const same = { at: "2026-11-20T09:00:00.000Z", protocol: "nestpay", orderId: oid };
    const maskedPan = "552879******0008";
    expect(await shop.logOf(oid)).toEqual([
      { ...same, operation: "capture", amount: 1250, outcome: "declined", maskedPan: null },
      { ...same, operation: "capture", amount: 1250, outcome: "approved", maskedPan },
      { ...same, operation: "inquire", amount: 1250, outcome: "found", maskedPan },
      { ...same, operation: "credit", amount: 250, outcome: "approved", maskedPan },
      { ...same, operation: "void", amount: null, outcome: "declined", maskedPan },
    ]);
  });

  test("200 with what was given back where the request named no amount, and a question about no order", async () => {
    const pay = async () => {
      const { oid, callback } = await shop.buy();
      await shop.api(captureOf(oid, callback));
      return oid;
    };
    const [voided, credited, none] = [await pay(), await pay(), newOrderId()];
    await shop.api({ Type: "Void", OrderId: voided });
    await shop.api({ Type: "Credit", OrderId: credited, Currency: "949" });
    await shop.api(history(none));
    const lastOf = async (oid: string) => (await shop.logOf(oid)).at(-1);
    expect(await lastOf(voided)).toMatchObject({ operation: "void", amount: 1250, outcome: "approved" });
    expect(await lastOf(credited)).toMatchObject({ operation: "credit", amount: 1250, outcome: "approved" });
    expect(await lastOf(none)).toMatchObject({ operation: "history", amount: null, outcome: "not_found" });
  });

  test("200 with totals that are the sums of the orders", async () => {
    const { body } = await shop.control("GET", "ledger");
    const sum = (name: string) =>
      body.orders.reduce((total: number, order: Record<string, number>) => total + order[name]!, 0);
    expect([body.captured, body.voided, body.credited]).toEqual(["captured", "voided", "credited"].map(sum));
    expect(body.captured).toBeGreaterThan(0);
  });

  test("a lost answer leaves what the bank did in the log", async () => {
    const taken = await shop.buy({ pan: panWith("capture_lost_taken") });
    await shop.api(captureOf(taken.oid, taken.callback)).catch(() => undefined);
    expect(await shop.logOf(taken.oid)).toMatchObject([{ operation: "capture", outcome: "approved" }]);
    const nothing = await shop.buy({ pan: panWith("capture_lost_nothing") });
    await shop.api(captureOf(nothing.oid, nothing.callback)).catch(() => undefined);
    expect(await shop.logOf(nothing.oid)).toMatchObject([{ operation: "capture", outcome: "nothing_done" }]);
  });
});

describe("faults", () => {
  test("an outage of one operation leaves the others alone, and nothing is done", async () => {
    await shop.control("PATCH", "settings", { down: true, operations: ["capture"] });
    const { oid, callback } = await shop.buy();
    await expect(shop.api(captureOf(oid, callback))).rejects.toThrow("fetch failed");
    expect((await shop.api(inquiry(oid))).text("ProcReturnCode")).toBe("99");
    await shop.control("PATCH", "settings", { down: false });
    expect((await shop.api(captureOf(oid, callback))).text("ProcReturnCode")).toBe("00");
    expect((await shop.logOf(oid)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
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
    await expect(shop.api(captureOf(oid, callback))).rejects.toThrow();
    drawn.push(0.9);
    await shop.api(inquiry(oid));
    expect(await capturedOf(oid)).toBe(captured);
  });

  test("latency holds the answer back, not the work", async () => {
    const { oid, callback } = await shop.buy();
    await shop.control("PATCH", "settings", { latencyMs: 400, operations: ["capture"] });
    const startedAt = performance.now();
    const answer = shop.api(captureOf(oid, callback));
    await expect.poll(() => capturedOf(oid), { interval: 20 }).toBe(1250);
    const workedAt = performance.now();
    await answer;
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400);
    expect(performance.now()).toBeGreaterThan(workedAt);
  });

  test("a server that closes lets go of answers that are held back", async () => {
    const slow = await openTestShop(shop.databaseUrl);
    const { oid, callback } = await slow.buy();
    await slow.control("PATCH", "settings", { latencyMs: 60_000 });
    const answer = slow.api(captureOf(oid, callback)).catch(() => undefined);
    await expect.poll(() => capturedOf(oid), { interval: 20 }).toBe(1250);
    const startedAt = performance.now();
    await slow.close();
    await answer;
    expect(performance.now() - startedAt).toBeLessThan(2_500);
  });
});

describe("the door", () => {
  test("401 without the sandbox key, 404 elsewhere, 405 for another method: always the envelope", async () => {
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

  test("every answer forbids framing, sniffing and caching", async () => {
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

  test("an offset in the product's own table moves the bank's day", async () => {
    const client = new pg.Client(shop.databaseUrl);
    await client.connect();
    await client.query("insert into sandbox_clock (id, offset_ms) values (1, $1)", [86_400_000 * 400]);
    const banks = await startSimulator({ ...settings, databaseUrl: shop.databaseUrl });
    const before = Date.now();
    await fetch(`http://localhost:${banks.port}/nestpay/fim/api`, { method: "POST", body: "x" });
    const { rows } = await client.query(
      "select count(*)::int as tables from information_schema.tables where table_schema = 'simulator'",
    );
    expect(rows[0].tables).toBe(5);
    const answer = await fetch(`http://localhost:${banks.port}/nestpay/fim/api`, {
      method: "POST",
      body: "x",
    });
    const year = new Date(before + 86_400_000 * 400).getUTCFullYear();
    expect(await answer.text()).toContain(`<TRXDATE>${year}`);
    await client.query("delete from sandbox_clock");
    await client.end();
    await banks.close();
  });

  test("several banks may start at once on a database that has never seen them or the product", async () => {
    const client = new pg.Client(shop.databaseUrl);
    await client.connect();
    const name = `empty_${Date.now()}`;
    await client.query(`create database ${name}`);
    const url = new URL(shop.databaseUrl);
    url.pathname = `/${name}`;
    const banks = await Promise.all(
      [1, 2, 3].map(() => startSimulator({ ...settings, databaseUrl: url.href })),
    );
    const answer = await fetch(`http://localhost:${banks[0]!.port}/nestpay/fim/api`, {
      method: "POST",
      body: "x",
    });
    expect(answer.status).toBe(200);
    await Promise.all(banks.map((bank) => bank.close()));
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });

  test("a port that is taken is an error, and leaves nothing open", async () => {
    const port = Number(new URL(shop.origin).port);
    await expect(startSimulator({ ...settings, databaseUrl: shop.databaseUrl, port })).rejects.toThrow(
      "EADDRINUSE",
    );
  });
});
