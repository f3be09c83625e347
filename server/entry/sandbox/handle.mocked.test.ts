import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { FixedClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { Secret } from "@/server/domain/secret";
import { withRequest } from "@/server/request-store";
import {
  buildRequest,
  expectCommonHeaders,
  expectError,
  type RequestInput,
  silentLog,
  traceId,
} from "@/server/testing/doors/requests";
import { updatePartnerSettings } from "@/server/usecases/accounts/update-partner-settings";
import { updateTerminalSettings } from "@/server/usecases/accounts/update-terminal-settings";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { handleSandbox } from "./handle";

const world = vi.hoisted(() => ({ context: {} as Record<string, unknown> }));
vi.mock("@/server/context", () => ({ getContext: () => world.context }));
vi.mock("@/server/usecases/operations/advance-clock", () => ({ advanceClock: vi.fn() }));
vi.mock("@/server/usecases/accounts/update-partner-settings", () => ({ updatePartnerSettings: vi.fn() }));
vi.mock("@/server/usecases/accounts/update-terminal-settings", () => ({ updateTerminalSettings: vi.fn() }));
vi.mock("@/server/usecases/payments/queries", () => ({
  findPaymentCodesByBankOrder: async () => new Map([["ORDER1", "pay_1"]]),
}));

const key = "sandbox-key-of-the-test";
const asked: string[] = [];
let bank: Server;
let bankStatus = 200;

const logItem = { at: "2026-11-20T09:00:00.000Z", protocol: "nestpay", operation: "capture", amount: 5 };
const answers: Record<string, unknown> = {
  "/__control/settings": { latencyMs: 0, down: true },
  "/__control/ledger": { captured: 5, voided: 0, credited: 0, orders: [] },
  "/__control/log": {
    items: [
      { ...logItem, orderId: "ORDER1", outcome: "approved", maskedPan: "552879******0008" },
      { ...logItem, orderId: "ORDER2", outcome: "declined", maskedPan: null },
    ],
  },
};

beforeAll(async () => {
  bank = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    asked.push([req.method, req.url, req.headers.authorization, body].join(" ").trim());
    res.writeHead(bankStatus, { "content-type": "application/json" });
    res.end(JSON.stringify(answers[req.url?.split("?")[0] ?? ""]));
  });
  await new Promise<void>((listening) => bank.listen(0, "127.0.0.1", listening));
});
afterAll(() => void bank.close());

beforeEach(() => {
  asked.length = 0;
  bankStatus = 200;
  for (const mock of [advanceClock, updatePartnerSettings, updateTerminalSettings]) {
    vi.mocked(mock)
      .mockReset()
      .mockResolvedValue({ minAmount: 10_000n } as never);
  }
  const bankOrigin = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;
  world.context = {
    log: silentLog(),
    clock: new FixedClock(),
    env: { sandboxKey: new Secret(key), origins: { bank: bankOrigin } },
  };
});

const from = { sourceIp: "192.0.2.1", origin: "api", method: "GET", target: "/sandbox" } as const;
const facts = { ...from, traceId, nonce: "", pageStatus: null };
const send = (sent: RequestInput) =>
  withRequest(facts, () => handleSandbox(buildRequest({ key, method: "GET", ...sent })));
const patch = (path: string, body: unknown) => send({ method: "PATCH", path, body });
const json = async (response: Response) => {
  expect(response.status).toBe(200);
  expectCommonHeaders(response);
  return response.json();
};

describe("authorization", () => {
  const clock = { path: "/sandbox/clock" };
  test("404 in live mode, with any key", async () => {
    world.context.env = { origins: {} };
    await expectError(await send(clock), "not_found");
    await expectError(await send({ ...clock, key: null }), "not_found");
  });
  test.each([null, "", "wrong", `${key}x`, key.slice(1)])("401 with the key %s", async (wrong) => {
    const response = await send({ ...clock, key: wrong });
    await expectError(response, "unauthorized");
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="api"');
  });
  test("404 for another path, 405 with Allow for another method", async () => {
    await expectError(await send({ path: "/sandbox/nothing", key: null }), "not_found");
    const response = await send({ ...clock, method: "DELETE" });
    await expectError(response, "method_not_allowed");
    expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
  });
});

describe("clock", () => {
  const move = (body: unknown) => send({ method: "POST", path: "/sandbox/clock", body });
  test("200 with the current time", async () => {
    expect(await json(await send({ path: "/sandbox/clock/" }))).toEqual({ now: "2026-11-20T09:00:00.000Z" });
  });
  test("200 moves the clock by seconds or to an instant", async () => {
    const fired = { paymentsExpired: 1, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };
    vi.mocked(advanceClock).mockResolvedValue({ now: new Date("2026-12-01T00:00:00Z"), fired });
    expect(await json(await move({ advanceSeconds: 1800 }))).toEqual({
      now: "2026-12-01T00:00:00.000Z",
      fired,
    });
    await move({ set: "2026-12-01T03:00:00+03:00" });
    await move({ advanceSeconds: 0, set: null });
    expect(vi.mocked(advanceClock).mock.calls.map(([, input]) => input)).toEqual([
      { advanceSeconds: 1800 },
      { set: new Date("2026-12-01T00:00:00Z") },
      { advanceSeconds: 0 },
    ]);
  });
  test.each([
    {},
    { advanceSeconds: -1 },
    { advanceSeconds: 1.5 },
    { advanceSeconds: "60" },
    { set: "2026-12-01" },
    { set: "2026-02-30T00:00:00Z" },
    { advanceSeconds: 1, set: "2026-12-01T00:00:00Z" },
    [],
  ])("400 %j", async (body) => {
    await expectError(await move(body), "validation_error");
    expect(advanceClock).not.toHaveBeenCalled();
  });
  test("400 with the use case's message for a move into the past", async () => {
    vi.mocked(advanceClock).mockRejectedValue(
      new AppError("validation_error", "clock", { message: "set: the clock never goes backwards" }),
    );
    const message = await expectError(await move({ set: "2020-01-01T00:00:00Z" }), "validation_error");
    expect(message).toBe("set: the clock never goes backwards");
  });
});

describe("accounts and terminals", () => {
  test("200 changes the named settings; amounts in kuruş, null clears", async () => {
    const changes = {
      status: "suspended",
      minAmount: 10_000,
      maxAmount: null,
      allowedHosts: ["shop.example", "*.shops.example"],
      webhookUrl: null,
      rateLimits: { paymentsPerKey: 90 },
      installmentCounts: [1, 3],
    };
    expect(await json(await patch("/sandbox/partners/prt_1", { ...changes, name: "x" }))).toEqual({
      minAmount: 10_000,
    });
    expect(updatePartnerSettings).toHaveBeenCalledWith(world.context, {
      partnerId: "prt_1",
      changes: { ...changes, minAmount: 10_000n },
    });
  });
  test("200 changes a terminal's limits; omitted ones stay omitted", async () => {
    const windows = [{ from: "02:00", to: "04:00", max: 0 }];
    await json(
      await patch("/sandbox/terminals/trm_1", {
        active: false,
        limits: { perTx: 100_000, daily: null, windows },
      }),
    );
    expect(updateTerminalSettings).toHaveBeenCalledWith(world.context, {
      terminalId: "trm_1",
      changes: {
        active: false,
        limits: { perTx: 100_000n, daily: null, windows: [{ from: "02:00", to: "04:00", max: 0n }] },
      },
    });
  });
  test.each([
    ["/sandbox/partners/prt_1", { status: "open" }],
    ["/sandbox/partners/prt_1", { status: null }],
    ["/sandbox/partners/prt_1", { acceptanceHeld: "yes" }],
    ["/sandbox/partners/prt_1", { holdReason: "because" }],
    ["/sandbox/partners/prt_1", { allowedHosts: ["https://shop.example"] }],
    ["/sandbox/partners/prt_1", { webhookUrl: "ftp://shop.example" }],
    ["/sandbox/partners/prt_1", { minAmount: "1" }],
    ["/sandbox/partners/prt_1", { rateLimits: { paymentsPerKey: 0 } }],
    ["/sandbox/terminals/trm_1", { dayEndLocal: "24:00" }],
    ["/sandbox/terminals/trm_1", { allowedFamilies: ["gold"] }],
    ["/sandbox/terminals/trm_1", { limits: { perTx: -1 } }],
    ["/sandbox/terminals/trm_1", { limits: { windows: [{ from: "2:00", to: "04:00", max: 0 }] } }],
    ["/sandbox/bank", { latencyMs: -1 }],
    ["/sandbox/bank", { errorRate: 1.1 }],
    ["/sandbox/bank", { operations: ["steal"] }],
  ])("400 %s %j", async (path, body) => {
    await expectError(await patch(path, body), "validation_error");
    expect([vi.mocked(updatePartnerSettings).mock.calls, asked]).toEqual([[], []]);
  });
  test("404 for an unknown account", async () => {
    vi.mocked(updatePartnerSettings).mockRejectedValue(new AppError("not_found"));
    await expectError(await patch("/sandbox/partners/prt_9", {}), "not_found");
  });
});

describe("simulated banks", () => {
  test("200 reads and changes the bank's settings", async () => {
    expect(await json(await send({ path: "/sandbox/bank" }))).toEqual(answers["/__control/settings"]);
    await json(await patch("/sandbox/bank", { down: true, unknown: 1 }));
    expect(asked).toEqual([
      `GET /__control/settings Bearer ${key}`,
      `PATCH /__control/settings Bearer ${key} {"down":true}`,
    ]);
  });
  test("200 returns the log with our paymentCode for the bank's order", async () => {
    const { items } = await json(await send({ path: "/sandbox/bank/log?orderId=ORDER1" }));
    expect(Object.keys(items[0])).toEqual([
      "at",
      "protocol",
      "operation",
      "orderId",
      "paymentCode",
      "amount",
      "outcome",
      "maskedPan",
    ]);
    expect(items.map((item: { paymentCode: string }) => item.paymentCode)).toEqual(["pay_1", null]);
    await send({ path: "/sandbox/bank/log?orderId=" });
    await send({ path: "/sandbox/bank/log" });
    expect(asked.map((line) => line.split(" ")[1])).toEqual([
      "/__control/log?orderId=ORDER1",
      "/__control/log",
      "/__control/log",
    ]);
  });
  test("200 returns the ledger", async () => {
    expect(await json(await send({ path: "/sandbox/bank/ledger" }))).toEqual(answers["/__control/ledger"]);
  });
  test("500 with a message when the banks do not answer", async () => {
    bankStatus = 500;
    const message = "The simulated banks do not answer.";
    expect(await expectError(await send({ path: "/sandbox/bank" }), "internal_error")).toBe(message);
    world.context.env = { sandboxKey: new Secret(key), origins: { bank: "http://127.0.0.1:1" } };
    expect(await expectError(await send({ path: "/sandbox/bank/ledger" }), "internal_error")).toBe(message);
  });
});
