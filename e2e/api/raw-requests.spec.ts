import { expect, test } from "@playwright/test";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { rawRequests } from "../support/raw-requests";
import { converse, statusesIn } from "../support/raw-socket";

const merchant = new Merchant(sandbox.apiUrl, demo);
const { host } = new URL(sandbox.apiUrl);
const authorization = `Authorization: Bearer ${demo.apiKeys[0]}`;

test.describe("400 and a closed connection for a request that two parsers could divide differently", () => {
  for (const { name, bytes, code } of rawRequests(host, demo.apiKeys[0], (changes) => merchant.request(changes))) {
    test(`400 ${name}`, async () => {
      const received = await converse(sandbox.apiUrl, bytes);
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
