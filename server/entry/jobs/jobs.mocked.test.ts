import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AppContext } from "@/server/context";
import { readEnv } from "@/server/env";
import { canonicalText, createSignature } from "@/server/executor/protocol";
import { createFunctionsContext, testSigningKey } from "@/server/testing/executor/functions-context";
import type { BackgroundSignals } from "@/server/usecases/ctx";
import { handleInngest, type Jobs, remoteEngine, startJobs } from "./jobs";

vi.mock("@/server/usecases/operations/do-due-work");

/** Jobs with an Inngest server that takes every request and answers none but the one of its first page. */
const server = createServer(({ method, url }, response) => {
  if (method === "GET" && url === "/") response.writeHead(404).end();
});
let jobs: Jobs;
let listener: BackgroundSignals | null = null;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const env = readEnv({
    DATABASE_URL: "postgresql://127.0.0.1:1/none",
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    AUDIT_KEYS: `a1:${Buffer.alloc(32, 2).toString("base64")}`,
    AUTH_SECRET: "a".repeat(32),
    SANDBOX_KEY: "s".repeat(16),
    INNGEST_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_SIGNING_KEY: testSigningKey,
  });
  const connect = (next: BackgroundSignals) => {
    listener = next;
  };
  jobs = await startJobs({
    ...createFunctionsContext().ctx,
    env,
    signals: { connect },
  } as unknown as AppContext);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("answers a signed call of an Inngest server", async () => {
  const body = canonicalText({ url: "http://api.test/api/inngest" });
  const signed = createSignature(body, testSigningKey, new Date());
  const headers = { "x-inngest-signature": signed, "x-inngest-sync-kind": "in_band" };
  const request = new Request("http://api.test/api/inngest", { method: "PUT", body, headers });
  expect((await handleInngest(request)).status).toBe(200);
});

test("an Inngest server is there when it answers anything, and away when nothing listens", async () => {
  expect(await jobs.isEngineAnswering()).toBe(true);
  const engine = { kind: "development", baseUrl: "http://127.0.0.1:1", eventKey: "event-key" } as const;
  const { log } = createFunctionsContext().ctx;
  expect(await remoteEngine({ engine, origin: "http://api.test", log }).isAnswering()).toBe(false);
});

test("stops all parts in parallel, so a signal without an answer delays none of them", async () => {
  const signalReceived = new Promise<void>((resolve) =>
    server.on("request", ({ url = "" }) => url.startsWith("/e/") && resolve()),
  );
  listener?.outboxWritten();
  await signalReceived;
  // The second wait is shorter than the timeout of one request. Both run on timers of this process.
  const first = await Promise.race([jobs.stop().then(() => "stopped"), sleep(5_000, "late", { ref: false })]);
  expect(first).toBe("stopped");
});
