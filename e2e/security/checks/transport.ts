import { randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { projectRoot } from "@/server/launch/project";
import { expectNoLeak } from "../../support/envelope";
import { ask } from "../../support/http";
import { Merchant } from "../../support/merchant";
import { demo, sandbox } from "../../support/product";
import { rawRequests } from "../../support/raw-requests";
import { converse, statusesIn } from "../../support/raw-socket";
import { type Check, NotTestable } from "../check";

/** What reaches the listeners: hosts, methods, paths, malformed and ambiguous requests. */

const { apiUrl, payUrl } = sandbox;
const merchant = new Merchant(apiUrl, demo);

export const noRedirectToTls: Check = async (run) => {
  const { env } = await run.live();
  const targets = ["/v1/payment-links", "/v1/payments", "/readyz"];
  for (const target of targets) {
    const headers = { Host: new URL(env.API_ORIGIN).host, Authorization: "Bearer sk_live_x" };
    const { status, headers: answered } = await ask(`http://127.0.0.1:${env.PORT}`, target, { headers });
    expect([301, 302, 307, 308], `${target} in clear text`).not.toContain(status);
    expect(answered.location, target).toBeUndefined();
  }
  const hello = Buffer.from("16030100050100000103", "hex");
  expect(statusesIn(await converse(`http://127.0.0.1:${env.PORT}`, hello)), "a TLS handshake").toEqual([400]);
  throw new NotTestable(
    `TLS is terminated by the proxy; in live mode ${targets.length} clear requests got no redirect`,
  );
};

export const hostIsNotBelieved: Check = async () => {
  const hosts = ["evil.example", "localhost.evil.example", `${new URL(apiUrl).host}.evil.example`, "127.0.0.1:1"];
  for (const Host of hosts) {
    for (const origin of [apiUrl, payUrl]) {
      expect((await ask(origin, "/v1/payments/x", { headers: { Host } })).status, `${Host} at ${origin}`).toBe(421);
    }
  }
  const names = ["X-Forwarded-Host", "X-Host", "X-Forwarded-Server", "X-Original-Host", "Forwarded", "X-Original-URL"];
  for (const name of names) {
    const headers = { [name]: name === "Forwarded" ? "host=evil.example" : "evil.example", "X-Forwarded-Proto": "ftp" };
    const link = await merchant.createLink({}, { headers });
    expect([link.status, new URL(link.json().url).origin], name).toEqual([201, payUrl]);
    const payment = await merchant.post(merchant.request(), { headers });
    expect(new URL(payment.json().handoffUrl).origin, name).toBe(payUrl);
  }
  return { done: `${hosts.length * 2} foreign hosts got 421; ${names.length} headers changed no address` };
};

export const errorsRevealNothing: Check = async () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const bodies: readonly (readonly [string, string | Uint8Array])[] = [
    ["malformed", '{"amount":'],
    ["10,000 levels", nested(10_000)],
    ["1 MB", JSON.stringify({ description: "x".repeat(1_048_576) })],
    ["bad UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ["NUL", '{"amount":1,"partnerTxCode":"a\u0000b"}'],
    ["escaped NUL", '{"amount":1,"partnerTxCode":"a\\u0000b"}'],
    ["a byte order mark", `\uFEFF${JSON.stringify({ amount: 1 })}`],
    ["a huge number", '{"amount":1e400}'],
    ["a prototype", '{"__proto__":{"amount":1},"amount":{}}'],
    ["a lone surrogate", '{"description":"\\ud800","amount":"x"}'],
    ["a list", "[]"],
    ["nothing", ""],
  ];
  for (const target of ["/v1/payments", "/v1/payment-links", "/v1/payments/pay_x/refunds", "/v1/installment-options"]) {
    for (const [name, body] of bodies) {
      const answer = await merchant.post(body, {}, target);
      expect(answer.status, `${name} at ${target}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${name} at ${target}`).toBeLessThan(500);
      expect(Object.keys(answer.json().error).sort(), name).toEqual(["code", "message", "traceId"]);
      expectNoLeak(answer.text);
    }
  }
  return { done: `${bodies.length * 4} bodies got an envelope of 4xx` };
};

export const repeatedMembersAreRefused: Check = async () => {
  const request = (partnerTxCode: string) => JSON.stringify(merchant.request({ partnerTxCode })).slice(1);
  const twice = [`{"amount":1,`, `{"\\u0061mount":1,`, `{"terminalId":"trm_x",`];
  for (const begin of twice) {
    const code = `twice-${randomUUID()}`;
    const answer = await merchant.post(begin + request(code));
    expect(answer.status, `${begin}… with the same member again`).toBe(400);
    expect((await merchant.find(code)).status, "nothing was created").toBe(404);
  }
  const inside = await merchant.post(
    `{"items":[{"name":"a","amount":1,"amount":2}],${request("x")}`,
    {},
    "/v1/payment-links",
  );
  expect(inside.status, "a member twice in an item").toBe(400);
  return { done: `${twice.length + 1} bodies with a member twice got 400` };
};

export const onlyNeededMethods: Check = async () => {
  for (const origin of [apiUrl, payUrl]) {
    for (const method of ["TRACE", "PROPFIND", "LOCK", "MKCOL"]) {
      const answer = await ask(origin, "/v1/payments", { method, headers: { "X-Secret": "echoed" } });
      expect(answer.status, `${method} ${origin}`).toBe(405);
      expect(answer.text).not.toContain("echoed");
    }
    for (const target of secretPaths()) {
      const { status, text } = await ask(origin, target);
      expect(status, `${origin}${target}`).toBe(404);
      expect(text).not.toMatch(/sourcesContent|DATABASE_URL|ref: refs/);
    }
  }
  for (const method of ["PUT", "POST", "GET"]) {
    const answer = await ask(apiUrl, "/api/inngest", { method, ...(method !== "GET" && { body: "{}" }) });
    expect(answer.status, `${method} /api/inngest without a signature`).toBe(401);
  }
  return { done: `8 methods got 405, ${secretPaths().length * 2} paths 404, 3 unsigned calls 401` };
};

/** Lists paths that a careless server would serve, and the source maps of scripts that exist. */
const secretPaths = (): string[] => [
  ..."/.env /.git/HEAD /.next/BUILD_ID /package.json /server.mjs /_next/ /_next/static/ /assets/".split(" "),
  "/..%2f..%2fetc/passwd",
  "/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=1",
  ...builtScripts().map((name) => `/_next/static/chunks/${name}.map`),
];

const builtScripts = (): string[] =>
  readdirSync(join(projectRoot, process.env.NEXT_DIST_DIR ?? ".next", "static/chunks"))
    .filter((name) => name.endsWith(".js"))
    .slice(0, 5);

export const nothingExtraIsServed: Check = async () => {
  for (const target of ["/api/trpc/self.get", "/api/staff/trpc/self.get"]) {
    const { status, headers } = await ask(apiUrl, target, {
      method: "OPTIONS",
      headers: { Origin: "https://evil.example" },
    });
    expect(status, `OPTIONS ${target}`).toBe(405);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
  const contact = await ask(apiUrl, "/.well-known/security.txt");
  expect(contact.status, "/.well-known/security.txt").toBe(200);
  expect(contact.text).toMatch(/^Contact: /m);
  expect(contact.text).toMatch(/^Expires: /m);
  const log = statSync(join(sandbox.dataDir, "logs/vezne.log"));
  expect(log.mode & 0o077, "the log is readable by its owner only").toBe(0);
  return { done: "OPTIONS got 405 at both doors, security.txt names a contact, the log is private" };
};

export const noSmuggling: Check = async () => {
  const { host } = new URL(apiUrl);
  const cases = rawRequests(host, demo.apiKeys[0], (changes) => merchant.request(changes));
  for (const { name, bytes, code } of cases) {
    const received = await converse(apiUrl, bytes);
    expect([...new Set(statusesIn(received))], name).toEqual([400]);
    expect(received, `${name}: the connection ends`).toMatch(/\r\nconnection: close\r\n/i);
    expect((await merchant.find(code)).status, `${name}: nothing was created`).toBe(404);
  }
  expect(cases.length).toBeGreaterThanOrEqual(40);
  return { done: `${cases.length} raw requests got 400 and the end of the connection` };
};
