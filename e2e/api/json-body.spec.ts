import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const body = (changes = {}): string => JSON.stringify(merchant.request(changes));
/** Builds a create call with this raw text, including escapes, as its description. */
const described = (raw: string | number[]): Uint8Array => {
  const [before = "", after = ""] = body({ description: "HERE" }).split("HERE");
  return bytes(before, raw, after);
};

test.describe("400 for a body that is not a JSON object in UTF-8", () => {
  const broken: [name: string, sent: string | Uint8Array][] = [
    ["nothing at all", ""],
    ["white space", "  \n"],
    ["half an object", body().slice(0, -1)],
    ["two objects", `${body()}{}`],
    ["a comment", `/**/${body()}`],
    ["a trailing comma", `${body().slice(0, -1)},}`],
    ["NaN", body({ amount: "N" }).replace('"N"', "NaN")],
    ["single quotes", body().replaceAll('"', "'")],
    ["a list", "[]"],
    ["null", "null"],
    ["a number", "1"],
    ["a text", '"text"'],
    ["a byte order mark", bytes([0xef, 0xbb, 0xbf], body())],
    ["UTF-16", Buffer.from(body(), "utf16le")],
    ["a byte that no UTF-8 has", described([0xff])],
    ["an overlong encoding", described([0xc0, 0xaf])],
    ["a surrogate encoded as UTF-8", described([0xed, 0xa0, 0x80])],
    ["a truncated sequence", described([0xe2, 0x82])],
    ["a bare NUL", described([0])],
    ["an escaped NUL", described("\\u0000")],
    ["an escaped control character", described("\\u001b")],
    ["a high surrogate alone", described("\\ud83d")],
    ["a low surrogate alone", described("\\ude00")],
    ["surrogates the wrong way round", described("\\ude00\\ud83d")],
    ["10,000 lists in one another", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
    ["10,000 objects in one another", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ];
  for (const [name, sent] of broken) {
    test(`400 ${name}`, async () => {
      expectError(await merchant.post(sent), 400, "validation_error");
    });
  }
});

test("201 for an escaped surrogate pair, which is one character", async () => {
  const answer = await merchant.post(described("\\ud83d\\ude00"));
  expect(answer.status, answer.text).toBe(201);
  expect(await merchant.payment(answer.json().paymentCode)).toMatchObject({ description: "😀" });
});

test("400 for a member that is sent twice, under any spelling and in unknown members too", async () => {
  for (const twice of ['"amount":500,', '"\\u0061mount":500,', '"x":[{"y":1,"y":1}],']) {
    const answer = await merchant.post(body({ amount: 500 }).replace("{", `{${twice}`));
    expectError(answer, 400, "validation_error");
    expect(answer.json().error.message).toBe(`${twice.includes("x") ? "x[0].y" : "amount"}: must be given once`);
  }
});

test.describe("an amount is judged as it is written", () => {
  const written = (number: string) => body({ amount: "N" }).replace('"N"', number);
  for (const number of ["500", "500.0", "5e2", "50000e-2"]) {
    test(`201 ${number}`, async () => {
      const answer = await merchant.post(written(number));
      expect(answer.status, answer.text).toBe(201);
      expect(await merchant.payment(answer.json().paymentCode)).toMatchObject({ amount: 500 });
    });
  }
  for (const number of ["0.9999999999999999999999", "1000000000.0000000001", "1.5", "1e400", "1e-400", "0e999999999"]) {
    test(`400 ${number}`, async () => {
      const answer = await merchant.post(written(number));
      expectError(answer, 400, "validation_error");
      expect(answer.json().error.message).toBe("amount: must be an integer between 1 and 1000000000");
    });
  }
});

test("201 with 32 levels in unknown members, 400 with 33", async () => {
  const nested = (lists: number) => body().replace("{", `{"x":${"[".repeat(lists)}${"]".repeat(lists)},`);
  expect((await merchant.post(nested(31))).status).toBe(201);
  expectError(await merchant.post(nested(32)), 400, "validation_error");
});

const limit = 262_144;
const padded = (length: number): string => body().padEnd(length, " ");

test("201 at exactly 256 KiB", async () => {
  expect((await merchant.post(padded(limit))).status).toBe(201);
});

test("413 at 256 KiB and one byte, with and without Content-Length", async () => {
  expectError(await merchant.post(padded(limit + 1)), 413, "payload_too_large");
  const chunked = { headers: { "Transfer-Encoding": "chunked" } };
  expectError(await merchant.post(padded(limit + 1), chunked), 413, "payload_too_large");
});

test("413 before any other check of the body", async () => {
  const notJson = { headers: { "Content-Type": "text/plain" } };
  expectError(await merchant.post("x".repeat(limit + 1), notJson), 413, "payload_too_large");
});

test("413 for more than 1 MiB, which is not read, with the limits of every request", async () => {
  const answer = await merchant.post("x".repeat(1_048_577));
  expectError(answer, 413, "payload_too_large");
  expect(answer.headers.ratelimit).toBeDefined();
});

test("201 for a chunked body", async () => {
  const answer = await merchant.post(body(), { headers: { "Transfer-Encoding": "chunked" } });
  expect(answer.status, answer.text).toBe(201);
});

test.describe("media types", () => {
  const accepted = ["application/json", "APPLICATION/JSON; charset=UTF-8", "application/merchant+json"];
  for (const type of [...accepted, 'application/json; charset="utf8"', "application/json; charset="]) {
    test(`201 ${type}`, async () => {
      const answer = await merchant.post(body(), { headers: { "Content-Type": type } });
      expect(answer.status, answer.text).toBe(201);
    });
  }
  const others = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json"];
  const charsets = ["application/json; charset=iso-8859-9", 'application/json; charset="utf-16"'];
  for (const type of [...others, ...charsets, "application/jsonp", "json", ""]) {
    test(`415 ${type || "an empty type"}`, async () => {
      const answer = await merchant.post(body(), { headers: { "Content-Type": type } });
      expectError(answer, 415, "unsupported_media_type");
    });
  }
  test("415 for a compressed body", async () => {
    const answer = await merchant.post(body(), { headers: { "Content-Encoding": "gzip" } });
    expectError(answer, 415, "unsupported_media_type");
  });
});
