import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "./receiver";

let receiver: TestReceiver;
beforeEach(async () => {
  receiver = await startTestReceiver();
});
afterEach(() => receiver.close());

const post = (path: string, body = "") => fetch(receiver.url(path), { method: "POST", body });

test("records every request unchanged, and answers 200 without a script", async () => {
  const sentAt = Date.now();
  expect((await post("/hook?a=1", "{}")).status).toBe(200);
  expect(receiver.requests).toHaveLength(1);
  expect(receiver.requests[0]).toMatchObject({ method: "POST", url: "/hook?a=1", body: Buffer.from("{}") });
  expect(receiver.requests[0]?.rawHeaders.map((name) => name.toLowerCase())).toContain("content-length");
  expect(receiver.requests[0]?.at).toBeGreaterThanOrEqual(sentAt);
  expect(receiver.requests[0]?.at).toBeLessThanOrEqual(Date.now());
});

test("answers with the script of a path in order, and repeats the last answer", async () => {
  receiver.answer("/hook", 500, { status: 299, headers: { "x-a": "b" }, body: "ok", delayMs: 5 });
  expect((await post("/hook?a=1")).status).toBe(500);
  for (const response of [await post("/hook"), await post("/hook")]) {
    expect([response.status, response.headers.get("x-a"), await response.text()]).toEqual([299, "b", "ok"]);
  }
});

test("answers with a function of the request", async () => {
  receiver.answer("/hook", ({ body }) => (body.toString() === "good" ? 204 : 400));
  expect([(await post("/hook", "good")).status, (await post("/hook", "bad")).status]).toEqual([204, 400]);
});

test("breaks the connection for a reset, and never answers for a hang", async () => {
  receiver.answer("/reset", "reset");
  await expect(post("/reset")).rejects.toThrow("fetch failed");
  receiver.answer("/hang", "hang");
  await expect(fetch(receiver.url("/hang"), { method: "POST", signal: AbortSignal.timeout(50) })).rejects.toThrow(
    "timeout",
  );
  expect(receiver.requests).toHaveLength(2);
});

test("writes raw bytes piece by piece", async () => {
  receiver.answer("/raw", { raw: ["HTTP/1.1 201 Made\r\n", "Content-Length: 2\r\n\r\n", "ok"], everyMs: 1 });
  const response = await post("/raw");
  expect([response.status, response.statusText, await response.text()]).toEqual([201, "Made", "ok"]);
});

test("waits for future requests of one path or of all", async () => {
  const all = receiver.until(2);
  const some = receiver.until(1, "/b");
  await post("/a");
  await post("/b");
  expect((await some).map(({ url }) => url)).toEqual(["/b"]);
  expect((await all).map(({ url }) => url)).toEqual(["/a", "/b"]);
  expect(await receiver.until(1, "/a")).toHaveLength(1);
});

test("rejects a waiting call when the receiver is closed", async () => {
  const other = await startTestReceiver();
  const waiting = expect(other.until(1)).rejects.toThrow("closed");
  await other.close();
  await waiting;
});
