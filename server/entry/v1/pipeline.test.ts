import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { AppError, type ErrorCode } from "@/server/domain/errors";
import { codeText, integerBetween, jsonObject } from "@/server/domain/fields";
import {
  buildRequest,
  caller,
  createContext,
  expectCommonHeaders,
  expectError,
  type RequestInput,
  silentLog,
  traceId,
} from "@/server/testing/doors/requests";
import type { Caller } from "@/server/usecases/caller";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operation } from "./operation";
import { answerAsResponse, type PipelineContext } from "./pipeline";

const run = vi.fn();
const common = {
  tag: "Payments",
  scope: "payments:read",
  summary: "",
  description: "",
  answers: { 200: "" },
  result: { name: "Thing", schema: z.object({ code: z.string() }) },
} as const;
const routes = createRouteTable([
  operation({
    ...common,
    id: "create",
    method: "POST",
    path: "/v1/things",
    budgets: ["payments-ip", "payments-key"],
    retryAfterSeconds: 60,
    isNewWork: true,
    refusedWhenSuspended: true,
    body: jsonObject({ amount: integerBetween(1, 9), code: codeText(9) }),
    errors: ["terminal_not_allowed"],
    run: (_ctx, input) => run(input),
  }),
  operation({
    ...common,
    id: "find",
    method: "GET",
    path: "/v1/things",
    budgets: ["refunds-key"],
    refusedWhenSuspended: false,
    query: z.object({ code: codeText(9) }),
    errors: ["payment_not_found"],
    run: (_ctx, input) => run(input),
  }),
  operation({
    ...common,
    id: "get",
    method: "GET",
    path: "/v1/things/{code}",
    budgets: [],
    refusedWhenSuspended: false,
    errors: ["payment_not_found"],
    run: (_ctx, input) => run(input),
  }),
]);

const good: RequestInput = { path: "/v1/things", body: { amount: 5, code: "a" } };
let log = silentLog();
let sourceIp = "192.0.2.1";

/** Opens a door with fresh budgets. `sk_closed` and `sk_suspended` are accounts in that state, `sk_none` is unknown. */
function open(changes: Partial<Caller> = {}, options: Partial<PipelineContext> = {}) {
  const limits = createRateLimits({ multiplier: 1 });
  const authenticate = vi.fn(async (_ctx: unknown, key: string): Promise<Caller | null> => {
    if (key === "sk_none") return null;
    const status = key === "sk_closed" ? "closed" : key === "sk_suspended" ? "suspended" : "active";
    return { ...caller, status, keyId: key, ...changes };
  });
  const door: PipelineContext = { ctx: createContext(log), limits, routes, authenticate, strict: true, ...options };
  const send = (sent: RequestInput) => answerAsResponse(buildRequest(sent), { sourceIp, traceId }, door);
  const sendTimes = async (times: number, sent: RequestInput) => {
    for (let i = 0; i < times; i++) await send(sent);
  };
  return { send, sendTimes, authenticate };
}

beforeEach(() => {
  log = silentLog();
  sourceIp = "192.0.2.1";
  run.mockReset().mockResolvedValue({ status: 200, body: { code: "a" } });
});

describe("2xx", () => {
  test("passes caller, parameters, query and body to the operation, and answers with every header", async () => {
    const { send } = open();
    const response = await send({ ...good, body: { amount: 5, code: "a", id: "x", status: "captured" } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ code: "a" });
    expectCommonHeaders(response);
    expect(response.headers.get("retry-after")).toBeNull();
    expect(run.mock.calls[0]?.[0]).toMatchObject({
      caller: { keyId: "sk_test_1" },
      body: { amount: 5, code: "a" },
    });
    expect(Object.keys(run.mock.calls[0]?.[0].body)).toEqual(["amount", "code"]);
    await send({ method: "GET", path: "/v1/things?code=%C3%B6&x=1", body: undefined });
    expect(run.mock.calls[1]?.[0]).toMatchObject({ query: { code: "ö" } });
    await send({ method: "GET", path: "/v1/things/b%20c/" });
    expect(run.mock.calls[2]?.[0]).toMatchObject({ params: { code: "b c" } });
  });
  test("HEAD answers like GET, without a body, also when it is refused", async () => {
    const { send } = open();
    const found = await send({ method: "HEAD", path: "/v1/things?code=a" });
    expect([found.status, await found.text()]).toEqual([200, ""]);
    expectCommonHeaders(found);
    const refused = await send({ method: "HEAD", path: "/v1/things?code=a", key: null });
    expect([refused.status, await refused.text()]).toEqual([401, ""]);
  });
});

describe("trouble of our own (D-68)", () => {
  const gone = () => Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
  test("503 service_unavailable with Retry-After where the database does not answer, in one line without a stack", async () => {
    const { send } = open({}, { authenticate: gone });
    const response = await send(good);
    await expectError(response, "service_unavailable");
    expect(response.headers.get("retry-after")).toBe("5");
    run.mockImplementation(gone);
    await expectError(await open().send(good), "service_unavailable");
    expect(log.error.mock.calls).toEqual([[{ cause: "ECONNREFUSED" }, expect.any(String)]]);
  });
  test("503 service_overloaded for new work before every other check, while the rest goes on", async () => {
    const admit = () => {
      throw new AppError("service_overloaded", undefined, { retryAfterSeconds: 5 });
    };
    const { send, authenticate } = open({}, { capacity: { admit } });
    const response = await send({ ...good, key: null });
    await expectError(response, "service_overloaded");
    expect(response.headers.get("retry-after")).toBe("5");
    expect(authenticate).not.toHaveBeenCalled();
    expect((await send({ method: "GET", path: "/v1/things/b" })).status).toBe(200);
  });
});

describe("refused", () => {
  const cases: [name: string, sent: RequestInput, code: ErrorCode][] = [
    ["404 an unknown route", { ...good, path: "/v1/nothing" }, "not_found"],
    ["404 bad percent-encoding", { method: "GET", path: "/v1/things/%E0%A4%A" }, "not_found"],
    ["405 another method", { ...good, method: "PUT" }, "method_not_allowed"],
    ["405 OPTIONS", { method: "OPTIONS", path: "/v1/things" }, "method_not_allowed"],
    ["401 no key", { ...good, key: null }, "unauthorized"],
    ["401 an unknown key", { ...good, key: "sk_none" }, "unauthorized"],
    ["403 a closed account", { ...good, key: "sk_closed" }, "partner_not_active"],
    ["403 a closed account's query", { method: "GET", path: "/v1/things/a", key: "sk_closed" }, "partner_not_active"],
    ["403 a suspended account's creation", { ...good, key: "sk_suspended" }, "partner_not_active"],
    ["413 a body over 256 KiB", { ...good, body: `"${"x".repeat(262_144)}"` }, "payload_too_large"],
    ["415 another media type", { ...good, headers: { "Content-Type": "text/plain" } }, "unsupported_media_type"],
    ["400 malformed JSON", { ...good, body: "{" }, "validation_error"],
    ["400 a wrong field", { ...good, body: { amount: 0, code: "a" } }, "validation_error"],
    ["400 a missing query parameter", { method: "GET", path: "/v1/things" }, "validation_error"],
  ];
  test.each(cases)("%s", async (_, sent, code) => {
    await expectError(await open().send(sent), code);
    expect(run).not.toHaveBeenCalled();
  });
  test("400 names the field that a use-case refuses, in the caller's language", async () => {
    const faults = [{ path: ["code"], problem: "url_host" }];
    const asked = { ...good, headers: { "Accept-Language": "tr" } };
    run.mockRejectedValue(new AppError("validation_error", undefined, { faults }));
    const english = await expectError(await open().send(good), "validation_error");
    expect(english).toBe("code: its host is not on the account's list");
    const turkish = await expectError(await open().send(asked), "validation_error");
    expect(turkish).toBe("code: alan adı hesabın listesinde değil");
    run.mockReset();
  });
  test("a suspended account may query", async () => {
    expect((await open().send({ method: "GET", path: "/v1/things/a", key: "sk_suspended" })).status).toBe(200);
  });
  test("405 names the methods that are allowed", async () => {
    const response = await open().send({ ...good, method: "DELETE" });
    expect(response.headers.get("allow")).toBe("POST, GET, HEAD");
  });
  test("401 has the same body for a missing, malformed and unknown key", async () => {
    const { send } = open();
    const answers = await Promise.all(
      [null, "sk_none", "sk none", ""].map(async (key) => {
        const response = await send({ ...good, key });
        return [response.status, await response.text(), response.headers.get("www-authenticate")];
      }),
    );
    for (const one of answers) expect(one).toEqual(answers[0]);
    expect(answers[0]?.[2]).toBe('Bearer realm="api"');
  });
  test("messages are Turkish on request; codes and headers are the same", async () => {
    const headers = { "Accept-Language": "tr-TR,tr;q=0.9" };
    const { send } = open();
    expect(await expectError(await send({ ...good, key: null, headers }), "unauthorized")).toBe(
      "API anahtarı eksik veya geçersiz.",
    );
    expect(await expectError(await send({ ...good, body: {}, headers }), "validation_error")).toBe(
      "amount: zorunludur; code: zorunludur",
    );
  });
});

describe("the order of checks (D-7): the first failure decides", () => {
  const everything: RequestInput = {
    path: "/v1/nothing",
    method: "PUT",
    key: "sk_none",
    body: "x".repeat(300_000),
  };
  const oversized = { headers: { "Content-Type": "text/plain" }, body: "x".repeat(300_000) };

  test("1 the top layer's budgets", async () => {
    const { send, sendTimes, authenticate } = open();
    await sendTimes(240, { method: "GET", path: "/v1/things/a", key: "sk_none" });
    await expectError(await send(everything), "rate_limited");
    expect(authenticate).toHaveBeenCalledTimes(240);
  });
  test("2 route, then method", async () => {
    const { send } = open();
    await expectError(await send(everything), "not_found");
    await expectError(await send({ ...everything, path: "/v1/things" }), "method_not_allowed");
  });
  test("3 key, 4 budgets, 5 account, 6 input, 8 operation", async () => {
    const { send, sendTimes } = open({ rateLimits: { ...caller.rateLimits, paymentsPerKey: 5 } });
    const at = (key: string, rest: RequestInput) => send({ path: "/v1/things", key, ...rest });
    await expectError(await at("sk_none", oversized), "unauthorized");
    await sendTimes(5, { ...good, key: "sk_closed" });
    await expectError(await at("sk_closed", oversized), "rate_limited");
    await expectError(await at("sk_suspended", oversized), "partner_not_active");
    await expectError(await at("sk_1", oversized), "payload_too_large");
    await expectError(await at("sk_1", { ...oversized, body: "{" }), "unsupported_media_type");
    await expectError(await at("sk_1", { body: "{" }), "validation_error");
    run.mockRejectedValue(new AppError("terminal_not_allowed"));
    await expectError(await at("sk_1", { body: {} }), "validation_error");
    await expectError(await at("sk_2", { body: good.body }), "terminal_not_allowed");
  });
});

describe("500", () => {
  test("for an unexpected error, whose detail is only logged", async () => {
    const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432 at Prisma");
    run.mockRejectedValue(cause);
    expect(await expectError(await open().send(good), "internal_error")).toBe("Something went wrong on our side.");
    expect(log.error).toHaveBeenCalledWith({ traceId, err: cause }, expect.any(String));
  });
  test("for a failed look-up of keys, not 401", async () => {
    const authenticate = () => Promise.reject(new Error("database is away"));
    await expectError(await open({}, { authenticate }).send(good), "internal_error");
  });
  test("for a code that the operation does not declare, which is logged", async () => {
    run.mockRejectedValue(new AppError("refund_not_found"));
    await expectError(await open().send(good), "internal_error");
    expect(log.error).toHaveBeenCalledWith(
      { traceId, code: "refund_not_found", operation: "create" },
      expect.any(String),
    );
    await expectError(await open({}, { strict: false }).send(good), "refund_not_found");
  });
});
