import { describe, expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import { silentLog, traceId } from "@/server/testing/doors/requests";
import { bearerOf, errorResponse, jsonResponse, languageOf, toAppError, withoutBody } from "./http";

const withHeader = (name: string, value: string) =>
  new Request("http://localhost/", { headers: { [name]: value } });

describe("language", () => {
  test.each([
    ["tr", "tr"],
    ["tr-TR,tr;q=0.9,en;q=0.8", "tr"],
    ["TR", "tr"],
    ["en,tr", "en"],
    ["en;q=0.5, tr;q=0.6", "tr"],
    ["de, tr;q=0.1", "tr"],
    ["tr;q=0", "en"],
    ["tr;q=0, en;q=0.1", "en"],
    ["trk", "en"],
    ["*", "en"],
    ["", "en"],
    ["tr;q=x", "tr"],
    [";;,,=", "en"],
  ])("%j is answered in %s", (header, language) => {
    expect(languageOf(withHeader("Accept-Language", header))).toBe(language);
  });
  test("English when nothing is said", () => {
    expect(languageOf(new Request("http://localhost/"))).toBe("en");
  });
});

describe("credential", () => {
  test.each([
    ["Bearer sk_test_a", "sk_test_a"],
    ["bearer   sk_test_a ", "sk_test_a"],
    ["Bearer", null],
    ["Bearer ", null],
    ["Bearer a b", null],
    ["Basic sk_test_a", null],
    ["sk_test_a", null],
    ["Bearer a, Bearer b", null],
  ])("%j", (header, key) => expect(bearerOf(withHeader("Authorization", header))).toBe(key));
});

describe("answers", () => {
  test("amounts leave as integers, instants as UTC with milliseconds", async () => {
    const body = { amount: 1_000_000_000n, at: new Date("2026-11-20T09:00:00Z"), list: [1n] };
    expect(await jsonResponse(200, body, traceId).text()).toBe(
      '{"amount":1000000000,"at":"2026-11-20T09:00:00.000Z","list":[1]}',
    );
  });
  test("an amount that a double cannot hold leaves exactly all the same", async () => {
    const body = { totalAmount: 2n ** 53n + 1n };
    expect(await jsonResponse(200, body, traceId).text()).toBe('{"totalAmount":9007199254740993}');
  });
  test("Retry-After, Allow and WWW-Authenticate come with their codes only", () => {
    const headersOf = (error: AppError) =>
      Object.keys(Object.fromEntries(errorResponse(error, traceId, "en").headers));
    const usual = ["cache-control", "content-type", "x-request-id"];
    expect(headersOf(new AppError("not_found"))).toEqual(usual);
    expect(headersOf(new AppError("unauthorized"))).toEqual([...usual, "www-authenticate"].sort());
    expect(headersOf(new AppError("rate_limited", undefined, { retryAfterSeconds: 60 }))).toContain(
      "retry-after",
    );
    expect(headersOf(new AppError("method_not_allowed", undefined, { allow: ["GET"] }))).toContain("allow");
  });
  test("a HEAD answer keeps status and headers and loses its body", async () => {
    const response = withoutBody(jsonResponse(201, { a: 1 }, traceId));
    expect(response.status).toBe(201);
    expect(response.headers.get("x-request-id")).toBe(traceId);
    expect(await response.text()).toBe("");
  });
});

describe("what was thrown", () => {
  test("an unexpected error becomes internal_error; its detail is in the log only", () => {
    const log = silentLog();
    const cause = new Error('relation "payment" does not exist');
    const error = toAppError(cause, traceId, log);
    expect(error).toMatchObject({ code: "internal_error", message: "internal_error", details: {} });
    expect(log.error).toHaveBeenCalledWith({ traceId, err: cause }, expect.any(String));
  });
  test("what no Error is cannot break the answer", () => {
    for (const thrown of [undefined, null, "text", 5]) {
      expect(toAppError(thrown, traceId, silentLog()).code).toBe("internal_error");
    }
  });
  test("the inner detail of a refusal is logged with its trace id", () => {
    const log = silentLog();
    const error = new AppError("terminal_not_allowed", "terminal trm_1 is inactive");
    expect(toAppError(error, traceId, log)).toBe(error);
    expect(log.info).toHaveBeenCalledWith(
      { traceId, code: "terminal_not_allowed", why: "terminal trm_1 is inactive" },
      expect.any(String),
    );
  });
});
