import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { AppError, type ErrorCode, errorCodes, toHttpStatus } from "@/server/domain/errors";
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
import type { StartedRefund } from "@/server/usecases/refunds/send-refund-and-wait";
import { startRefund } from "@/server/usecases/refunds/start-refund";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { listErrors } from "./operation";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

vi.mock("@/server/usecases/refunds/start-refund", () => ({ startRefund: vi.fn() }));

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

const base = "/v1/payments/pay_1/refunds";
const body = { partnerRefundCode: "REFUND-1" };
const started: StartedRefund = { refundId: "rf_1", method: "credit", status: "approved" };
const wanted = () => vi.mocked(startRefund).mock.calls.at(-1)?.[1];

beforeEach(() => void vi.mocked(startRefund).mockReset().mockResolvedValue(started));

/** The error codes of every refund endpoint in the order of the checks (D-7); each endpoint has further ones. */
const ofAll: readonly ErrorCode[] = [
  "payment_not_found",
  "refund_in_progress",
  "payment_not_refundable",
  "refund_amount_exceeds_remaining",
  "direct_refund_not_allowed",
];

describe.each([
  ["automatic", "refundPayment", base, ["refund_not_yet_available"]],
  ["credit", "creditPayment", `${base}/credit`, []],
  ["void", "voidPayment", `${base}/void`, ["refund_method_not_available"]],
] as const)("POST, %s", (way, id, path, ownErrors) => {
  const declared = operations.find((operation) => operation.id === id) ?? expect.unreachable();

  test("201 with exactly three members; without an amount it refunds all that is left", async () => {
    for (const sent of [body, { ...body, amount: null }]) {
      const response = await send({ path, body: sent });
      expect(response.status).toBe(201);
      expect(await response.text()).toBe('{"refundId":"rf_1","method":"credit","status":"approved"}');
      expect(wanted()).toEqual({
        way,
        caller: expect.objectContaining({ partnerId: "prt_1", status: "active" }),
        paymentCode: "pay_1",
        partnerRefundCode: "REFUND-1",
        amountKurus: null,
      });
    }
  });
  test.each(["pending", "declined"] as const)("201 also for a refund that is %s", async (status) => {
    vi.mocked(startRefund).mockResolvedValue({ ...started, status });
    const response = await send({ path, body });
    expect([response.status, (await response.json()).status]).toEqual([201, status]);
  });
  test("201 for any whole number of kuruş in any notation; amounts that are too large are no validation error", async () => {
    for (const [written, kurus] of [
      ["1", 1n],
      ["1e2", 100n],
      ["5000.0", 5_000n],
      ["1000000001", 1_000_000_001n],
      [String(Number.MAX_SAFE_INTEGER), 9_007_199_254_740_991n],
    ] as const) {
      const response = await send({ path, body: `{"amount":${written},"partnerRefundCode":"R"}` });
      expect(response.status, written).toBe(201);
      expect(wanted()?.amountKurus).toBe(kurus);
    }
  });
  test.each(["🧿".repeat(128), " REFUND ", "İade/42?&=#%41", "x", "'; drop table refund; --"])(
    "201 passes a code on as it was sent: %s",
    async (partnerRefundCode) => {
      expect((await send({ path, body: { partnerRefundCode } })).status).toBe(201);
      expect(wanted()?.partnerRefundCode).toBe(partnerRefundCode);
    },
  );
  test("201 for a percent-encoded path; the payment code is passed on as it was sent", async () => {
    for (const [written, paymentCode] of [
      [`${path}/`, "pay_1"],
      [`${path}?amount=5&partnerRefundCode=other`, "pay_1"],
      [path.replace("pay_1", "%70ay%5f1"), "pay_1"],
      [path.replace("pay_1", "%C3%B6%20x"), "ö x"],
    ] as const) {
      expect((await send({ path: written, body })).status, written).toBe(201);
      expect(wanted()).toMatchObject({ way, paymentCode, amountKurus: null, partnerRefundCode: "REFUND-1" });
    }
  });

  test.each([
    ["amount", [0, -1, 1.5, "1", "", true, [], {}, 2 ** 53, 1e300]],
    [
      "partnerRefundCode",
      ["", " ", "\u3000\u00a0", "R".repeat(129), "🧿".repeat(129), 5, true, null, undefined, [], {}],
    ],
    ["partnerRefundCode", ["a\nb", "a\tb", "a\u0000", "\u007f", "\u0085", "\ud800", "a\udc00b"]],
  ])("400 for a wrong %s, without its value", async (field, values) => {
    for (const value of values) {
      const message = await expectError(
        await send({ path, body: { amount: 5000, ...body, [field]: value } }),
        "validation_error",
      );
      expect(message, JSON.stringify(value)).toMatch(new RegExp(`^${field}: [^;]+$`));
      expect(message).not.toMatch(/RRR|🧿/);
    }
    expect(startRefund).not.toHaveBeenCalled();
  });
  test("400 for both fields, in the order in which they were sent", async () => {
    const response = await send({ path, body: { partnerRefundCode: " ", amount: 0 } });
    expect(await expectError(response, "validation_error")).toMatch(/^partnerRefundCode: .+; amount: /);
  });
  test.each([
    "",
    "null",
    "[]",
    '"REFUND-1"',
    "5",
    "{",
    '{"partnerRefundCode":"a",}',
    '{"amount":01,"partnerRefundCode":"a"}',
    '\ufeff{"partnerRefundCode":"a"}',
  ])("400 for an invalid body: %j", async (text) => {
    await expectError(await send({ path, body: text }), "validation_error");
    expect(startRefund).not.toHaveBeenCalled();
  });
  test("400 without a body; 413 and 415", async () => {
    await expectError(await send({ path }), "validation_error");
    await expectError(await send({ path, body: " ".repeat(262_145) }), "payload_too_large");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    await expectError(await send({ path, body, headers }), "unsupported_media_type");
    expect(startRefund).not.toHaveBeenCalled();
  });
  test("unknown members do not reach the use-case (S17)", async () => {
    const forged = { partnerId: "prt_2", paymentCode: "pay_2", way: "void", method: "void", force: true };
    const text = JSON.stringify({ ...body, ...forged }).replace("{", '{"__proto__":{"amount":1},');
    expect((await send({ path, body: text })).status).toBe(201);
    expect(wanted()).toEqual({
      way,
      caller: expect.objectContaining({ partnerId: "prt_1", status: "active" }),
      paymentCode: "pay_1",
      partnerRefundCode: "REFUND-1",
      amountKurus: null,
    });
  });

  test("403 for a suspended and a closed account, before the body is read; 201 for one on hold", async () => {
    for (const status of ["suspended", "closed"] as const) {
      await expectError(await send({ path, body: "{" }, { status }), "partner_not_active");
    }
    expect(startRefund).not.toHaveBeenCalled();
    expect((await send({ path, body }, { acceptanceHeld: true, paymentLinksEnabled: false })).status).toBe(201);
  });

  const own = [...ofAll, ...ownErrors];
  test("declares these codes of its own, in the order of the checks", () => {
    expect(declared.errors).toEqual(own);
    expect(Object.keys(declared.answers)).toEqual(["201"]);
  });
  test("500 for a code that it does not declare; the others are answered as declared", async () => {
    for (const code of errorCodes) {
      vi.mocked(startRefund).mockRejectedValue(new AppError(code));
      const isDeclared = listErrors(declared).includes(code);
      await expectError(await send({ path, body }), isDeclared ? code : "internal_error");
    }
  });

  test("any request gets the envelope or a declared answer, never 500", () => {
    const statuses = new Set([
      201,
      ...listErrors(declared)
        .map(toHttpStatus)
        .filter((status) => status < 500),
    ]);
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom("\u0000", "\ud800", -0, 2 ** 60), fc.double());
    const members = fc.dictionary(fc.constantFrom("amount", "partnerRefundCode", "__proto__", "x"), value);
    return fc.assert(
      fc.asyncProperty(fc.oneof(members, value), fc.nat(60), async (sent, cut) => {
        const text = JSON.stringify(sent);
        const response = await send({ path, body: cut < 20 ? text.slice(0, cut) : text });
        expect(statuses).toContain(response.status);
        const json = await response.json();
        if (response.status === 201) expect(json).toEqual(started);
        else expect(Object.keys(json.error)).toEqual(["code", "message", "traceId"]);
      }),
    );
  });
});

test("405 for GET of a forced method, which is no refund id, and for POST to a refund", async () => {
  for (const [method, path, allow] of [
    ...["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].flatMap((method) =>
      [`${base}/credit`, `${base}/void`, `${base}/void/`].map((path) => [method, path, "POST"] as const),
    ),
    ["OPTIONS", base, "POST, GET, HEAD"],
    ["DELETE", base, "POST, GET, HEAD"],
    ["POST", `${base}/rf_1`, "GET, HEAD"],
    ["POST", `${base}/automatic`, "GET, HEAD"],
    ["DELETE", `${base}/rf_1`, "GET, HEAD"],
    ["POST", "/v1/refunds", "GET, HEAD"],
    ["POST", "/v1/refunds/rf_1", "GET, HEAD"],
    ["OPTIONS", "/v1/refunds/rf_1", "GET, HEAD"],
  ] as const) {
    const response = await send({ method, path });
    expect([method, path, response.status, response.headers.get("allow")]).toEqual([method, path, 405, allow]);
    if (method !== "HEAD") await expectError(response, "method_not_allowed");
  }
});

test("404 for an address that is no refund's", async () => {
  for (const path of [
    "/v1/payments//refunds",
    "/v1/payments/pay_1/refund",
    "/v1/payments/pay_1/refunds/credit/x",
    "/v1/payments/pay_1/Refunds",
    "/v1/payments/pay_1%2Frefunds",
    "/v1/payments/%/refunds",
    "/v1/payments/%E0%A4%A/refunds",
    "/v1/payments/%00/refunds",
    "/v1/refunds/credit/rf_1",
  ]) {
    await expectError(await send({ path, body }), "not_found");
  }
  expect(startRefund).not.toHaveBeenCalled();
});
