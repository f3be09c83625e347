import { describe, expect, test } from "vitest";
import { AppError, type ErrorCode } from "@/server/domain/errors";
import { integerBetween, jsonObject } from "@/server/domain/fields";
import { buildRequest, type RequestInput } from "@/server/testing/doors/requests";
import { readJsonBody } from "./json-body";

const limit = 1000;
const read = (sent: RequestInput) => readJsonBody(buildRequest(sent), limit, "en");
const refused = async (sent: RequestInput, code: ErrorCode, message?: string) => {
  const error = await read(sent).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code });
  if (message) expect((error as AppError).details.message).toBe(message);
};
const bytes = (...values: number[]) => Uint8Array.from(values);
const givenTwice = (paths: string[]) => paths.map((path) => `${path}: must be given once`).join("; ");
const endlessBody = (size: number, onPull?: () => void) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      onPull?.();
      controller.enqueue(new Uint8Array(size).fill(0x20));
    },
  });

describe("read", () => {
  test.each([
    [' {"ş":"🧿"}\n', { ş: "🧿" }],
    ["[1.0,1e2,-0.0,0e999999999]", [1, 100, -0, 0]],
    ["null", null],
  ])("%j", async (body, value) => expect(await read({ body })).toEqual(value));

  test.each([
    "application/json",
    'application/json; charset="UTF-8"',
    "APPLICATION/JSON ;x=y",
    "application/merge-patch+json",
  ])("as %s", async (type) => expect(await read({ body: "{}", headers: { "Content-Type": type } })).toEqual({}));
  test("without a media type", async () => {
    const request = new Request("http://localhost/", { method: "POST", body: Buffer.from('{"a":1}') });
    expect(request.headers.get("content-type")).toBeNull();
    expect(await readJsonBody(request, limit, "en")).toEqual({ a: 1 });
  });
  test("exactly as long as the limit, with or without a declared length", async () => {
    const body = `"${"x".repeat(limit - 2)}"`;
    expect(await read({ body })).toHaveLength(limit - 2);
    expect(await read({ body, headers: { "Content-Length": String(limit) } })).toHaveLength(limit - 2);
  });
});

describe("a number that only rounding makes an integer", () => {
  const amount = jsonObject({ amount: integerBetween(0, 2 ** 53 - 1) });
  test.each([
    "0.9999999999999999999999",
    "1000000000.0000000001",
    "-0.00000000000000000000001e-400",
    "1e-400",
    "1073741824.00000001",
    "4503599627370496.3",
    "4503599627370497.3",
    "9007199254740991.4",
  ])("400 in an integer field: %s", async (number) => {
    expect(Number.isInteger(Number(number))).toBe(true);
    expect(amount.safeParse(await read({ body: `{"amount":${number}}` })).success).toBe(false);
    const inList = (await read({ body: `{"a":[{"b":[1,${number}]}]}` })) as { a: [{ b: number[] }] };
    expect(inList.a[0].b.map(Number.isInteger)).toEqual([true, false]);
  });
  test("is nearly what was written in any other field", async () => {
    const body = '{"a":0.9999999999999999999999,"__proto__":1e-400,"b":1.5}';
    expect(Object.values((await read({ body })) as object)).toEqual([1 - 2 ** -53, Number.MIN_VALUE, 1.5]);
    expect(await read({ body: "1.00000000000000000001" })).toBe(1 - 2 ** -53);
  });
});

describe("413", () => {
  test("for a declared length above the limit, without reading the body", async () => {
    const body = new ReadableStream({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
    await refused({ body, headers: { "Content-Length": String(limit + 1) } }, "payload_too_large");
  });
  test("for an endless body, soon after the limit", async () => {
    let pulls = 0;
    await refused({ body: endlessBody(300, () => pulls++) }, "payload_too_large");
    expect(pulls).toBeLessThan(10);
  });
  test("before the media type and the syntax are checked", async () => {
    await refused({ body: "x".repeat(limit + 1), headers: { "Content-Type": "text/plain" } }, "payload_too_large");
  });
});

describe("415", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "text/json",
    "application/json, text/html",
    "application/json; charset=iso-8859-9",
    "",
  ])("%j", (type) => refused({ body: "{", headers: { "Content-Type": type } }, "unsupported_media_type"));
  test("compressed bodies", () =>
    refused({ body: "{}", headers: { "Content-Encoding": "gzip" } }, "unsupported_media_type"));
});

describe("400", () => {
  const wellFormed = "body: must be well-formed JSON in UTF-8";
  test.each([
    ["nothing", ""],
    ["a broken object", '{"a":'],
    ["single quotes", "{'a':1}"],
    ["a trailing comma", '{"a":1,}'],
    ["two documents", "{}{}"],
    ["NaN", "NaN"],
    ["a raw control character", '{"a":"\u0000"}'],
    ["a byte order mark", bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d)],
    ["a byte that is invalid in UTF-8", bytes(0x22, 0xff, 0x22)],
    ["an overlong sequence", bytes(0x22, 0xc0, 0xaf, 0x22)],
    ["an encoded surrogate", bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ["UTF-16", bytes(0x7b, 0x00, 0x7d, 0x00)],
    ["Latin-5", bytes(0x22, 0xfe, 0x22)],
  ])("%s", (_, body) => refused({ body }, "validation_error", wellFormed));

  test("deep nesting of arrays and objects, also in an unknown member", async () => {
    const deep = "[".repeat(400) + "]".repeat(400);
    for (const body of [deep, `{"unknown":${deep}}`, `${'{"a":'.repeat(150)}1${"}".repeat(150)}`]) {
      await refused({ body }, "validation_error", "body: is nested too deeply");
    }
    const levels = 10_000;
    const request = buildRequest({ body: "[".repeat(levels) + "]".repeat(levels) });
    await expect(readJsonBody(request, 262_144, "en")).rejects.toMatchObject({ code: "validation_error" });
    const unclosed = buildRequest({ body: "[".repeat(262_144) });
    await expect(readJsonBody(unclosed, 262_144, "en")).rejects.toMatchObject({ code: "validation_error" });
  });
  test("members that are given twice, by their paths and without their values", async () => {
    const twice = (body: string, message: string) => refused({ body }, "validation_error", message);
    await twice(
      '{"amount":1,"items":[{"name":"a","name":"b"}],"\\u0061mount":2}',
      givenTwice(["items[0].name", "amount"]),
    );
    await twice('{"x":{"y z":1,"y z":2}}', givenTwice(["x.y?z"]));
    const odd = JSON.stringify("\n\u202e<script>");
    await twice(`{${odd}:1,${odd}:2}`, givenTwice(["???script?"]));
    await twice('{"5528 7900-0000 0008":1,"5528 7900-0000 0008":2}', givenTwice(["•••"]));
    const long = "x".repeat(1_000);
    await refused(
      { body: `{"${long.slice(0, 300)}":1,"${long.slice(0, 300)}":2}` },
      "validation_error",
      givenTwice([`${long.slice(0, 40)}…`]),
    );
  });
  test("malformed JSON first, then the nesting, then members that are given twice", async () => {
    const deep = "[".repeat(40) + "]".repeat(40);
    await refused({ body: `{"a":1,"a":${deep}` }, "validation_error", wellFormed);
    await refused({ body: `{"a":1,"a":${deep}}` }, "validation_error", "body: is nested too deeply");
  });
  test("a body that ends early", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    await refused({ body }, "validation_error");
  });
});
