import { beforeEach, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { AppError } from "@/server/domain/errors";
import {
  buildRequest,
  caller,
  createContext,
  expectCommonHeaders,
  expectError,
  linkRecord as link,
  type RequestInput,
  silentLog,
  traceId,
} from "@/server/testing/doors/requests";
import type { Caller } from "@/server/usecases/caller";
import { cancelLink } from "@/server/usecases/links/cancel-link";
import { type CreatedLink, createLink } from "@/server/usecases/links/create-link";
import { getLink } from "@/server/usecases/links/queries";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { linkSchema } from "./link-schema";
import { listErrors } from "./operation";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

vi.mock("@/server/usecases/links/create-link", () => ({ createLink: vi.fn() }));
vi.mock("@/server/usecases/links/queries", () => ({ getLink: vi.fn() }));
vi.mock("@/server/usecases/links/cancel-link", () => ({ cancelLink: vi.fn() }));

const log = silentLog();
const limits = createRateLimits({ multiplier: 1_000_000 });
const routes = createRouteTable(operations);
const send = (sent: RequestInput, changes: Partial<Caller> = {}) =>
  answerAsResponse(
    buildRequest({ path: "/v1/payment-links", ...sent }),
    { sourceIp: "192.0.2.1", traceId },
    {
      ctx: createContext(log),
      limits,
      routes,
      strict: true,
      authenticate: async () => ({ ...caller, ...changes }),
    },
  );

const body = { amount: 125_050, terminalId: "trm_1" };

beforeEach(() => {
  vi.mocked(createLink).mockReset().mockResolvedValue({ link, notices: [] });
  for (const verb of [getLink, cancelLink]) vi.mocked(verb).mockReset().mockResolvedValue(link);
});

const readCodes = (id: string) => {
  const found = operations.find((operation) => operation.id === id);
  return listErrors(found ?? expect.unreachable());
};

describe("POST /v1/payment-links", () => {
  const wanted = () => vi.mocked(createLink).mock.calls[0]?.[1];

  test("201 with null or the default for omitted members", async () => {
    const response = await send({ body });
    expect(response.status).toBe(201);
    expectLink(await response.json());
    expect(wanted()).toEqual({
      caller,
      amountKurus: 125_050n,
      terminalId: "trm_1",
      customerShareBps: 0,
      description: null,
      redirectUrl: null,
      allowedCounts: null,
      items: null,
      payerName: null,
    });
  });
  test("201 passes every member on as it was sent; null is the same as an omitted member", async () => {
    const all = {
      customerCommissionShareBps: 10_000,
      description: " Sipariş\n1042 ",
      redirectUrl: "https://shop.example/x?y#z",
      allowedInstallmentCounts: [3, 1, 3, 0, -1, 2 ** 40],
      items: [
        { name: "B", note: "n", amount: 2 },
        { name: "A", amount: 1, more: 5 },
      ],
      payerName: "Ayşe",
    };
    await send({ body: { ...body, ...all } });
    expect(wanted()).toMatchObject({
      customerShareBps: 10_000,
      description: " Sipariş\n1042 ",
      redirectUrl: "https://shop.example/x?y#z",
      allowedCounts: [3, 1, 3, 0, -1, 2 ** 40],
      payerName: "Ayşe",
    });
    expect(wanted()?.items).toEqual([
      { name: "B", note: "n", amountKurus: 2n },
      { name: "A", note: null, amountKurus: 1n },
    ]);
    vi.mocked(createLink).mockClear();
    await send({ body: { ...body, ...Object.fromEntries(Object.keys(all).map((name) => [name, null])) } });
    expect(wanted()).toMatchObject({ customerShareBps: 0, allowedCounts: null, items: null });
  });

  test("201 with the notices in a header, and without the header where there are none (D-57)", async () => {
    const header = async (notices: CreatedLink["notices"]) => {
      vi.mocked(createLink).mockResolvedValue({ link, notices });
      const response = await send({ body });
      expect(response.status).toBe(201);
      expectCommonHeaders(response);
      expectLink(await response.json());
      return response.headers.get("Vezne-Notice");
    };
    expect(await header([])).toBeNull();
    expect(await header(["terminal_cannot_charge"])).toBe("terminal_cannot_charge");
    const both = ["amount_outside_account_limits", "terminal_cannot_charge"] as const;
    expect(await header(both)).toBe("amount_outside_account_limits, terminal_cannot_charge");
  });

  const tooLong = (max: number) => "🧿".repeat(max + 1);
  const named = { name: "A", amount: 1 };
  test.each([
    ["amount", [0, -1, 1_000_000_001, 1.5, "100", true, null, undefined, [], 2 ** 53]],
    ["terminalId", ["", " ", tooLong(64), "trm_\t1", 5, null, undefined]],
    ["customerCommissionShareBps", [-1, 10_001, 0.5, "0", true, []]],
    ["description", [tooLong(512), "\u0000", "a\r\nb", "\udc00", 5, {}]],
    ["payerName", [tooLong(120), "\u0000", "\ud800", 5, []]],
    ["redirectUrl", ["", "/back", "javascript:alert(1)", "https://u@shop.example", "https://a\u0000", 5]],
    ["allowedInstallmentCounts", [{}, "1", 1, true]],
    [
      "allowedInstallmentCounts[1]",
      [
        [1, 1.5],
        [1, "2"],
        [1, null],
        [1, true],
        [1, [2]],
        [1, 2 ** 60],
      ],
    ],
    ["items", [[], Array(51).fill(named), {}, "x", 5]],
    ["items[0]", [[5], [null], [[]]]],
    [
      "items[1].name",
      ["", " \n", tooLong(120), "\u0000", "\ud800", 5, null, undefined].map((name) => [named, { ...named, name }]),
    ],
    ["items[0].note", [tooLong(200), "\u0001", 5, {}].map((note) => [{ ...named, note }])],
    ["items[0].amount", [0, -1, 1_000_000_001, 1.5, "1", null, undefined].map((amount) => [{ ...named, amount }])],
  ])("400 for a wrong %s", async (place, values) => {
    const field = place.replace(/[[.].*/, "");
    for (const value of values) {
      const message = await expectError(await send({ body: { ...body, [field]: value } }), "validation_error");
      expect(message.slice(0, place.length + 2)).toBe(`${place}: `);
    }
    expect(createLink).not.toHaveBeenCalled();
  });
  test.each([
    { amount: 1 },
    { amount: 1_000_000_000 },
    { description: "🧿".repeat(512) },
    { description: "" },
    { payerName: "🧿".repeat(120) },
    { items: Array(50).fill({ name: "🧿".repeat(120), note: "🧿".repeat(200), amount: 1_000_000_000 }) },
    { allowedInstallmentCounts: [] },
  ])("201 at the limits", async (change) => {
    expect((await send({ body: { ...body, ...change } })).status).toBe(201);
  });
  test("the refusal of the feature has the same message in every language", async () => {
    vi.mocked(createLink).mockRejectedValue(new AppError("partner_entitlement_required"));
    for (const language of ["en", "tr"]) {
      const response = await send({ body, headers: { "Accept-Language": language } });
      expect(await expectError(response, "partner_entitlement_required")).toBe(
        "Requested feature is not enabled for this partner",
      );
    }
  });
  test("unknown members do not reach the use-case (S17)", async () => {
    const forged = {
      status: "completed",
      partnerId: "prt_2",
      expiresAt: link.expiresAt,
      id: "pl_2",
      token: "mine",
      url: "x",
    };
    await send({ body: { ...body, ...forged } });
    for (const name of Object.keys(forged)) expect(Object.keys(wanted() ?? {})).not.toContain(name);
  });
  test("every code that it declares of its own comes out as declared", async () => {
    const own = operations.find(({ id }) => id === "createPaymentLink")?.errors ?? [];
    expect(own).toHaveLength(6);
    for (const code of own) {
      vi.mocked(createLink).mockRejectedValue(new AppError(code));
      await expectError(await send({ body }), code);
    }
  });
  test("it declares the codes of §4.1, and none of a payment's", () => {
    expect(readCodes("createPaymentLink")).toEqual(
      expect.arrayContaining(["validation_error", "sensitive_data_not_allowed", "partner_not_active", "rate_limited"]),
    );
    expect(readCodes("createPaymentLink").join()).not.toMatch(/limit_exceeded|duplicate/);
  });
});

describe.each([
  ["GET", "getPaymentLink", getLink],
  ["DELETE", "cancelPaymentLink", cancelLink],
] as const)("%s /v1/payment-links/{id}", (method, id, verb) => {
  const path = "/v1/payment-links/pl_1";

  test("200 with exactly the members of the reference, in their order", async () => {
    const response = await send({ method, path });
    expect(response.status).toBe(200);
    expectLink(await response.json());
    expect(verb).toHaveBeenCalledWith(expect.anything(), { partnerId: "prt_1", linkId: "pl_1" });
  });
  test("200 also with the feature off, on hold and suspended", async () => {
    const held = { paymentLinksEnabled: false, acceptanceHeld: true, status: "suspended" as const };
    expect((await send({ method, path }, held)).status).toBe(200);
    await expectError(await send({ method, path }, { status: "closed" }), "partner_not_active");
  });
  test("every code that it declares of its own comes out as declared", async () => {
    const own = operations.find((operation) => operation.id === id)?.errors ?? [];
    expect(own).toHaveLength(method === "GET" ? 1 : 4);
    for (const code of own) {
      vi.mocked(verb).mockRejectedValue(new AppError(code));
      await expectError(await send({ method, path }), code);
    }
  });
  test("500 for any other code", async () => {
    vi.mocked(verb).mockRejectedValue(new AppError("payment_not_found"));
    await expectError(await send({ method, path }), "internal_error");
  });
});

test("HEAD of a link and of the list has no body; 405 lists the methods", async () => {
  const head = await send({ method: "HEAD", path: "/v1/payment-links/pl_1" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const [path, allow] of [
    ["/v1/payment-links", "POST, GET, HEAD"],
    ["/v1/payment-links/pl_1", "GET, HEAD, DELETE"],
  ] as const) {
    const response = await send({ method: "PATCH", path });
    await expectError(response, "method_not_allowed");
    expect(response.headers.get("allow")).toBe(allow);
  }
});

/** Expects the members of the schema in their order, with values that it accepts. */
function expectLink(json: Record<string, unknown>): void {
  expect(Object.keys(json)).toEqual(Object.keys((linkSchema as z.ZodObject).shape));
  expect(linkSchema.parse(json)).toEqual(json);
  expect(json).toMatchObject({ partnerReference: 7, items: [{ name: "Lamp", note: null, amount: 125_050 }] });
}
