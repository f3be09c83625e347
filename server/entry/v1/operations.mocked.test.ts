import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { AppError, type ErrorCode, toHttpStatus } from "@/server/domain/errors";
import { capturedPayment } from "@/server/testing/doors/captured-payment";
import {
  buildRequest,
  caller,
  createContext,
  expectError,
  type RequestInput,
  silentLog,
  traceId,
} from "@/server/testing/doors/requests";
import type { Caller } from "@/server/usecases/caller";
import { createPayment } from "@/server/usecases/payments/create-payment";
import { getPayment, getPaymentByCode } from "@/server/usecases/payments/queries";
import { toPaymentRecord } from "@/server/usecases/payments/shared/payment-record";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { listErrors } from "./operation";
import { operations } from "./operation-list";
import { paymentSchema } from "./payment-schema";
import { answerAsResponse } from "./pipeline";

vi.mock("@/server/usecases/payments/create-payment", () => ({ createPayment: vi.fn() }));
vi.mock("@/server/usecases/payments/queries", () => ({ getPayment: vi.fn(), getPaymentByCode: vi.fn() }));

const log = silentLog();
const limits = createRateLimits({ multiplier: 1_000_000 });
const routes = createRouteTable(operations);
const send = (sent: RequestInput, changes: Partial<Caller> = {}) =>
  answerAsResponse(
    buildRequest(sent),
    { sourceIp: "192.0.2.1", traceId },
    {
      ctx: createContext(log),
      limits,
      routes,
      strict: true,
      authenticate: async () => ({ ...caller, ...changes }),
    },
  );

const body = {
  amount: 125_050,
  partnerTxCode: "ORDER-1",
  terminalId: "trm_1",
  returnUrl: "https://shop.example/back",
};
const created = {
  paymentCode: "pay_1",
  status: "initiated",
  paymentRef: "ref",
  handoffUrl: "https://secure.example/handoff",
  idempotentReplay: false,
} as const;

const at = new Date("2026-11-20T09:00:00Z");
const record = toPaymentRecord(
  capturedPayment as unknown as Parameters<typeof toPaymentRecord>[0],
  [],
  { dayEndLocal: "00:00", mode: "standard" },
  {
    decline: null,
    evidence: {
      bank: "isbank",
      bankName: "İş Bankası",
      orderId: "ORDER1",
      authCode: "P12345",
      rrn: null,
      eci: "05",
      dueAt: new Date("2026-11-22T21:00:00Z"),
      payoutId: null,
      payoutStatus: null,
      valueDate: null,
    },
  },
  at,
);

beforeEach(() => {
  vi.mocked(createPayment).mockReset().mockResolvedValue(created);
  vi.mocked(getPayment).mockReset().mockResolvedValue(record);
  vi.mocked(getPaymentByCode).mockReset().mockResolvedValue(record);
});

describe("POST /v1/payments", () => {
  test("201 for a new payment; the use-case gets amounts in kuruş, and 1 for an omitted installment", async () => {
    const response = await send({ body });
    expect([response.status, await response.json()]).toEqual([201, created]);
    expect(createPayment).toHaveBeenCalledWith(expect.anything(), {
      caller,
      source: "api",
      amountKurus: 125_050n,
      partnerTxCode: "ORDER-1",
      terminalId: "trm_1",
      installment: 1,
      description: null,
      returnUrl: "https://shop.example/back",
    });
  });
  test("200 for a replay", async () => {
    vi.mocked(createPayment).mockResolvedValue({ ...created, idempotentReplay: true });
    expect((await send({ body })).status).toBe(200);
  });
  test.each([1, 0, -3, 2 ** 31 - 1, null])("installment %s reaches the use-case", async (installment) => {
    expect((await send({ body: { ...body, installment } })).status).toBe(201);
    expect(createPayment).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ installment: installment ?? 1 }),
    );
  });

  const tooLong = (max: number) => "🧿".repeat(max + 1);
  test.each([
    ["amount", [0, -1, 1_000_000_001, 1.5, "100", true, null, undefined, [], 2 ** 53]],
    ["partnerTxCode", ["", " ", tooLong(128), "a\nb", "a\u0000", "\ud800", 5, null, undefined]],
    ["terminalId", ["", tooLong(64), "trm_\t1", 5, null, undefined]],
    ["installment", [1.5, "2", true, 2 ** 31, -(2 ** 31) - 1, []]],
    ["description", [tooLong(1024), "\u0000", "a\r\nb", "\udc00", 5, {}]],
    [
      "returnUrl",
      ["", "/back", "javascript:alert(1)", "https://u@shop.example", "https://shop.example\u0000", 5, null, undefined],
    ],
  ])("400 for a wrong %s", async (field, values) => {
    for (const value of values) {
      const message = await expectError(await send({ body: { ...body, [field]: value } }), "validation_error");
      expect(message).toMatch(new RegExp(`^${field}: [^;]+$`));
    }
    expect(createPayment).not.toHaveBeenCalled();
  });
  test.each([
    { partnerTxCode: "🧿".repeat(128) },
    { partnerTxCode: "PL-1-1" },
    { description: "🧿".repeat(1024) },
    { description: "a\n\tb" },
    { description: "5528790000000008" },
    { amount: 1 },
    { amount: 1_000_000_000 },
  ])("201 at the limits: %j", async (change) => {
    expect((await send({ body: { ...body, ...change } })).status).toBe(201);
  });
  test("unknown members do not reach the use-case (S17)", async () => {
    await send({
      body: { ...body, status: "captured", partnerId: "prt_2", paymentRef: "mine", source: "panel" },
    });
    expect(createPayment).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ caller, source: "api" }));
    expect(Object.keys(vi.mocked(createPayment).mock.calls[0]?.[1] ?? {})).not.toContain("status");
  });
  test("every code that it declares comes out as declared", async () => {
    for (const code of operations[0]?.errors ?? []) {
      vi.mocked(createPayment).mockRejectedValue(new AppError(code));
      await expectError(await send({ body }), code);
    }
  });
});

describe("payment queries", () => {
  test("200 by paymentCode, with exactly the members of the reference", async () => {
    const response = await send({ method: "GET", path: "/v1/payments/pay_1" });
    expectShape(paymentSchema, await response.json());
    expect(getPayment).toHaveBeenCalledWith(expect.anything(), { partnerId: "prt_1", paymentCode: "pay_1" });
  });
  test("200 by partnerTxCode", async () => {
    const response = await send({
      method: "GET",
      path: "/v1/payments?partnerTxCode=%C3%B6%2B1&other=1&other=2",
    });
    expect(await response.json()).toMatchObject({ amount: 128_176, capturedAt: "2026-11-20T09:00:00.000Z" });
    expect(getPaymentByCode).toHaveBeenCalledWith(expect.anything(), {
      partnerId: "prt_1",
      partnerTxCode: "ö+1",
    });
  });
  test.each(["", "?partnerTxCode=", "?partnerTxCode=%20", "?partnerTxCode=a&partnerTxCode=a", "?partnerTxCode=%00"])(
    "400 %j",
    async (search) => {
      await expectError(await send({ method: "GET", path: `/v1/payments${search}` }), "validation_error");
    },
  );
  test("404 payment_not_found", async () => {
    vi.mocked(getPayment).mockRejectedValue(new AppError("payment_not_found"));
    await expectError(await send({ method: "GET", path: "/v1/payments/pay_2" }), "payment_not_found");
  });
});

test("200 with the acceptance status of an account on hold", async () => {
  const held = { acceptanceHeld: true, holdReason: "risk_review", heldSince: at };
  const response = await send({ method: "GET", path: "/v1/payment-acceptance-status" }, held);
  expect(await response.json()).toEqual({
    status: "held",
    reasonCode: "risk_review",
    message: expect.any(String),
    heldSince: "2026-11-20T09:00:00.000Z",
    canCreatePayments: false,
    canCreatePaymentLinks: false,
  });
});

describe("any request gets the envelope or a declared answer, never 500", () => {
  const allowed = (codes: readonly ErrorCode[]) =>
    new Set([200, 201, ...codes.map(toHttpStatus)].filter((status) => status < 500));
  const creating = allowed(listErrors(operations[0] ?? expect.unreachable()));
  const check = async (sent: RequestInput, statuses: ReadonlySet<number>) => {
    const response = await send(sent);
    expect(statuses).toContain(response.status);
    if (response.status < 300) return;
    const { error, ...rest } = await response.json();
    expect([Object.keys(error), rest]).toEqual([["code", "message", "traceId"], {}]);
  };
  const wild = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, "", -0, "\u0000", "\ud800", "https://a", 2 ** 60),
      fc.string({ unit: "binary" }),
      fc.double(),
      fc.array(tie("json")),
      fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(body), "__proto__"), fc.string()), tie("json")),
    ),
  })).json;

  test("any bytes", () =>
    fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), (bytes) => check({ body: bytes }, creating))));
  test("any JSON", () =>
    fc.assert(fc.asyncProperty(wild, (value) => check({ body: JSON.stringify(value) ?? "" }, creating))));
  test("any value in any field", () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(body)), wild, (field, value) =>
        check({ body: { ...body, [field]: value } }, creating),
      ),
    ));
  test("a valid body cut or altered anywhere", () => {
    const text = JSON.stringify(body);
    const altered = fc.tuple(fc.nat(text.length), fc.nat(3), fc.string({ unit: "binary", maxLength: 3 }));
    return fc.assert(
      fc.asyncProperty(altered, ([from, cut, added]) =>
        check({ body: text.slice(0, from) + added + text.slice(from + cut) }, creating),
      ),
    );
  });
  test("any path, query and method", () => {
    const part = fc.oneof(fc.constantFrom("v1", "payments", "..", "%2e", "%00", "%E0%A4%A", "%2F", ""), fc.string());
    const target = fc.tuple(fc.array(part, { maxLength: 4 }), fc.string());
    const methods = fc.constantFrom("GET", "HEAD", "DELETE", "OPTIONS", "PATCH");
    return fc.assert(
      fc.asyncProperty(target, methods, async ([parts, search], method) => {
        const path = `/v1/${parts.join("/")}?${search}`.replace(/#/g, "");
        const response = await send({ method, path });
        expect([200, 400, 404, 405]).toContain(response.status);
      }),
    );
  });
});

/** Expects the members of the schema in their order, with values that it accepts. */
function expectShape(schema: z.ZodObject, json: Record<string, unknown>): void {
  expect(Object.keys(json)).toEqual(Object.keys(schema.shape));
  expect(schema.parse(json)).toEqual(json);
}
