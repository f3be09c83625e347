import { expect, test } from "@playwright/test";
import { removeData, startInstance } from "@/server/testing/run/instance";

test("restarts on its existing data within 10 s", async () => {
  test.setTimeout(120_000);
  const first = await startInstance();
  await first.stop();
  const start = Date.now();
  const second = await startInstance({ like: first });
  const tookMs = Date.now() - start;
  await second.stop();
  await removeData(first);
  expect(tookMs).toBeLessThan(10_000);
});
