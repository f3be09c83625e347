import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "./receiver";

let receiver: TestReceiver;
beforeEach(async () => {
  receiver = await startTestReceiver();
});
afterEach(() => receiver.close());

const post = (path: string, body = "") => fetch(receiver.url(path), { method: "POST", body });

test("every request is kept as it came, and 200 answered where nothing was scripted", async () => {
  expect((await post("/hook?a=1", "{}")).status).toBe(200);
  expect(receiver.requests).toHaveLength(1);
  expect(receiver.requests[0]).toMatchObject({ method: "POST", url: "/hook?a=1", body: Buffer.from("{}") });
  expect(receiver.requests[0]?.rawHeaders.map((name) => name.toLowerCase())).toContain("content-length");
  expect(Date.now() - (receiver.requests[0]?.at ?? 0)).toBeLessThan(1_000);
});

test("a path answers its script in order and stays with the last answer", async () => {
  receiver.answer("/hook", 500, { status: 299, headers: { "x-a": "b" }, body: "ok", delayMs: 5 });
  expect((await post("/hook?a=1")).status).toBe(500);
  for (const response of [await post("/hook"), await post("/hook")]) {
    expect([response.status, response.headers.get("x-a"), await response.text()]).toEqual([299, "b", "ok"]);
  }
});

test("a path may decide by what has come", async () => {
  receiver.answer("/hook", ({ body }) => (body.toString() === "good" ? 204 : 400));
  expect([(await post("/hook", "good")).status, (await post("/hook", "bad")).status]).toEqual([204, 400]);
});

test("a reset breaks the connection, a hang outlives the caller's patience", async () => {
  receiver.answer("/reset", "reset");
  await expect(post("/reset")).rejects.toThrow("fetch failed");
  receiver.answer("/hang", "hang");
  await expect(
    fetch(receiver.url("/hang"), { method: "POST", signal: AbortSignal.timeout(50) }),
  ).rejects.toThrow("timeout");
  expect(receiver.requests).toHaveLength(2);
});

test("bytes of one's own are written piece by piece", async () => {
  receiver.answer("/raw", { raw: ["HTTP/1.1 201 Made\r\n", "Content-Length: 2\r\n\r\n", "ok"], everyMs: 1 });
  const response = await post("/raw");
  expect([response.status, response.statusText, await response.text()]).toEqual([201, "Made", "ok"]);
});

test("one can wait for requests that are still to come, of a path or of all", async () => {
  const all = receiver.until(2);
  const some = receiver.until(1, "/b");
  await post("/a");
  await post("/b");
  expect((await some).map(({ url }) => url)).toEqual(["/b"]);
  expect((await all).map(({ url }) => url)).toEqual(["/a", "/b"]);
  expect(await receiver.until(1, "/a")).toHaveLength(1);
});

test("waiting ends with an error when the receiver is closed", async () => {
  const other = await startTestReceiver();
  const waiting = expect(other.until(1)).rejects.toThrow("closed");
  await other.close();
  await waiting;
});
