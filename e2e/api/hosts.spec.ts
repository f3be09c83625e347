import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { converse } from "../support/raw-socket";

const merchant = new Merchant(sandbox.apiUrl, demo);
const { host, port } = new URL(sandbox.apiUrl);
const payHost = new URL(sandbox.payUrl).host;

test.describe("421 for another host", () => {
  const others = [
    "evil.example",
    `evil.example:${port}`,
    "localhost",
    `localhost:1`,
    `localhost.:${port}`,
    `${host}.evil.example`,
    `evil.example@${host}`,
    `evil.localhost:${port}`,
    `127.0.0.1:${port}`,
    `[::1]:${port}`,
    payHost,
    `${host}/`,
    `${host}, evil.example`,
  ];
  for (const Host of others) {
    test(`421 ${Host}`, async () => {
      expectError(await merchant.get("/v1/payments/x", { headers: { Host } }), 421, "misdirected_request");
      expectError(await ask(sandbox.apiUrl, "/", { headers: { Host } }), 421, "misdirected_request");
    });
  }
  test("421 for the pay pages under the API's name", async () => {
    expectError(await ask(sandbox.payUrl, "/handoff", { headers: { Host: host } }), 421, "misdirected_request");
  });
  const send = (...lines: string[]) => converse(sandbox.apiUrl, [...lines, "Connection: close", "", ""].join("\r\n"));
  test("421 Host with nothing", async () => {
    expect(await send("GET /v1/x HTTP/1.1", "Host: ")).toMatch(/^HTTP\/1\.1 421 /);
  });
  for (const lines of [[], [`Host: ${host}`, "Host: evil.example"], [`Host: ${host}`, `Host: ${host}`]]) {
    test(`400 ${lines.length === 0 ? "no host" : lines.join(" and ")}`, async () => {
      const received = await send("GET /v1/x HTTP/1.1", ...lines);
      expect(received).toMatch(/^HTTP\/1\.1 400 /);
      expect(received).toContain('"code":"validation_error"');
      expect(received).not.toMatch(/^ratelimit/im);
    });
  }
  test("421 when the request target names another host", async () => {
    const received = await send("GET http://evil.example/v1/payments/x HTTP/1.1", `Host: ${host}`);
    expect(received).toMatch(/^HTTP\/1\.1 421 /);
    expect(received).not.toContain("evil.example");
  });
  test("401 when the request target names our host, whatever the Host line says", async () => {
    const received = await send(`GET ${sandbox.apiUrl}/v1/payments/x HTTP/1.1`, "Host: evil.example");
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(received).toMatch(/^ratelimit: /im);
  });
});

test("201 with the proxy headers about the host ignored", async () => {
  const headers = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Port": "1",
    "X-Original-URL": "/v1/x",
    "X-Rewrite-URL": "/v1/x",
    Forwarded: "host=evil.example;proto=https",
  };
  const answer = await merchant.post(merchant.request(), { headers });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json().handoffUrl).toBe(`${sandbox.payUrl}/handoff`);
  expect(answer.text).not.toContain("evil");
  const page = await ask(sandbox.apiUrl, "/", { headers });
  expect(page.text + JSON.stringify(page.headers)).not.toContain("evil.example");
});

test("200 for a host in any letter case", async () => {
  const answer = await ask(sandbox.apiUrl, "/healthz", { headers: { Host: host.toUpperCase() } });
  expect(answer.status).toBe(200);
});
