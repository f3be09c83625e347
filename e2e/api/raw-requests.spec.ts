import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { converse, statusesIn } from "../support/raw-socket";

const merchant = new Merchant(sandbox.apiUrl, demo);
const { host } = new URL(sandbox.apiUrl);
const authorization = `Authorization: Bearer ${demo.apiKeys[0]}`;

/** Builds a create call as raw text, with these header lines for the length of its body. */
const create = (code: string, lines: string[], frame: (body: string) => string = (body) => body): string => {
  const body = JSON.stringify(merchant.request({ partnerTxCode: code }));
  const given = lines.map((line) => line.replace("LENGTH", String(body.length)));
  const head = ["POST /v1/payments HTTP/1.1", `Host: ${host}`, authorization, ...given];
  return `${head.join("\r\n")}\r\n\r\n${frame(body)}`;
};
const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const smuggled = `GET /v1/payments/smuggled HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n\r\n`;

test.describe("400 and a closed connection for a body with an ambiguous length", () => {
  const attempts: [name: string, lines: string[], frame?: (body: string) => string][] = [
    ["a length and chunks", ["Content-Length: LENGTH", "Transfer-Encoding: chunked"], chunked],
    ["chunks and a length", ["Transfer-Encoding: chunked", "Content-Length: LENGTH"], chunked],
    ["two lengths", ["Content-Length: LENGTH", "Content-Length: 0"]],
    ["two lengths in one line", ["Content-Length: LENGTH, 0"]],
    ["a length with a sign", ["Content-Length: +LENGTH"]],
    ["a length in hexadecimal", ["Content-Length: 0xff"]],
    ["a negative length", ["Content-Length: -1"]],
    ["an unknown coding", ["Transfer-Encoding: xchunked"], chunked],
    ["chunked that is not last", ["Transfer-Encoding: chunked, identity"], chunked],
    ["chunked twice", ["Transfer-Encoding: chunked, chunked"], chunked],
    ["a coding with a tab inside", ["Transfer-Encoding: \x0bchunked"], chunked],
    ["a space before the colon", ["Transfer-Encoding : chunked", "Content-Length: LENGTH"], chunked],
    ["a folded line", ["X-Folded: a", " b", "Content-Length: LENGTH"]],
    ["a bare carriage return", ["X-A: b\rTransfer-Encoding: chunked", "Content-Length: LENGTH"]],
    ["a bare line feed", ["X-A: b\nTransfer-Encoding: chunked", "Content-Length: LENGTH"], chunked],
    ["a NUL in a header", ["X-A: a\0b", "Content-Length: LENGTH"]],
    ["a chunk that is longer than it says", ["Transfer-Encoding: chunked"], (body) => `5\r\n${body}\r\n0\r\n\r\n`],
    ["a chunk without a length", ["Transfer-Encoding: chunked"], (body) => `zz\r\n${body}\r\n0\r\n\r\n`],
  ];
  for (const [name, lines, frame] of attempts) {
    test(`400 ${name}`, async () => {
      const code = `raw-${randomUUID()}`;
      const received = await converse(sandbox.apiUrl, create(code, lines, frame) + smuggled);
      // The bytes after the refused call are refused with it and never become a call.
      expect([...new Set(statusesIn(received))], received.slice(0, 800)).toEqual([400]);
      expect(received).toContain('"code":"validation_error"');
      expect(received).toMatch(/\r\nconnection: close\r\n/i);
      expect(received).toMatch(/\r\nx-request-id: [0-9a-f]{32}\r\n/i);
      expect(received).not.toMatch(/HPE_|parse error/i);
      expect((await merchant.find(code)).status, "nothing was created").toBe(404);
    });
  }
});

test("400 for bytes that are not HTTP", async () => {
  for (const bytes of [
    "hello\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "GET\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    `GET /v1/x HTTP/2.0\r\nHost: ${host}\r\n\r\n`,
    "GET /v1/x\r\n\r\n",
  ]) {
    expect(statusesIn(await converse(sandbox.apiUrl, bytes))).toEqual([400]);
  }
});

test("405 for CONNECT, which opens no tunnel", async () => {
  const received = await converse(sandbox.apiUrl, `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  expect(statusesIn(received)).toEqual([405]);
});

test("never switches the protocol of a connection", async () => {
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAA"];
  const lines = ["GET /v1/payments/x HTTP/1.1", `Host: ${host}`, ...upgrade];
  const received = await converse(sandbox.apiUrl, `${lines.join("\r\n")}\r\n\r\n`);
  expect(received).not.toContain("101 Switching");
});

test("431 for a header of 32 KiB, and for a thousand header lines", async () => {
  const large = `GET /v1/x HTTP/1.1\r\nHost: ${host}\r\nX-Large: ${"x".repeat(32_768)}\r\n\r\n`;
  expect(statusesIn(await converse(sandbox.apiUrl, large))).toEqual([431]);
  const many = Array.from({ length: 1000 }, (_, index) => `x-${index}: y`).join("\r\n");
  const received = await converse(sandbox.apiUrl, `GET /v1/x HTTP/1.1\r\nHost: ${host}\r\n${many}\r\n\r\n`);
  expect([400, 431]).toContain(statusesIn(received)[0]);
});

test("answers two pipelined calls in order", async () => {
  const call = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n${more}\r\n`;
  const received = await converse(
    sandbox.apiUrl,
    call("/v1/payments/first") + call("/healthz", "Connection: close\r\n"),
  );
  expect(statusesIn(received)).toEqual([404, 200]);
});
