import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processGlobal } from "@/server/process-global";
import { noProcessTelemetry, setTelemetry } from "../telemetry/telemetry";
import { sendRaw } from "../testing/doors/front";
import { createAdminListener } from "./admin-listener";
import type { Readiness, Runtime } from "./runtime-handle";

let isStopping = false;
let readiness: Readiness = { database: true, migrations: true, jobs: true, installation: true };
const server = createAdminListener({ isStopping: () => isStopping, metricsMs: 50 });
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  processGlobal<Runtime>("runtime").value = {
    ready: async () => readiness,
  } as Runtime;
});
afterAll(() => {
  server.close();
  setTelemetry(noProcessTelemetry);
});

const get = (path: string, host = "10.0.0.5:3004", method = "GET") =>
  sendRaw((server.address() as AddressInfo).port, `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);

test("answers probes for any Host, such as an IP address", async () => {
  expect(await get("/healthz")).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  expect(await get("/readyz?verbose", "kubernetes")).toMatchObject({ status: 200 });
});

test.each(["database", "migrations", "jobs", "installation"] as const)("503 where %s is not ready", async (part) => {
  readiness = { ...readiness, [part]: false };
  const { status, body } = await get("/readyz");
  readiness = { ...readiness, [part]: true };
  expect([status, JSON.parse(body)]).toEqual([503, { status: "unavailable", ...readiness, [part]: false }]);
});

test("200 while only Redis does not answer, because the limits are then counted per process", async () => {
  readiness = { ...readiness, redis: false };
  expect(await get("/readyz")).toMatchObject({ status: 200, body: expect.stringContaining('"redis":false') });
});

test("503 while the process stops, and /healthz stays 200", async () => {
  isStopping = true;
  expect(await get("/readyz")).toMatchObject({ status: 503, body: '{"status":"stopping"}' });
  expect(await get("/healthz")).toMatchObject({ status: 200 });
  isStopping = false;
});

test("200 with the metrics of the process for any Host, 503 where they take too long, 404 where they are off", async () => {
  const collectAs = (collect: () => Promise<string> | null) => setTelemetry({ ...noProcessTelemetry, collect });
  expect(await get("/metrics")).toMatchObject({ status: 404 });
  collectAs(async () => "vezne_database_up 1\n");
  const answer = await get("/metrics", "prometheus");
  expect(answer).toMatchObject({ status: 200, body: "vezne_database_up 1\n" });
  expect(answer.head).toContain("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
  collectAs(() => new Promise(() => undefined));
  expect(await get("/metrics")).toMatchObject({ status: 503 });
});

test("404 for everything else, 405 for other methods than reading", async () => {
  expect(await get("/v1/payments")).toMatchObject({ status: 404 });
  expect(await get("/readyz", "a", "POST")).toMatchObject({ status: 405 });
});
