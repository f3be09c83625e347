import { buildIfNeeded } from "@/server/launch/build";
import { startFakeRedis } from "../doors/fake-redis";
import { verifyBooks } from "./books";
import { Areas, addOverspent, formatSpent } from "./budgets";
import { staticChecks, vitest } from "./check";
import { findChromium } from "./chromium";
import { type Instance, removeData, startInstance } from "./instance";
import { nothingRun, type Outcome, sumOutcomes } from "./outcome";
import { playwright } from "./playwright";
import { reportOutcome } from "./report";
import { simulations } from "./simulations";

/** As many as a minute has room for. */
const simulationsCount = 200;

const areas = new Areas();
const instances: Instance[] = [];
/** Redis of the instance with raised limits, beside which a test starts a second process (two-doors.spec.ts). */
let redis: Awaited<ReturnType<typeof startFakeRedis>> | undefined;

/**
 * Runs `npm test`: the checks, the unit tests, the use-case tests on a real PostgreSQL, the simulations, the API and
 * browser tests against three running instances, whose books are computed again at the end, and the tests that start,
 * stop and kill other instances. Nothing has to run beforehand.
 */
const test = async (): Promise<Outcome> => {
  const outcomes = [
    { ...nothingRun, failures: await areas.run("static checks", staticChecks) },
    await areas.run("unit and use-case tests", () => vitest(["unit", "usecases"])),
    await areas.run("simulations", () => simulations(simulationsCount)),
  ];
  const chromium = await findChromium();
  try {
    await areas.run("build and start", buildAndStart);
    outcomes.push(...(await onRunningProducts(chromium)));
  } finally {
    for (const instance of instances) {
      await instance.stop();
      await removeData(instance);
    }
    await redis?.stop();
  }
  console.log(formatSpent(areas.spent));
  return addOverspent(sumOutcomes(outcomes), areas.spent);
};

/** Starts an instance with raised limits, and one with the real limits for each file of `limits`. */
const buildAndStart = async (): Promise<void> => {
  await buildIfNeeded();
  redis = await startFakeRedis();
  const raised = { RATE_LIMIT_MULTIPLIER: "1000", REDIS_URL: redis.url };
  const real = { RATE_LIMIT_MULTIPLIER: "1" };
  // They start at the same time, because a start waits for its database now and then.
  const starts = await Promise.allSettled([raised, real, real].map((env) => startInstance({ env })));
  for (const start of starts) if (start.status === "fulfilled") instances.push(start.value);
  for (const start of starts) if (start.status === "rejected") throw start.reason;
};

const onRunningProducts = async (chromium: string): Promise<Outcome[]> => {
  const [raised = "", real = "", realForLinks = ""] = instances.map(({ sandboxFile }) => sandboxFile);
  const env = {
    CHROMIUM_PATH: chromium,
    E2E_SANDBOX: raised,
    E2E_LIMITS_SANDBOX: real,
    E2E_LINK_LIMITS_SANDBOX: realForLinks,
    E2E_REDIS_URL: redis?.url ?? "",
  };
  const together = await areas.run("api, pay, panel, limits", () =>
    playwright(env, ["panel", "staff", "pay", "api", "limits"]),
  );
  // The projects `alone` and `crash` take longest, one test after another, and wait for clock, bank and starts: the
  // other tests that start instances run at the same time and give way to them.
  const sideBySide = await areas.run("alone, crash, launch", () =>
    Promise.all([
      playwright(env, ["alone"]),
      playwright({ CHROMIUM_PATH: chromium }, ["crash"]),
      playwright({ CHROMIUM_PATH: chromium }, ["live", "rolling"], { givesWay: true }),
      vitest(["launch"], { givesWay: true }),
    ]),
  );
  return [together, ...sideBySide, await verifyBooks(instances)];
};

await reportOutcome(test);
