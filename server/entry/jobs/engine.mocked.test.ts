import { afterEach, expect, test, vi } from "vitest";
import { Secret } from "@/server/domain/secret";
import { createFunctionsContext, testSigningKey } from "@/server/testing/executor/functions-context";
import { buildCall, startInngestServer, toBearer } from "@/server/testing/executor/inngest-server";
import { relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { outboxWritten } from "./functions";
import { createFunctions, createHandler, remoteEngine } from "./jobs";

vi.mock("@/server/usecases/webhooks/relay-outbox");

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts the functions with an Inngest server as their engine. */
async function startAt(server: { url: string }, kind: "server" | "development" = "server") {
  const { ctx, log } = createFunctionsContext();
  const address = { baseUrl: server.url, eventKey: "event-key" };
  const engine = remoteEngine({
    engine: kind === "server" ? { kind, ...address, signingKey: new Secret(testSigningKey) } : { kind, ...address },
    origin: "http://api.test",
    log,
  });
  const handler = createHandler({
    client: engine.client,
    functions: createFunctions(engine.client, ctx, () => undefined),
    origin: "http://api.test",
    log,
  });
  const ready = vi.fn();
  await engine.start(handler, ready);
  ends.push(engine.stop);
  return { engine, handler, log, ready };
}

async function openServer(settings?: { refuseRegistrations: number }) {
  const server = await startInngestServer(settings);
  ends.push(server.close);
  return server;
}

test("registers at the server with the hashed key and the functions, then reports that it is ready", async () => {
  const server = await openServer();
  const { ready, log } = await startAt(server);
  const [registration] = await server.until("/fn/register");
  expect(registration?.headers.authorization).toBe(toBearer(testSigningKey));
  expect(registration?.body).toMatchObject({
    appName: "vezne",
    url: "http://api.test/api/inngest",
    functions: expect.arrayContaining([expect.objectContaining({ id: "vezne-deliver-webhook" })]),
  });
  await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(1), 60_000);
  expect(log.lines).toContain("info The functions are registered at the Inngest server");
  expect(JSON.stringify(log.facts)).not.toContain(testSigningKey.slice(13));
});

test("registers again at a server that refuses at first", async () => {
  const server = await openServer({ refuseRegistrations: 1 });
  const { ready, log } = await startAt(server);
  await server.until("/fn/register", 2);
  await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(1), 60_000);
  expect(log.lines).toContain("warn The functions could not be registered at the Inngest server; trying again");
});

test("starts and stops also when the server is down", async () => {
  const server = await startInngestServer();
  await server.close();
  const { engine, ready } = await startAt(server);
  await engine.stop();
  expect(ready).not.toHaveBeenCalled();
});

test("registers again when sweeps stop coming", async () => {
  const server = await openServer();
  const { engine, ready } = await startAt(server);
  await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(1), 60_000);
  engine.onSilence();
  await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(2), 60_000);
});

test("sends events with the event key, and runs a function on the server's signed call", async () => {
  const server = await openServer();
  const { engine, handler } = await startAt(server);
  await engine.client.send(outboxWritten.create());
  const [sent] = await server.until("/e/event-key");
  expect(sent?.body).toMatchObject([{ name: "webhook/outbox.written", data: {} }]);

  vi.mocked(relayOutbox).mockResolvedValue([{ partnerId: "prt_1", deliveryId: "whd_1" }]);
  const address = "http://api.test/api/inngest?fnId=vezne-relay-outbox&stepId=step";
  const response = await handler(buildCall(address, { name: "webhook/outbox.written", data: {} }, testSigningKey));
  expect(response.status).toBe(206);
  expect(await response.json()).toMatchObject([
    {
      op: "StepRun",
      data: [{ partnerId: "prt_1", deliveryId: "whd_1" }],
    },
  ]);
});

test("sends nothing to a server except the registration and events", async () => {
  const server = await openServer();
  const { engine, ready } = await startAt(server);
  await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(1), 60_000);
  await engine.client.send(outboxWritten.create());
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /fn/register",
    "POST /e/event-key",
  ]);
});

test("registers at a development server without a key", async () => {
  const server = await openServer();
  const { ready } = await startAt(server, "development");
  const [registration] = await server.until("/fn/register");
  expect(registration?.headers.authorization ?? "").not.toContain(testSigningKey.slice(13));
  await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(1), 60_000);
});
