import { expect, test } from "vitest";
import { startTestReceiver } from "../testing/receivers/receiver";
import { sendTo } from "../testing/receivers/sending";

test("counts an answer that arrived in time although this process was too busy to read it", async () => {
  const receiver = await startTestReceiver();
  receiver.answer("/", { status: 200, body: "read late" });
  const sending = sendTo(receiver.url(), { timeouts: { answerMs: 100 } });
  await receiver.until(1);
  const busyUntil = performance.now() + 200;
  while (performance.now() < busyUntil);
  expect(await sending).toMatchObject({ statusCode: 200, errorClass: null });
  await receiver.close();
});
