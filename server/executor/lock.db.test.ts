import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { systemTime } from "@/server/domain/real-time";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";
import { takeLock } from "./lock";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const take = (databaseUrl = database.url) => {
  const onHeld = vi.fn();
  const onLost = vi.fn();
  const lock = takeLock({ databaseUrl, realTime: systemTime, onHeld, onLost, pingMs: 50, silenceMs: 500 });
  return { onHeld, onLost, lock };
};

test("gives the lock to a waiting process when the first one releases it", async () => {
  const first = take();
  await vi.waitFor(() => expect(first.onHeld).toHaveBeenCalledOnce(), 60_000);
  const second = take();
  await vi.waitFor(() => expect(second.lock.isElsewhere()).toBe(true), 60_000);
  expect(second.onHeld).not.toHaveBeenCalled();
  await first.lock.release();
  await vi.waitFor(() => expect(second.onHeld).toHaveBeenCalledOnce(), 60_000);
  expect(second.lock.isElsewhere()).toBe(false);
  await second.lock.release();
});

test("can be released while it connects, and is then never held", async () => {
  const { lock, onHeld } = take();
  await lock.release();
  expect(onHeld).not.toHaveBeenCalled();
});

test("can be released when the database is unreachable, and is not reported as held elsewhere", async () => {
  const url = new URL(database.url);
  url.port = "1";
  const { lock, onHeld } = take(url.href);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lock.isElsewhere()).toBe(false);
  await lock.release();
  expect(onHeld).not.toHaveBeenCalled();
});

describe("on a network where a connection breaks silently", () => {
  let network: Awaited<ReturnType<typeof startNetwork>>;
  beforeEach(async () => {
    network = await startNetwork(new URL(database.url));
  });
  afterEach(() => network.close());

  test("reports the lost lock, and releases it without an answer", async () => {
    const first = take(network.url);
    await vi.waitFor(() => expect(first.onHeld).toHaveBeenCalledOnce(), 60_000);
    const second = take();
    network.cut();
    await vi.waitFor(() => expect(second.onHeld).toHaveBeenCalledOnce(), 60_000);
    await vi.waitFor(() => expect(first.onLost).toHaveBeenCalledOnce(), 60_000);
    await first.lock.release();
    await second.lock.release();
  });

  test("can be released before the silence is noticed", async () => {
    const { lock, onHeld, onLost } = take(network.url);
    await vi.waitFor(() => expect(onHeld).toHaveBeenCalledOnce(), 60_000);
    network.cut();
    await lock.release();
    expect(onLost).not.toHaveBeenCalled();
  });
});

/** A proxy to the database. When it is cut, the database loses its client, and the client receives nothing any more. */
async function startNetwork(target: URL) {
  const clients = new Set<Socket>();
  const databases = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const db = connect(Number(target.port), target.hostname);
    clients.add(client.on("error", () => undefined));
    databases.add(db.on("error", () => undefined));
    client.on("data", (bytes) => void (db.destroyed || db.write(bytes)));
    db.on("data", (bytes) => client.write(bytes));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      for (const db of databases) db.destroy();
    },
    close: () => {
      for (const socket of [...clients, ...databases]) socket.destroy();
      server.close();
    },
  };
}
