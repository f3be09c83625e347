import { buildIfNeeded } from "@/server/launch/build";
import { vitest } from "./check";
import { removeData, startInstance } from "./instance";
import { sumOutcomes } from "./outcome";
import { playwright } from "./playwright";
import { reportOutcome } from "./report";

/**
 * Runs `npm run test:deep`: the unit and use-case tests with as many cases as `countCases` gives for a long search,
 * then the tests that wait in real time, and the crash test with many kills. They are too long for every change, and
 * the bounds of those that wait need a machine that has nothing else to do.
 */
await reportOutcome(async () => {
  process.env.TEST_DEEP = "1";
  const withoutProduct = await vitest(["unit", "usecases"]);
  await buildIfNeeded();
  const instance = await startInstance({ env: { RATE_LIMIT_MULTIPLIER: "1000" } });
  try {
    return sumOutcomes([
      withoutProduct,
      await playwright({ E2E_SANDBOX: instance.sandboxFile }, ["deep", "deep-crash"]),
    ]);
  } finally {
    await instance.stop();
    await removeData(instance);
  }
});
