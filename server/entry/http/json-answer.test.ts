import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import { silentLog, traceId } from "@/server/testing/doors/requests";
import { errorResponse, jsonResponse, jsonText, toAppError, withoutBody } from "./json-answer";
import { readBearerToken, readEnvelopeLanguage } from "./request-facts";

const withHeader = (name: string, value: string) => new Request("http://localhost/", { headers: { [name]: value } });

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
    expect(readEnvelopeLanguage(withHeader("Accept-Language", header))).toBe(language);
  });
  test("English without an Accept-Language header", () => {
    expect(readEnvelopeLanguage(new Request("http://localhost/"))).toBe("en");
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
  ])("%j", (header, key) => expect(readBearerToken(withHeader("Authorization", header))).toBe(key));
});

describe("answers", () => {
  test("writes amounts as integers, instants in UTC with milliseconds", async () => {
    const body = { amount: 1_000_000_000n, at: new Date("2026-11-20T09:00:00Z"), list: [1n] };
    expect(await jsonResponse(200, body, traceId).text()).toBe(
      '{"amount":1000000000,"at":"2026-11-20T09:00:00.000Z","list":[1]}',
    );
  });
  test("writes an amount exactly that a double cannot hold", async () => {
    const body = { totalAmount: 2n ** 53n + 1n };
    expect(await jsonResponse(200, body, traceId).text()).toBe('{"totalAmount":9007199254740993}');
  });
  test("sends Retry-After, Allow and WWW-Authenticate with their codes only", () => {
    const headersOf = (error: AppError) => Object.keys(Object.fromEntries(errorResponse(error, traceId, "en").headers));
    const usual = ["cache-control", "content-type", "x-request-id"];
    expect(headersOf(new AppError("not_found"))).toEqual(usual);
    expect(headersOf(new AppError("unauthorized"))).toEqual([...usual, "www-authenticate"].sort());
    expect(headersOf(new AppError("rate_limited", undefined, { retryAfterSeconds: 60 }))).toContain("retry-after");
    expect(headersOf(new AppError("method_not_allowed", undefined, { allow: ["GET"] }))).toContain("allow");
  });
  test("a HEAD answer keeps its status and headers and has no body", async () => {
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
  test("internal_error for a thrown value that is no Error", () => {
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

const beyond = 2n ** 53n + 1n;

describe("amounts", () => {
  test.each([
    [0n, "0"],
    [-1n, "-1"],
    [1_000_000_000n, "1000000000"],
    [2n ** 53n - 1n, "9007199254740991"],
    [2n ** 53n, "9007199254740992"],
    [beyond, "9007199254740993"],
    [-beyond, "-9007199254740993"],
    [2n ** 63n - 1n, "9223372036854775807"],
  ])("%s is written exactly, as a number", (amount, text) => {
    expect(jsonText(amount)).toBe(text);
    expect(jsonText({ amount, list: [amount, [{ amount }]] })).toBe(
      `{"amount":${text},"list":[${text},[{"amount":${text}}]]}`,
    );
  });
  test("any int64 anywhere in a body reads back as the same integer", () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(fc.array(int64), (amounts) => {
        expect(jsonText({ amounts })).toBe(`{"amounts":[${amounts.join(",")}]}`);
      }),
    );
  });
});

describe("everything else is written as JSON.stringify writes it", () => {
  const odd = {
    nul: "a\u0000b",
    quotes: '"\\/\u2028\u2029\u0007\n',
    lone: "\ud800",
    digits: "9007199254740993",
    words: ["bigint", "9007199254740993n", ""],
    at: new Date("2026-11-20T09:00:00Z"),
    left: undefined,
    holes: [undefined, () => 1, null, true, Number.NaN, -0, 1.5],
    'odd \u0000 " name': {},
    empty: [],
  };
  test("texts with special characters, dates and undefined members, with and without a large amount in the body", () => {
    expect(jsonText(odd)).toBe(JSON.stringify(odd));
    expect(jsonText({ odd, beyond })).toBe(`{"odd":${JSON.stringify(odd)},"beyond":9007199254740993}`);
  });
  test("any body", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true }), (body) => {
        const expected = JSON.stringify(body);
        expect(jsonText(body)).toBe(expected);
        expect(jsonText([beyond, body])).toBe(`[9007199254740993,${expected ?? "null"}]`);
      }),
    );
  });
  test("throws for a value that refuses JSON, also with a large amount in the body", () => {
    const secret = {
      toJSON() {
        throw new TypeError("A secret is not written");
      },
    };
    expect(() => jsonText({ secret })).toThrow(TypeError);
    expect(() => jsonText({ beyond, secret })).toThrow(TypeError);
  });
});
