import { describe, expect, test } from "vitest";
import { canonicalText, createSignature } from "@/server/executor/protocol";
import {
  createFunctionsContext,
  createRecordingLog,
  testClient,
  testSigningKey,
} from "@/server/testing/executor/functions-context";
import { createClient } from "./client";
import { createFunctions, createHandler } from "./jobs";

const { ctx, log } = createFunctionsContext();
const url = "http://api.test/api/inngest";

const createTestHandler = (client = testClient()) =>
  createHandler({
    client,
    functions: createFunctions(client, ctx, () => undefined),
    origin: "http://api.test",
    log,
  });
const handler = createTestHandler();

const ask = (method: string, body?: string, signature?: string, inBand = false) =>
  handler(
    new Request(`${url}?fnId=vezne-fire-due&stepId=step`, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        ...(signature !== undefined && { "x-inngest-signature": signature }),
        ...(inBand && { "x-inngest-sync-kind": "in_band" }),
      },
    }),
  );
const signed = (text: string, at = new Date()) => createSignature(text, testSigningKey, at);
const body = canonicalText({ url });

describe("/api/inngest without a valid signature", () => {
  const foreign = createSignature(body, "signkey-test-ffff", new Date());
  const stale = signed(body, new Date(Date.now() - 10 * 60_000));
  test.each([
    ["GET, unsigned", "GET", undefined, undefined],
    ["PUT, unsigned", "PUT", body, undefined],
    ["PUT, unsigned and empty", "PUT", undefined, undefined],
    ["POST, unsigned", "POST", body, undefined],
    ["POST, unsigned and not JSON", "POST", "{", undefined],
    ["POST, not JSON", "POST", "{", signed("{")],
    ["POST, signed with another key", "POST", body, foreign],
    ["POST, signed for another body", "POST", "{}", signed(body)],
    ["POST, signed ten minutes ago", "POST", body, stale],
    ["PUT, signed with another key", "PUT", body, foreign],
    ["GET, signed with nonsense", "GET", undefined, "t=1&s=2"],
    ["GET, signature without parts", "GET", undefined, "x"],
    ["DELETE, unsigned", "DELETE", undefined, undefined],
  ])("401 without any detail: %s", async (_, method, text, signature) => {
    for (const inBand of [false, true]) {
      const response = await ask(method, text, signature, inBand);
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ message: "Unauthorized" });
      expect([...response.headers.keys()]).toEqual(["content-type"]);
    }
  });
});

describe("/api/inngest with a valid signature", () => {
  test("names every function with its triggers and limits in an in-band registration", async () => {
    const response = await ask("PUT", body, signed(body), true);
    expect(response.status).toBe(200);
    const { functions } = (await response.json()) as { functions: { id: string }[] };
    expect(Object.fromEntries(functions.map(({ id, ...rest }) => [id, rest]))).toMatchObject({
      "vezne-relay-outbox": { triggers: [{ event: "webhook/outbox.written" }], concurrency: 1 },
      "vezne-deliver-webhook": {
        triggers: [{ event: "webhook/deliveries.created" }],
        concurrency: { key: "event.data.partnerId", limit: 2 },
      },
      "vezne-resend-deliveries": {
        triggers: [{ event: "webhook/resends.wanted" }],
        concurrency: { key: "event.data.partnerId", limit: 1 },
      },
      "vezne-inquire-unknown": {
        triggers: [{ event: "capture/outcome.unknown" }, { event: "refund/outcome.unknown" }],
        concurrency: 50,
      },
      "vezne-send-mail": { triggers: [{ event: "mail/outbox.written" }], concurrency: 10 },
      "vezne-fire-due": { triggers: [{ cron: "* * * * *" }], concurrency: 1 },
      "vezne-check-pages": {
        triggers: [{ cron: "20 * * * *" }],
        concurrency: 1,
        steps: { step: { retries: { attempts: 3 } } },
      },
      "vezne-export-audit-heads": { triggers: [{ cron: "0 * * * *" }], concurrency: 1 },
      "vezne-mail-audit-heads": { triggers: [{ cron: "TZ=Europe/Istanbul 0 6 * * *" }], concurrency: 1 },
    });
    expect(functions).toHaveLength(9);
  });
  test("signs the answer", async () => {
    const response = await ask("GET", undefined, signed(""));
    expect(response.status).toBe(200);
    expect(response.headers.get("x-inngest-signature")).toMatch(/^t=\d+&s=[0-9a-f]{64}$/);
  });
});

test("answers a development server without signatures", async () => {
  const settings = {
    eventKey: "e",
    signingKey: null,
    baseUrl: "http://localhost:8288",
    log: createRecordingLog(),
  };
  const answer = createTestHandler(createClient(settings));
  const response = await answer(
    new Request(url, { method: "PUT", body, headers: { "x-inngest-sync-kind": "in_band" } }),
  );
  expect(response.status).toBe(200);
});
