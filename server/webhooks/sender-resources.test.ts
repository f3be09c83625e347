import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "../testing/receivers/receiver";
import { sendTo } from "../testing/receivers/sending";

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
});
afterAll(() => receiver.close());

const held = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === "Timeout" || kind === "TCPSocketWrap").length;

test("uses no memory for a body of 1 GiB", async () => {
  const piece = Buffer.alloc(65_536, "a");
  let written = 0;
  receiver.answer("/huge", () => ({
    raw: (function* () {
      yield `HTTP/1.1 200 OK\r\nContent-Length: ${2 ** 30}\r\n\r\n`;
      for (let sent = 0; sent < 2 ** 30; sent += piece.length) {
        written += piece.length;
        yield piece;
      }
    })(),
  }));
  await sendTo(receiver.url("/huge"));
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 10; round += 1) {
    const result = await sendTo(receiver.url("/huge"));
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
    expect(result.response).toHaveLength(2_048);
    expect(result.response.buffer.byteLength).toBe(2_048);
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 2 ** 20);
  expect(written).toBeLessThan(11 * 20 * 2 ** 20);
});

test("is not delayed by receivers that hang or send slowly, and keeps no socket or timer of them", async () => {
  await sendTo(receiver.url("/quick"));
  const before = held();
  receiver.answer("/hang", "hang");
  receiver.answer("/drip", () => ({
    raw: ["HTTP/1.1 200 OK\r\nX-A: ", ...Array(100).fill("a")],
    everyMs: 10,
  }));
  const timeouts = { answerMs: 600 };
  const slow = Array.from({ length: 100 }, (_, index) =>
    sendTo(receiver.url(index % 2 === 0 ? "/hang" : "/drip"), { timeouts }),
  );
  await receiver.until(100);
  const startedAt = performance.now();
  const quick = await Promise.all(Array.from({ length: 20 }, () => sendTo(receiver.url("/quick"))));
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(quick.every(({ errorClass }) => errorClass === null)).toBe(true);
  expect((await Promise.all(slow)).every(({ errorClass }) => errorClass === "timeout")).toBe(true);
  await expect.poll(held, { timeout: 3_000 }).toBeLessThanOrEqual(before);
});
