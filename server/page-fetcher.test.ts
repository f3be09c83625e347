import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchPage } from "./page-fetcher";

let server: Server;
const seen: { request: IncomingMessage; body: string }[] = [];
const answers: Readonly<Record<string, { headers: Record<string, string>; body: Buffer; status?: number }>> = {
  "/plain": { headers: { "Set-Cookie": "a=b" }, body: Buffer.from("<p>ş</p>") },
  "/gzip": { headers: { "Content-Encoding": "gzip" }, body: gzipSync("<p>ş</p>") },
  "/br": { headers: { "Content-Encoding": "br" }, body: brotliCompressSync("<p>ş</p>") },
  "/moved": { headers: { Location: "/plain" }, body: Buffer.alloc(0), status: 302 },
  "/large": { headers: {}, body: Buffer.alloc(3_000_000, "x") },
  "/bomb": { headers: { "Content-Encoding": "gzip" }, body: gzipSync(Buffer.alloc(3_000_000, "x")) },
  "/odd": { headers: { "Content-Encoding": "zstd" }, body: Buffer.from("x") },
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({ request, body: Buffer.concat(chunks).toString() });
    const { headers, body, status = 200 } = answers[request.url ?? ""]!;
    response.writeHead(status, headers).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

const fetchFrom = (path: string, form: Record<string, string> | null = null) => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return fetchPage({ address, method: form ? "POST" : "GET", form });
};

test.each(["/plain", "/gzip", "/br"])("returns the unpacked bytes of %s", async (path) => {
  const { status, body } = await fetchFrom(path);
  expect([status, Buffer.from(body).toString("utf8")]).toEqual([200, "<p>ş</p>"]);
});

test("returns a redirect as it is, and every header line", async () => {
  expect((await fetchFrom("/moved")).status).toBe(302);
  expect((await fetchFrom("/plain")).headers).toContainEqual(["set-cookie", "a=b"]);
});

test.each(["/large", "/bomb", "/odd"])("rejects %s: more than 2 MiB, or bytes that it cannot unpack", async (path) => {
  await expect(fetchFrom(path)).rejects.toThrow();
});

test("asks as a browser does, and posts a form from the page's own origin", async () => {
  await fetchFrom("/plain", { paymentRef: "R&1" });
  const { request, body } = seen.at(-1)!;
  expect(body).toBe("paymentRef=R%261");
  expect(request.headers).toMatchObject({
    "user-agent": expect.stringMatching(/^Mozilla\/5\.0 .*Chrome/),
    "accept-language": expect.stringMatching(/^tr/),
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded",
  });
});
