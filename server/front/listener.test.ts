import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestStore } from "@/server/request-store";
import { openFront, sendRaw, type TestFront } from "../testing/doors/front";

let front: TestFront;
const seen: { method: string; url: string; body: string }[] = [];

beforeAll(async () => {
  front = await openFront((_req, res) => res.end("from the router"), {
    v1: async (request) => {
      const body = Buffer.from(await request.arrayBuffer()).toString();
      seen.push({ method: request.method, url: request.url, body });
      return Response.json({ ip: requestStore()?.sourceIp, traceId: requestStore()?.traceId }, { status: 201 });
    },
  });
});
afterAll(() => front.close());

const send = (head: string, body = "", closeMs?: number) =>
  sendRaw(front.port, `${head.replace("{host}", `Host: ${front.host}`)}\r\n\r\n${body}`, closeMs);

const securityHeaders = [
  /^x-request-id: [0-9a-f]{32}$/im,
  /^strict-transport-security: max-age=63072000; includeSubDomains$/im,
  /^x-content-type-options: nosniff$/im,
  /^referrer-policy: no-referrer$/im,
  /^cross-origin-opener-policy: same-origin$/im,
];

describe("400 for invalid HTTP, and the connection ends (S30)", () => {
  const post = "POST /v1/x HTTP/1.1\r\n{host}\r\n";
  test.each([
    ["a length and chunks", `${post}Content-Length: 4\r\nTransfer-Encoding: chunked`, "0\r\n\r\nGET / HTTP/1.1\r\n"],
    ["two lengths", `${post}Content-Length: 4\r\nContent-Length: 5`, "abcde"],
    ["the same length twice", `${post}Content-Length: 4\r\nContent-Length: 4`, "abcd"],
    ["a list of lengths", `${post}Content-Length: 4, 4`, "abcd"],
    ["a signed length", `${post}Content-Length: +4`, "abcd"],
    ["an unknown transfer coding", `${post}Transfer-Encoding: xchunked`, "0\r\n\r\n"],
    ["a coding under the chunks", `${post}Transfer-Encoding: gzip, chunked`, "0\r\n\r\n"],
    ["a coding over the chunks", `${post}Transfer-Encoding: chunked, identity`, "0\r\n\r\n"],
    ["a space before the colon", `${post}Transfer-Encoding : chunked`, "0\r\n\r\n"],
    ["a folded line", "GET /healthz HTTP/1.1\r\n{host}\r\nX-A: b\r\n c", ""],
    ["a bare carriage return", "GET /healthz HTTP/1.1\r\n{host}\r\nX-A: a\rb", ""],
    ["a NUL in a header", "GET /healthz HTTP/1.1\r\n{host}\r\nX-A: a\0b", ""],
    ["a chunk with a broken size", `${post}Transfer-Encoding: chunked`, "5 \r\nabcde\r\n0\r\n\r\n"],
    ["an unknown method", "FROB / HTTP/1.1\r\n{host}", ""],
    ["a TLS greeting", "\x16\x03\x01\x02\x00\x01\x00", ""],
  ])("400 %s", async (_, head, body) => {
    const answer = await send(head, body);
    expect(answer).toMatchObject({ status: 400, hasClosed: true });
    for (const header of securityHeaders) expect(answer.head).toMatch(header);
    expect(Object.keys(JSON.parse(answer.body).error)).toEqual(["code", "message", "traceId"]);
  });
});

describe("refusals carry the envelope and every security header", () => {
  test.each([
    [421, "no Host", "GET / HTTP/1.1"],
    [421, "another Host", "GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost"],
    [421, "two Hosts", "GET / HTTP/1.1\r\n{host}\r\nHost: evil.example"],
    [421, "HTTP/1.0 without Host", "GET / HTTP/1.0"],
    [404, "an absolute target", "GET http://evil.example/ HTTP/1.1\r\n{host}"],
    [404, "the pay origin's path", "GET /l/abc HTTP/1.1\r\n{host}"],
    [405, "TRACE", "TRACE / HTTP/1.1\r\n{host}"],
    [405, "CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\n{host}"],
    [405, "PROPFIND", "PROPFIND / HTTP/1.1\r\n{host}"],
    [413, "an announced 2 MB", "POST /v1/x HTTP/1.1\r\n{host}\r\nContent-Length: 2000000"],
    [431, "a header of 20 kB", `GET / HTTP/1.1\r\n{host}\r\nX-A: ${"a".repeat(20_000)}`],
    [431, "150 headers", `GET / HTTP/1.1\r\n{host}${"\r\nX-A: a".repeat(150)}`],
  ])("%i %s", async (status, _, head) => {
    const answer = await send(head);
    expect(answer.status).toBe(status);
    for (const header of securityHeaders) expect(answer.head).toMatch(header);
    expect(JSON.parse(answer.body).error.traceId).toBe(/x-request-id: (\w+)/i.exec(answer.head)?.[1]);
  });
  test("413 for a chunked body that grows above the limit, and its connection ends", async () => {
    const chunk = `10000\r\n${"a".repeat(65_536)}\r\n`;
    const answer = await send("POST /v1/x HTTP/1.1\r\n{host}\r\nTransfer-Encoding: chunked", chunk.repeat(20), 2_500);
    expect(answer).toMatchObject({ status: 413, hasClosed: true });
  });
});

describe("/v1 is answered before the router", () => {
  test("201 with the body and the facts of the request, and forbids caching", async () => {
    const answer = await send("POST /v1/payments?a=1 HTTP/1.1\r\n{host}\r\nContent-Length: 7", '{"a":1}');
    expect(answer.status).toBe(201);
    expect(seen.at(-1)).toEqual({ method: "POST", url: "http://localhost/v1/payments?a=1", body: '{"a":1}' });
    expect(JSON.parse(answer.body)).toEqual({
      ip: "127.0.0.1",
      traceId: /x-request-id: (\w+)/i.exec(answer.head)?.[1],
    });
    expect(answer.head).toMatch(/^cache-control: no-store$/im);
  });
  test("passes a chunked body whole, and answers HEAD without a body", async () => {
    await send("POST /v1/x HTTP/1.1\r\n{host}\r\nTransfer-Encoding: chunked", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    expect(seen.at(-1)?.body).toBe("abcde");
    const head = await send("HEAD /v1/x HTTP/1.1\r\n{host}");
    expect(head).toMatchObject({ status: 201, body: "" });
  });
  test("passes a target with a malformed escape as it was sent", async () => {
    await send("GET /v1/payments/%E0%A4%A HTTP/1.1\r\n{host}");
    expect(seen.at(-1)?.url).toBe("http://localhost/v1/payments/%E0%A4%A");
  });
});

test("logs one line per request, without its query string", async () => {
  const before = front.lines.length;
  await send("GET /panel?password=1 HTTP/1.1\r\n{host}\r\nConnection: close");
  expect(front.lines.slice(before)).toEqual([
    expect.objectContaining({ method: "GET", path: "/panel", status: 200, ip: "127.0.0.1", origin: "api" }),
  ]);
  expect(JSON.stringify(front.lines)).not.toContain("password");
});

test("200 for /healthz, 503 for /readyz while stopping", async () => {
  expect(await send("GET /healthz HTTP/1.1\r\n{host}")).toMatchObject({
    status: 200,
    body: '{"status":"ok"}',
  });
  const stopping = await openFront((_req, res) => res.end(), { isStopping: () => true });
  const ready = await sendRaw(stopping.port, `GET /readyz HTTP/1.1\r\nHost: ${stopping.host}\r\n\r\n`);
  expect(ready).toMatchObject({ status: 503, hasClosed: true });
  await stopping.close();
});

test("404 for the panel's paths at the API's own host and the reverse, where the hosts differ", async () => {
  const hosts = new Set(["api.test", "panel.test"]);
  const ownHosts = { api: new Set(["api.test"]), panel: new Set(["panel.test"]) };
  const two = await openFront((_req, res) => void res.end("page"), { hosts, ownHosts });
  try {
    const status = async (host: string, path: string) =>
      (await sendRaw(two.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status;
    for (const path of ["/panel", "/staff/partners/x", "/api/trpc/payment.list", "/api/auth/csrf"]) {
      expect([await status("api.test", path), await status("panel.test", path)], path).toEqual([404, 200]);
    }
    for (const path of ["/v1/payments", "/docs/guides", "/sandbox"]) {
      expect([await status("api.test", path), await status("panel.test", path)], path).toEqual([200, 404]);
    }
    for (const path of ["/", "/_next/static/a.js", "/healthz"]) {
      expect([await status("api.test", path), await status("panel.test", path)], path).toEqual([200, 200]);
    }
    expect(await status("evil.test", "/panel")).toBe(421);
  } finally {
    await two.close();
  }
});
