import type { RequestListener } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { answerInLanguage, answerWithStatus, requestStore } from "@/server/request-store";
import { openFront, sendRaw, type TestFront } from "../testing/doors/front";
import { finishRequests } from "./finish-requests";

let front: TestFront;
afterEach(() => front.close());

const open = async (router: RequestListener, origin: "api" | "pay" = "api") => {
  front = await openFront(router, { origin });
};
const get = (path: string, headers = "") =>
  sendRaw(front.port, `GET ${path} HTTP/1.1\r\nHost: ${front.host}\r\n${headers}\r\n`);
const page = `<html><script src="/_next/a.js"></script><p>${"ş".repeat(2_000)}</p></html>`;

describe("pages", () => {
  test("of the pay origin lose the framework's scripts, also when they are written in pieces", async () => {
    await open((_req, res) => {
      res.setHeader("Content-Type", "text/html; charset=utf-8");
      res.flushHeaders();
      const bytes = Buffer.from(page);
      res.write(bytes.subarray(0, 20));
      res.write(bytes.subarray(20, 151));
      res.end(bytes.subarray(151));
    }, "pay");
    const answer = await get("/l/abc");
    expect(Buffer.from(answer.body, "latin1").toString()).toBe(`<html><p>${"ş".repeat(2_000)}</p></html>`);
    expect(answer.head).toMatch(/^content-security-policy: default-src 'none'; script-src 'nonce-/im);
    expect(answer.head).toMatch(/^cache-control: no-store$/im);
  });
  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("are compressed with %s when the client accepts it", async (encoding, decompress) => {
    await open((_req, res) => res.writeHead(200, { "Content-Type": "text/html", ETag: '"a"' }).end(page));
    const answer = await get("/panel", `Accept-Encoding: deflate, ${encoding};q=0.5\r\n`);
    expect(answer.head).toMatch(new RegExp(`^content-encoding: ${encoding}$`, "im"));
    expect(answer.head).toMatch(/^etag: W\/"a"$/im);
    expect(answer.head).toMatch(/^vary: Accept-Encoding$/im);
    expect(decompress(Buffer.from(answer.body, "latin1")).toString()).toBe(page);
  });
  test("are not compressed when they are small or no text, or when the client refuses it", async () => {
    await open((req, res) => {
      const isImage = req.url === "/image";
      res.setHeader("Content-Type", isImage ? "image/png" : "text/html");
      res.end(req.url === "/small" ? "x" : page);
    });
    for (const [path, accepted] of [
      ["/small", "br"],
      ["/image", "br"],
      ["/page", "br;q=0, identity"],
    ] as const) {
      expect((await get(path, `Accept-Encoding: ${accepted}\r\n`)).head).not.toMatch(/content-encoding/i);
    }
  });
  test("of the pay origin have Content-Language; data of the pay origin has not", async () => {
    await open((req, res) => {
      answerInLanguage("en");
      res.setHeader("Content-Type", req.url === "/l/a" ? "text/html; charset=utf-8" : "application/json");
      res.end("{}");
    }, "pay");
    expect((await get("/l/a")).head).toMatch(/^content-language: en\r?$/im);
    expect((await get("/l/a/status")).head).not.toMatch(/^content-language/im);
  });
  test("of the pay origin do not vary by the framework's headers", async () => {
    await open((_req, res) => res.setHeader("Vary", "rsc, next-router-prefetch, Accept").end("x"), "pay");
    expect((await get("/handoff")).head).toMatch(/^vary: Accept\r?$/im);
  });
  test("get a new nonce each, which the framework receives", async () => {
    const received: unknown[] = [];
    await open((req, res) => {
      received.push([req.headers["content-security-policy"], requestStore()?.nonce]);
      res.end();
    });
    const heads = [(await get("/panel")).head, (await get("/panel")).head];
    const nonces = heads.map((head) => /'nonce-([^']+)'/.exec(head)?.[1]);
    expect(new Set(nonces).size).toBe(2);
    expect(received).toEqual(nonces.map((nonce) => [expect.stringContaining(`'nonce-${nonce}'`), nonce]));
  });
});

describe("a link's page allows reading only", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("405 for %s, before the framework", async (method) => {
    const calls: string[] = [];
    await open((req, res) => res.end(String(calls.push(req.url ?? ""))), "pay");
    const ask = (path: string) =>
      sendRaw(front.port, `${method} ${path} HTTP/1.1\r\nHost: ${front.host}\r\nContent-Length: 0\r\n\r\n`);
    const answer = await ask("/l/abc?lang=en");
    expect(answer.status).toBe(405);
    expect(answer.head).toMatch(/^allow: GET, HEAD\r?$/im);
    expect((await ask("/l/abc/pay")).status).toBe(200);
    expect(calls).toEqual(["/l/abc/pay"]);
  });
});

describe("a posted body", () => {
  test.each([
    ["pay", "/handoff", true],
    ["api", "/sandbox/clock", false],
  ] as const)("on the %s origin at %s: overwritten after the answer: %s", async (origin, path, isOverwritten) => {
    const pieces: Buffer[] = [];
    let seen = "";
    await open((req, res) => {
      req.on("data", (piece: Buffer) => pieces.push(piece));
      req.once("end", () => {
        seen = Buffer.concat(pieces).toString();
        res.end("ours");
      });
    }, origin);
    const head = `POST ${path} HTTP/1.1\r\nHost: ${front.host}\r\nContent-Length: 20\r\n\r\n`;
    expect(await sendRaw(front.port, `${head}pan=4546711234567894`)).toMatchObject({ status: 200, body: "ours" });
    expect(seen).toBe("pan=4546711234567894");
    expect(Buffer.concat(pieces).equals(Buffer.alloc(20))).toBe(isOverwritten);
  });
});

describe("OPTIONS", () => {
  test.each(["/api/trpc/payment.list", "/api/auth/session", "/panel", "/assets/a.js", "/openapi.json"])(
    "405 for %s, before the framework answers it with 204",
    async (path) => {
      await open((_req, res) => res.writeHead(204).end(), "api");
      const answer = await sendRaw(front.port, `OPTIONS ${path} HTTP/1.1\r\nHost: ${front.host}\r\n\r\n`);
      expect(answer.status).toBe(405);
      expect(answer.head).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE\r?$/im);
    },
  );
  test.each(["/sandbox/clock", "/api/inngest"])("is left to the handler of %s", async (path) => {
    await open((_req, res) => res.end("ours"), "api");
    const answer = await sendRaw(front.port, `OPTIONS ${path} HTTP/1.1\r\nHost: ${front.host}\r\n\r\n`);
    expect(answer).toMatchObject({ status: 200, body: "ours" });
  });
});

describe("a page's own status", () => {
  const asking = async (origin: "api" | "pay") =>
    open((_req, res) => {
      answerWithStatus(404);
      res.writeHead(200, { "Content-Type": "text/html" }).end(page);
    }, origin);

  test("is sent, also for HEAD", async () => {
    await asking("pay");
    const head = await sendRaw(front.port, `HEAD /l/abc HTTP/1.1\r\nHost: ${front.host}\r\n\r\n`);
    expect([(await get("/l/abc")).status, head.status]).toEqual([404, 404]);
  });
  test("is sent with a page that is not rewritten", async () => {
    await asking("api");
    expect((await get("/panel")).status).toBe(404);
  });
});

describe("headers", () => {
  test("a handler's own policy and caching win; all other headers are the server's", async () => {
    await open((_req, res) => {
      res.setHeader("Content-Security-Policy", "form-action https://bank.example");
      res.setHeader("Referrer-Policy", "unsafe-url");
      res.setHeader("Cache-Control", "private, no-store");
      res.end();
    }, "pay");
    const { head } = await get("/handoff");
    expect(head.match(/^content-security-policy: .*$/gim)).toEqual([
      expect.stringMatching("form-action https://bank.example"),
    ]);
    expect(head.match(/^referrer-policy: .*$/gim)).toEqual([expect.stringMatching("no-referrer")]);
    expect(head).toMatch(/^cache-control: private, no-store$/im);
  });
  test("of the pay origin do not preload the framework's scripts, and name the endpoint for policy reports", async () => {
    const styles = '</_next/a.css>; rel=preload; as="style"';
    const router: RequestListener = (req, res) => {
      if (req.url === "/l/abc") res.setHeader("Link", `${styles}, </_next/b.js>; rel=preload; as="script"`);
      if (req.url === "/l/def") res.setHeader("Link", "</_next/c.js>; rel=modulepreload");
      res.end();
    };
    await open(router, "pay");
    const { head } = await get("/l/abc");
    expect(/^link: (.*?)\r?$/im.exec(head)?.[1]).toBe(styles);
    expect(head).toMatch(/^reporting-endpoints: csp="\/csp-report"\r?$/im);
    expect((await get("/l/def")).head).not.toMatch(/^link:/im);
  });
  test("only the pay origin forbids search engines", async () => {
    await open((_req, res) => res.end(), "pay");
    expect((await get("/l/abc")).head).toMatch(/^x-robots-tag: noindex, nofollow$/im);
    await front.close();
    await open((_req, res) => res.end());
    expect((await get("/docs/webhooks")).head).not.toMatch(/x-robots-tag/i);
  });
  test("a client cannot pose as a proxy, as middleware, or ask the pay origin for a page's data", async () => {
    let headers: object = {};
    await open((req, res) => {
      headers = { ...req.headers };
      res.end();
    }, "pay");
    const posing = ["X-Forwarded-Host", "X-Forwarded-Proto", "X-Middleware-Subrequest", "RSC", "Next-Action"];
    await get("/l/abc", posing.map((name) => `${name}: evil\r\n`).join(""));
    expect(JSON.stringify(headers)).not.toContain("evil");
  });
});

test("stopping lets a request finish and accepts no new one", async () => {
  const answers: (() => void)[] = [];
  await open((_req, res) => void answers.push(() => res.end("done")));
  const slow = sendRaw(front.port, `GET /slow HTTP/1.1\r\nHost: ${front.host}\r\n\r\n`, 60_000);
  await vi.waitFor(() => expect(answers).toHaveLength(1), 60_000);
  const stopped = finishRequests(front.server, { graceMs: 60_000 });
  await vi.waitFor(() => expect(front.server.listening).toBe(false), 60_000);
  const late = await get("/late");
  expect(late).toMatchObject({ status: 0, hasClosed: true });
  for (const answer of answers) answer();
  expect(await slow).toMatchObject({ status: 200, body: "done", hasClosed: true });
  await stopped;
});

describe("data of the pay origin", () => {
  const readPolicy = (head: string) => /^content-security-policy: (.*?)\r?$/im.exec(head)?.[1];

  test("has a policy that allows nothing, unless its handler sets another", async () => {
    await open((req, res) => {
      res.setHeader("Content-Type", "application/json; charset=utf-8");
      if (req.url === "/l/own") res.setHeader("Content-Security-Policy", "sandbox");
      res.statusCode = 404;
      res.end("{}");
    }, "pay");
    expect(readPolicy((await get("/l/abc/status")).head)).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(readPolicy((await get("/l/own")).head)).toBe("sandbox");
  });
  test("has a policy that allows nothing when the server itself refuses", async () => {
    await open((_req, res) => res.end("x"), "pay");
    const refused = await sendRaw(front.port, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    const unread = await sendRaw(front.port, "FROB / HTTP/1.1\r\n\r\n");
    for (const { head } of [refused, unread])
      expect(readPolicy(head)).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});
