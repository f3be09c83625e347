import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "../testing/receivers/receiver";
import { sendTo } from "../testing/receivers/sending";

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
});
afterAll(() => receiver.close());

// A pause of 0.1 s on a busy machine can change either result, so one retry is allowed.
describe.concurrent("a receiver has five seconds to answer (§6.4)", { retry: 1, timeout: 20_000 }, () => {
  test("accepts an answer after 4.9 s", async () => {
    receiver.answer("/in-time", { status: 200, delayMs: 4_900 });
    const result = await sendTo(receiver.url("/in-time"));
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
    expect(result.durationMs).toBeGreaterThanOrEqual(4_890);
  });
  test("times out after 5 s when the answer would come after 5.1 s", async () => {
    receiver.answer("/late", { status: 200, delayMs: 5_100 });
    const result = await sendTo(receiver.url("/late"));
    expect(result).toMatchObject({ statusCode: null, errorClass: "timeout" });
    expect(result.durationMs).toBeGreaterThanOrEqual(4_990);
    expect(result.durationMs).toBeLessThan(5_100);
  });
});
