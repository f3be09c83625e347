import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { converse, openFront, sendRaw, type TestFront } from "@/server/testing/doors/front";
import { finishRequests } from "./finish-requests";

let front: TestFront;
afterEach(() => front.close());

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: ${front.host}\r\n\r\n`;

test("a request on a connection that a proxy keeps open is still answered while the ports are closed, and closes it", async () => {
  let isStopping = false;
  front = await openFront((_req, res) => res.end("done"), { isStopping: () => isStopping });
  const proxy = converse(front.port);
  proxy.send(request("/first"));
  expect(await proxy.next()).toMatchObject({ status: 200 });
  isStopping = true;
  const stopped = finishRequests(front.server, { lingerMs: 60_000 });
  await expect.poll(() => front.server.listening).toBe(false);
  expect(await sendRaw(front.port, request("/new"))).toMatchObject({ status: 0, hasClosed: true });
  proxy.send(request("/late"));
  const late = await proxy.next();
  expect(late).toMatchObject({ status: 200 });
  expect(late?.head).toMatch(/^connection: close\r?$/im);
  // No connection is left, so the end does not wait for the linger.
  await stopped;
  expect(await proxy.ended).toBeNull();
});

test("connections without a request are closed after the linger", async () => {
  front = await openFront((_req, res) => res.end("done"));
  const proxy = converse(front.port);
  proxy.send(request("/first"));
  await proxy.next();
  await finishRequests(front.server, { lingerMs: 300 });
  expect(await proxy.ended).toBeNull();
});

test("a request that arrived while the process was busy is read before connections without a request are closed", async () => {
  const lingerMs = 200;
  let whenBusy = (): void => undefined;
  front = await openFront((req, res) => {
    if (req.url === "/busy") whenBusy();
    res.end("done");
  });
  const [busy, late] = [converse(front.port), converse(front.port)];
  for (const proxy of [busy, late]) {
    proxy.send(request("/first"));
    await proxy.next();
  }
  whenBusy = () => {
    late.send(request("/late"));
    // The process stands still until the linger is over.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * lingerMs);
  };
  const stopped = finishRequests(front.server, { lingerMs });
  await expect.poll(() => front.server.listening).toBe(false);
  busy.send(request("/busy"));
  expect(await late.next()).toMatchObject({ status: 200 });
  await stopped;
});

test("connections that wait for a busy process when it stops are accepted, and their requests are answered", async () => {
  front = await openFront((_req, res) => res.end("done"));
  const answers = Array.from({ length: 50 }, () => sendRaw(front.port, request("/waiting")));
  let accepted = 0;
  front.server.on("connection", () => {
    accepted += 1;
  });
  // The operating system has made all connections, and Node has accepted the first.
  while (accepted === 0) await nextTurn();
  expect(accepted).toBeLessThan(40);
  await finishRequests(front.server);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(50).fill(200));
});
