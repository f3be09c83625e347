import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { type Answer, ask } from "../support/http";
import { sandbox } from "../support/product";

// The functions' endpoint is public, so it accepts only signed requests (D-54, S28).

const target = "/api/inngest";
const call = `${target}?fnId=vezne-deliver-webhook&stepId=step`;
const body = JSON.stringify({
  event: { name: "webhook/deliveries.created", data: { partnerId: "x", deliveryIds: ["y"] } },
  events: [{ name: "webhook/deliveries.created", data: { partnerId: "x", deliveryIds: ["y"] } }],
  steps: {},
  ctx: {
    run_id: "1",
    attempt: 0,
    disable_immediate_execution: true,
    use_api: false,
    stack: { stack: [], current: 0 },
  },
  version: 1,
});

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const signedBy = (key: string, at: number) =>
  `t=${at}&s=${createHmac("sha256", key)
    .update(body + at)
    .digest("hex")}`;

/** Expects a refusal without information about the endpoint. */
function expectRefused(answer: Answer): void {
  expect(answer.status, answer.text).toBe(401);
  expect(answer.json()).toEqual({ message: "Unauthorized" });
  const headers = JSON.stringify(answer.headers);
  expect(headers).not.toMatch(/inngest|vezne|set-cookie|x-powered-by/i);
}

const signatures: [title: string, signature: string | null][] = [
  ["unsigned", null],
  ["signed with nothing", ""],
  ["signed with no signature", "t=&s="],
  ["signed with a wrong key", signedBy("no-key-of-ours", nowSeconds())],
  ["signed with an empty key", signedBy("", nowSeconds())],
  ["signed with the sandbox's key", signedBy(sandbox.sandboxKey, nowSeconds())],
  ["signed an hour ago", signedBy("no-key-of-ours", nowSeconds() - 3_600)],
  ["signed for tomorrow", signedBy("no-key-of-ours", nowSeconds() + 86_400)],
  ["signed at no time", `t=never&s=${"0".repeat(64)}`],
];

for (const [title, signature] of signatures) {
  const headers = {
    "Content-Type": "application/json",
    ...(signature !== null && { "X-Inngest-Signature": signature }),
  };
  test(`401 ${title}: GET, PUT and POST`, async () => {
    expectRefused(await ask(sandbox.apiUrl, target, { headers }));
    expectRefused(await ask(sandbox.apiUrl, target, { method: "PUT", headers, body: "{}" }));
    expectRefused(
      await ask(sandbox.apiUrl, target, {
        method: "PUT",
        headers: { ...headers, "X-Inngest-Sync-Kind": "in_band" },
        body: JSON.stringify({ url: `${sandbox.apiUrl}${target}` }),
      }),
    );
    expectRefused(await ask(sandbox.apiUrl, call, { method: "POST", headers, body }));
  });
}

test("401 with the same response for unreadable and for unsigned requests", async () => {
  const signature = signedBy("no-key-of-ours", nowSeconds());
  for (const unreadable of ["", "{", "null", "[]", "\u0000"]) {
    const headers = { "Content-Type": "application/json", "X-Inngest-Signature": signature };
    expectRefused(await ask(sandbox.apiUrl, call, { method: "POST", headers, body: unreadable }));
  }
});

test("401 with the development server's headers and query", async () => {
  const headers = {
    "Content-Type": "application/json",
    "X-Inngest-Server-Kind": "dev",
    "X-Inngest-Env": "dev",
  };
  expectRefused(await ask(sandbox.apiUrl, `${target}?probe=trust`, { method: "POST", headers, body }));
  expectRefused(await ask(sandbox.apiUrl, `${target}?deployId=1`, { method: "PUT", headers, body: "{}" }));
});

for (const method of ["DELETE", "PATCH", "OPTIONS", "TRACE"]) {
  test(`405 ${method}`, async () => {
    const answer = await ask(sandbox.apiUrl, target, { method });
    expect(answer.status, answer.text).toBe(405);
    expect(answer.text).not.toMatch(/inngest|vezne/i);
  });
}

test("404 on the pay origin", async () => {
  for (const method of ["GET", "POST", "PUT"]) {
    expectError(await ask(sandbox.payUrl, target, { method }), 404, "not_found");
  }
});
