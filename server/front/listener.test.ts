import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nameInLog, requestStore } from "@/server/request-store";
import { noProcessTelemetry, type RequestStart, setTelemetry } from "../telemetry/telemetry";
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
  sendRaw(front.port, `${head.replaceAll("{host}", `Host: ${front.host}`)}\r\n\r\n${body}`, closeMs);

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
    ["no Host", "GET /v1/x HTTP/1.1", ""],
    ["no Host, but a target with one", "GET http://localhost/v1/x HTTP/1.1", ""],
    ["two Hosts", "GET /v1/x HTTP/1.1\r\n{host}\r\n{host}", ""],
    ["two Hosts on a page", "GET / HTTP/1.1\r\n{host}\r\nHost: evil.example", ""],
    ["two Hosts in HTTP/1.0", "GET /v1/x HTTP/1.0\r\n{host}\r\n{host}", ""],
    ["HTTP/2.0 in the request line", "GET /v1/x HTTP/2.0\r\n{host}", ""],
    ["HTTP/0.9", "GET /v1/x HTTP/0.9\r\n{host}", ""],
    ["HTTP/2 from the start", "PRI * HTTP/2.0\r\n\r\nSM", ""],
    ["a TLS greeting", "\x16\x03\x01\x02\x00\x01\x00", ""],
  ])("400 %s", async (_, head, body) => {
    const answer = await send(head, body);
    expect(answer).toMatchObject({ status: 400, hasClosed: true });
    for (const header of securityHeaders) expect(answer.head).toMatch(header);
    expect(Object.keys(JSON.parse(answer.body).error)).toEqual(["code", "message", "traceId"]);
    expect(seen).toEqual([]);
  });
});

describe("refusals carry the envelope and every security header", () => {
  test.each([
    [421, "another Host", "GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost"],
    [421, "an empty Host", "GET /v1/x HTTP/1.1\r\nHost: "],
    [421, "HTTP/1.0 without Host", "GET / HTTP/1.0"],
    [421, "a target with another host", "GET http://evil.example/v1/x HTTP/1.1\r\n{host}"],
    [421, "a target with user information", "GET http://a@localhost/v1/x HTTP/1.1\r\n{host}"],
    [421, "a target without a host", "GET http:///v1/x HTTP/1.1\r\n{host}"],
    [404, "a target of another scheme", "GET ftp://localhost/v1/x HTTP/1.1\r\n{host}"],
    [404, "the pay origin's path", "GET /l/abc HTTP/1.1\r\n{host}"],
    [405, "TRACE", "TRACE / HTTP/1.1\r\n{host}"],
    [405, "CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\n{host}"],
    [405, "PROPFIND", "PROPFIND / HTTP/1.1\r\n{host}"],
    [405, "CONNECT to a path of the API", "CONNECT /v1/payments HTTP/1.1\r\n{host}"],
    [413, "an announced 2 MB for a page", "POST /panel HTTP/1.1\r\n{host}\r\nContent-Length: 2000000"],
    [431, "a header of 20 kB", `GET / HTTP/1.1\r\n{host}\r\nX-A: ${"a".repeat(20_000)}`],
    [431, "150 headers", `GET / HTTP/1.1\r\n{host}${"\r\nX-A: a".repeat(150)}`],
  ])("%i %s", async (status, _, head) => {
    const answer = await send(head);
    expect(answer.status).toBe(status);
    for (const header of securityHeaders) expect(answer.head).toMatch(header);
    expect(JSON.parse(answer.body).error.traceId).toBe(/x-request-id: (\w+)/i.exec(answer.head)?.[1]);
    if (status === 405) expect(answer.head).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS$/im);
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
  test.each(["TRACE", "PROPFIND", "QUERY", "OPTIONS", "M-SEARCH"])(
    "gets %s like every other method",
    async (method) => {
      const answer = await send(`${method} /v1/payments HTTP/1.1\r\n{host}`);
      expect(answer.status).toBe(201);
      expect(seen.at(-1)).toMatchObject({ method, url: "http://localhost/v1/payments" });
    },
  );
  test("gets TRACE with a chunked body, and a body that asks for another protocol", async () => {
    const chunked = "Transfer-Encoding: chunked\r\nConnection: Upgrade\r\nUpgrade: h2c";
    await send(`TRACE /v1/payments HTTP/1.1\r\n{host}\r\n${chunked}`, "3\r\nabc\r\n0\r\n\r\n");
    expect(seen.at(-1)).toMatchObject({ method: "TRACE", body: "abc" });
  });
  test.each(["http", "HTTPS"])("gets a target with its own host and the scheme %s as a path", async (scheme) => {
    const target = `${scheme}://${front.host.toUpperCase()}`;
    await send(`GET ${target}/v1/x?a=1 HTTP/1.1\r\nHost: evil.example`);
    expect(seen.at(-1)?.url).toBe("http://localhost/v1/x?a=1");
    await send(`GET ${target}/v1/http10 HTTP/1.0`);
    expect(seen.at(-1)?.url).toBe("http://localhost/v1/http10");
    expect(front.lines.at(-1)).toMatchObject({ path: "/v1/http10" });
  });
  test("404 for a target whose path is not of this origin, however it is written", async () => {
    const before = seen.length;
    for (const path of ["//v1/x", "/x/../v1/x", "/%761/x", "/l/abc", "/v1%2fx"]) {
      expect((await send(`GET http://${front.host}${path} HTTP/1.1\r\n{host}`)).status, path).toBe(404);
    }
    expect(seen.length).toBe(before);
  });
  test("passes a target with a malformed escape as it was sent", async () => {
    await send("GET /v1/payments/%E0%A4%A HTTP/1.1\r\n{host}");
    expect(seen.at(-1)?.url).toBe("http://localhost/v1/payments/%E0%A4%A");
  });
});

test("405 and 413 in development, where the framework's router answers /v1", async () => {
  const development = await openFront((_req, res) => res.end("from the router"), { isDevelopment: true });
  const ask = async (method: string, line: string) =>
    (await sendRaw(development.port, `${method} /v1/x HTTP/1.1\r\nHost: ${development.host}\r\n${line}\r\n\r\n`))
      .status;
  try {
    expect(await ask("GET", "A: b")).toBe(200);
    expect(await ask("PROPFIND", "A: b")).toBe(405);
    expect(await ask("POST", "Content-Length: 2000000")).toBe(413);
  } finally {
    await development.close();
  }
});

test("logs one line per request, without its query string", async () => {
  const before = front.lines.length;
  await send("GET /panel?password=1 HTTP/1.1\r\n{host}\r\nConnection: close");
  expect(front.lines.slice(before)).toEqual([
    expect.objectContaining({ method: "GET", path: "/panel", status: 200, ip: "127.0.0.1", origin: "api" }),
  ]);
  expect(JSON.stringify(front.lines)).not.toContain("password");
});

test("logs probes and static files below the usual level, and the account and payment that a door has named", async () => {
  const v1 = async () => {
    nameInLog({ partnerId: "prt_1", paymentCode: "pay_1" });
    return new Response("{}");
  };
  const named = await openFront((_req, res) => res.end(), { v1 });
  for (const path of ["/healthz", "/_next/static/a.js", "/v1/payments"]) {
    await sendRaw(named.port, `GET ${path} HTTP/1.1\r\nHost: ${named.host}\r\nConnection: close\r\n\r\n`);
  }
  await named.close();
  expect(named.lines).toEqual([
    expect.objectContaining({ level: "debug", path: "/healthz" }),
    expect.objectContaining({ level: "debug", path: "/_next/static/a.js" }),
    expect.objectContaining({ path: "/v1/payments", partnerId: "prt_1", paymentCode: "pay_1" }),
  ]);
});

test("200 for /healthz, 503 for /readyz while stopping", async () => {
  expect(await send("GET /healthz HTTP/1.1\r\n{host}")).toMatchObject({
    status: 200,
    body: '{"status":"ok"}',
  });
  const stopping = await openFront((_req, res) => res.end(), { isStopping: () => true });
  const ready = await sendRaw(stopping.port, `GET /readyz HTTP/1.1\r\nHost: ${stopping.host}\r\n\r\n`);
  expect(ready).toMatchObject({ status: 503, body: '{"status":"stopping"}', hasClosed: true });
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
    expect(await status("panel.test", "http://api.test/v1/payments")).toBe(200);
    expect(await status("panel.test", "http://api.test/panel")).toBe(404);
    expect(await status("api.test", "http://panel.test/v1/payments")).toBe(404);
  } finally {
    await two.close();
  }
});

describe("each request is reported", () => {
  const merchants = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  test("with a template in place of its address; only the merchant API continues a trace of the caller", async () => {
    const [starts, ends]: [RequestStart[], object[]] = [[], []];
    setTelemetry({
      ...noProcessTelemetry,
      startRequest(start) {
        starts.push(start);
        return { traceId: undefined, run: (work) => work(), end: () => undefined };
      },
      requestAnswered: ({ durationMs: _, ...end }) => void ends.push(end),
    });
    await send(`GET /v1/payments/pay_1?secret=1 HTTP/1.1\r\n{host}\r\ntraceparent: ${merchants}`);
    await send(`GET /panel/payments/pay_1 HTTP/1.1\r\n{host}\r\ntraceparent: ${merchants}`);
    await expect.poll(() => ends).toHaveLength(2);
    setTelemetry(noProcessTelemetry);
    expect(starts.map(({ traceParent }) => traceParent)).toEqual([merchants, undefined]);
    expect(ends).toEqual([
      { method: "GET", route: "/v1/*", status: 200 },
      { method: "GET", route: "/panel/*", status: 200 },
    ]);
  });
});
