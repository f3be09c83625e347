import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { startFakeRedis } from "@/server/testing/doors/fake-redis";
import { connectToRedis } from "./redis";

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** Starts a server that answers everything that it receives with the same text, or with nothing. */
async function startServer(text: string): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.on("data", () => void (text && socket.write(text)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const start = (host: string) => connectToRedis(`redis://user:s3cret@${host}`, { log, startMs: 300 }).ready();

test("the start is refused where nothing listens, with the address and without the password", async () => {
  const port = await startServer("");
  await ends.pop()?.();
  await expect(start(`127.0.0.1:${port}`)).rejects.toThrow(
    new Error(`Redis does not answer at 127.0.0.1:${port} (ECONNREFUSED); correct REDIS_URL, or start Redis.`),
  );
});

test("the start is refused where something listens and is silent", async () => {
  const port = await startServer("");
  await expect(start(`127.0.0.1:${port}`)).rejects.toThrow(
    new Error(`Redis does not answer at 127.0.0.1:${port}; correct REDIS_URL, or start Redis.`),
  );
});

test("the start is refused where the password is wrong", async () => {
  const port = await startServer("-WRONGPASS invalid username-password pair or user is disabled.\r\n");
  await expect(start(`127.0.0.1:${port}`)).rejects.toThrow(
    new Error(`The Redis at 127.0.0.1:${port} refuses the user or the password of REDIS_URL.`),
  );
});

test("the start is refused where another program answers", async () => {
  const port = await startServer("HTTP/1.1 400 Bad Request\r\n\r\n");
  await expect(start(`127.0.0.1:${port}`)).rejects.toThrow(
    new Error(`What answers at 127.0.0.1:${port} is no Redis; correct REDIS_URL.`),
  );
});

test("the start waits for a Redis that is still starting", async () => {
  const port = await startServer("");
  await ends.pop()?.();
  const connection = connectToRedis(`redis://127.0.0.1:${port}`, { log, startMs: 60_000 });
  const ready = connection.ready();
  const redis = await startFakeRedis(port);
  await ready;
  expect(await connection.isAnswering()).toBe(true);
  connection.client.disconnect();
  await redis.stop();
  expect(log.warn).not.toHaveBeenCalled();
});
