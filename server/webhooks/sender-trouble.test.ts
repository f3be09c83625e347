import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DeliveryAttemptError } from "../domain/webhooks/delivery";
import { type Behaviour, startTestReceiver, type TestReceiver } from "../testing/receivers/receiver";
import { sendTo } from "../testing/receivers/sending";

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
});
afterAll(() => receiver.close());

const timeouts = { connectMs: 300, answerMs: 300, bodyMs: 300 };
let paths = 0;
async function answered(behaviour: Behaviour, options: Parameters<typeof sendTo>[1] = {}) {
  paths += 1;
  receiver.answer(`/${paths}`, behaviour);
  return sendTo(receiver.url(`/${paths}`), options);
}

/**
 * Rejects unless an attempt ends before a timer that started with it. Both run on timers of this process, so the one
 * with the shorter time is first, however busy the machine is.
 */
const endsWithin = <T>(ms: number, attempt: Promise<T>): Promise<T> =>
  Promise.race([
    attempt,
    sleep(ms, undefined, { ref: false }).then(() => Promise.reject(new Error(`It took ${ms} ms`))),
  ]);

function* endless(piece: string | Uint8Array, first: string | Uint8Array = piece) {
  yield first;
  while (true) yield piece;
}
const failed = (errorClass: DeliveryAttemptError) => ({
  statusCode: null,
  errorClass,
  response: new Uint8Array(),
});
const ok = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe.concurrent("no status in time", () => {
  test.each<[string, Behaviour]>([
    ["silence", "hang"],
    ["100 Continue and then silence", { raw: ["HTTP/1.1 100 Continue\r\n\r\n"], end: "hang" }],
    ["102 Processing again and again", { raw: endless("HTTP/1.1 102 Processing\r\n\r\n"), everyMs: 20 }],
    ["a status line that never ends", { raw: endless("K", "HTTP/1.1 200 O"), everyMs: 20 }],
    ["headers byte by byte", { raw: endless("a", "HTTP/1.1 200 OK\r\nX-A: "), everyMs: 20 }],
    ["half a status line and then silence", { raw: ["HTTP/1.1 20"], end: "hang" }],
  ])("timeout for %s", async (_, behaviour) => {
    const result = await endsWithin(4_000, answered(behaviour, { timeouts }));
    expect(result).toMatchObject(failed("timeout"));
    expect(result.durationMs).toBeGreaterThanOrEqual(290);
  });
  test("accepts an answer after 100 Continue and 103 Early Hints", async () => {
    const raw = ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", ok("fine")];
    const result = await answered({ raw });
    expect(result).toMatchObject({
      statusCode: 200,
      errorClass: null,
      response: new Uint8Array(Buffer.from("fine")),
    });
  });
});

describe.concurrent("answers that are not valid", () => {
  test.each<[DeliveryAttemptError, string, Behaviour]>([
    ["connection_lost", "a reset", "reset"],
    ["connection_lost", "the end of the connection", { raw: [] }],
    ["connection_lost", "a reset in the headers", { raw: ["HTTP/1.1 200 OK\r\nX-A"], end: "reset", everyMs: 1 }],
    ["connection_lost", "the end of the connection in the headers", { raw: ["HTTP/1.1 200 OK\r\nX-A"] }],
    ["malformed_response", "garbage", { raw: ["\x16\x03\x01 220 mail.example ESMTP\r\n"], end: "hang" }],
    ["malformed_response", "a status that is not a number", { raw: ["HTTP/1.1 abc OK\r\n\r\n"], end: "hang" }],
    ["malformed_response", "a malformed header", { raw: ["HTTP/1.1 200 OK\r\nX A: b\r\n\r\n"], end: "hang" }],
    [
      "malformed_response",
      "two lengths",
      { raw: ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"], end: "hang" },
    ],
    ["malformed_response", "20 kB of headers", { raw: [`HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(20_000)}`], end: "hang" }],
    ["malformed_response", "headers without end", { raw: endless("X-A: a\r\n".repeat(100), "HTTP/1.1 200 OK\r\n") }],
    ["malformed_response", "1xx without end", { raw: endless("HTTP/1.1 102 Processing\r\n\r\n".repeat(100)) }],
    ["malformed_response", "100 Continue and the end", { raw: ["HTTP/1.1 100 Continue\r\n\r\n"] }],
  ])("%s for %s", async (errorClass, _, behaviour) => {
    expect(await answered(behaviour)).toMatchObject(failed(errorClass));
  });
  test.each([
    ["101", "HTTP/1.1 101 Switching\r\n\r\n"],
    ["101 with an upgrade", "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
  ])("malformed_response for %s", async (_, head) => {
    const outcome = await answered({ raw: [head], end: "hang" });
    expect(outcome).toMatchObject({ statusCode: 101, errorClass: "malformed_response" });
  });
});

describe.concurrent("the body of an answer", () => {
  const head = "HTTP/1.1 200 OK\r\n";
  const result = (response: Uint8Array) => ({ statusCode: 200, errorClass: null, response });
  const first2Kib = Buffer.alloc(2_048, "a");

  test.each<[string, Behaviour, Uint8Array]>([
    ["is kept", { status: 200, body: "thanks" }, Buffer.from("thanks")],
    [
      "in chunks is kept without them",
      { raw: [`${head}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`] },
      Buffer.from("abc"),
    ],
    ["is kept up to 2 KiB", { status: 200, body: "a".repeat(2_049) }, first2Kib],
    ["of HTTP/1.0 ends with the connection", { raw: ["HTTP/1.0 200 OK\r\n\r\nold"] }, Buffer.from("old")],
    [
      "that breaks off is kept up to there",
      { raw: [`${head}Content-Length: 9\r\n\r\nhalf`], everyMs: 1 },
      Buffer.from("half"),
    ],
    [
      "that is reset does not change the result",
      { raw: [`${head}Content-Length: 9\r\n\r\n`, ""], everyMs: 20, end: "reset" },
      Buffer.of(),
    ],
    [
      "whose chunks are broken is kept up to there",
      { raw: [`${head}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\nXYZ\r\n`], end: "hang" },
      Buffer.from("ab"),
    ],
    ["without end is cut", { raw: endless("a".repeat(1_000), `${head}\r\n`) }, first2Kib],
  ])("%s", async (_, behaviour, kept) => {
    expect(await answered(behaviour)).toMatchObject(result(new Uint8Array(kept)));
  });
  test("that is a gzip bomb is kept undecoded", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const outcome = await answered({ status: 200, headers: { "content-encoding": "gzip" }, body: bomb });
    expect(outcome).toMatchObject(result(new Uint8Array(bomb.subarray(0, 2_048))));
  });
});
