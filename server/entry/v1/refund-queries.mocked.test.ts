import { beforeEach, describe, expect, test, vi } from "vitest";
import { AppError, errorCodes } from "@/server/domain/errors";
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
import { getRefund, getRefundByCode, getRefundOfPayment, listRefunds } from "@/server/usecases/refunds/queries";
import { toRefundRecord } from "@/server/usecases/refunds/shared/refund-record";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { listErrors } from "./operation";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";
import { refundSchema } from "./refund-schema";

vi.mock("@/server/usecases/refunds/queries", () => ({
  getRefund: vi.fn(),
  getRefundByCode: vi.fn(),
  getRefundOfPayment: vi.fn(),
  listRefunds: vi.fn(),
}));

const log = silentLog();
const limits = createRateLimits({ multiplier: 1_000_000 });
const routes = createRouteTable(operations);
const send = (sent: RequestInput, changes: Partial<Caller> = {}) =>
  answerAsResponse(
    buildRequest({ method: "GET", ...sent }),
    { sourceIp: "192.0.2.1", traceId },
    {
      ctx: createContext(log),
      limits,
      routes,
      strict: true,
      authenticate: async () => ({ ...caller, ...changes }),
    },
  );

const at = new Date("2026-11-20T09:00:00Z");
const row = {
  resolvedAt: null,
  updatedAt: at,
  createdAt: at,
  failureCode: null,
  amount: 9_007_199_254_740_991n,
  status: "pending",
  method: "void",
  partnerRefundCode: "REFUND-1",
  paymentId: "pay_1",
  id: "rf_1",
  attempt: { bankOrderId: "ORDER1" },
} as unknown as Parameters<typeof toRefundRecord>[0];
const resolved = {
  ...row,
  status: "declined",
  failureCode: "day_closed",
  resolvedAt: new Date("2026-11-20T21:00:00.001Z"),
} as typeof row;

/** The exact JSON of D-24. */
const pendingJson =
  '{"refundId":"rf_1","paymentCode":"pay_1","partnerRefundCode":"REFUND-1","method":"void","status":"pending",' +
  '"amount":9007199254740991,"currency":"TRY","failureCode":null,"createdAt":"2026-11-20T09:00:00.000Z",' +
  '"updatedAt":"2026-11-20T09:00:00.000Z","resolvedAt":null,"bank":null}';

beforeEach(() => {
  for (const verb of [getRefund, getRefundByCode, getRefundOfPayment])
    vi.mocked(verb).mockReset().mockResolvedValue(toRefundRecord(row));
  vi.mocked(listRefunds).mockReset().mockResolvedValue([resolved, row].map(toRefundRecord));
});

const ofPayment = "/v1/payments/pay_1/refunds";
const partnerId = "prt_1";

describe.each([
  ["getRefund", "/v1/refunds/rf_1", getRefund, { refundId: "rf_1" }, ["refund_not_found"]],
  [
    "getRefundOfPayment",
    `${ofPayment}/rf_1`,
    getRefundOfPayment,
    { paymentCode: "pay_1", refundId: "rf_1" },
    ["payment_not_found", "refund_not_found"],
  ],
  [
    "findRefund",
    "/v1/refunds?partnerRefundCode=%C4%B0ade%2B1%20&partnerId=prt_2",
    getRefundByCode,
    { partnerRefundCode: "İade+1 " },
    ["refund_not_found"],
  ],
  ["listRefunds", ofPayment, listRefunds, { paymentCode: "pay_1" }, ["payment_not_found"]],
] as const)("GET, %s", (id, path, verb, input, own) => {
  const declared = operations.find((operation) => operation.id === id) ?? expect.unreachable();

  test("200 with the members in the order of D-24, read with the caller's own account", async () => {
    const response = await send({ path });
    expect(response.status).toBe(200);
    const text = await response.text();
    if (verb === listRefunds) {
      const { items } = JSON.parse(text);
      expect(text.slice(0, 11)).toBe('{"items":[{');
      expect(items.map(({ status }: { status: string }) => status)).toEqual(["declined", "pending"]);
      expect(JSON.stringify(items[1])).toBe(pendingJson);
    } else {
      expect(text).toBe(pendingJson);
    }
    expect(verb).toHaveBeenCalledExactlyOnceWith(expect.anything(), { partnerId, ...input });
  });
  test("200 with a trailing slash, and HEAD without a body", async () => {
    const [place, search] = path.split("?");
    expect((await send({ path: `${place}/${search === undefined ? "" : `?${search}`}` })).status).toBe(200);
    const head = await send({ method: "HEAD", path });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
  test("200 for a suspended account and one on hold; 403 for a closed one", async () => {
    expect((await send({ path }, { status: "suspended", acceptanceHeld: true })).status).toBe(200);
    vi.mocked(verb).mockClear();
    await expectError(await send({ path }, { status: "closed" }), "partner_not_active");
    expect(verb).not.toHaveBeenCalled();
  });
  test("declares these codes of its own, and no budget except the top layer's", () => {
    expect([declared.errors, declared.budgets]).toEqual([own, []]);
  });
  test("500 for a code that it does not declare; the others are answered as declared", async () => {
    for (const code of errorCodes) {
      vi.mocked(verb).mockRejectedValue(new AppError(code));
      const isDeclared = listErrors(declared).includes(code);
      await expectError(await send({ path }), isDeclared ? code : "internal_error");
    }
  });
});

test("the reference has the members in the order of the answers, and accepts every answer", async () => {
  const json = await (await send({ path: "/v1/refunds/rf_1" })).json();
  expect(Object.keys(refundSchema.shape)).toEqual(Object.keys(json));
  vi.mocked(getRefund).mockResolvedValue(toRefundRecord(resolved));
  const declined = await (await send({ path: "/v1/refunds/rf_1" })).json();
  for (const one of [json, declined]) expect(refundSchema.parse(one)).toEqual(one);
  expect(declined).toMatchObject({ failureCode: "day_closed", resolvedAt: "2026-11-20T21:00:00.001Z" });
});

test("200 with an empty list", async () => {
  vi.mocked(listRefunds).mockResolvedValue([]);
  expect(await (await send({ path: ofPayment })).text()).toBe('{"items":[]}');
});

test.each([
  "",
  "?partnerRefundCode",
  "?partnerRefundCode=",
  "?partnerRefundCode=%20",
  "?partnerRefundCode=%00",
  "?partnerRefundCode=%E0%A4%A",
  "?partnerrefundcode=a",
  "?partnerRefundCode=a&partnerRefundCode=a",
  `?partnerRefundCode=${"a".repeat(129)}`,
])("400 for a query without exactly one code: %s", async (search) => {
  await expectError(await send({ path: `/v1/refunds${search}` }), "validation_error");
  expect(getRefundByCode).not.toHaveBeenCalled();
});

test("404 for an invalid address, without a query", async () => {
  for (const path of ["/v1/refunds/%", "/v1/refunds/%00", "/v1/refunds//", "/v1/refunds/a%2Fb", "/v1/refund"])
    await expectError(await send({ path }), "not_found");
  expect(getRefund).not.toHaveBeenCalled();
});
