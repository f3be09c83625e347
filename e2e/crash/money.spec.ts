import { randomInt } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import { listOwnErrors } from "../support/own-errors";
import { createDice } from "./dice";
import { loadMoney } from "./load-money";
import type { DoneMoney } from "./money-round";
import type { Records } from "./records";
import { Steps } from "./steps";
import { Striker, stepKinds } from "./striker";
import { type Target, Victim } from "./victim";

// Runs on its own instance and checks that no step of people with money is lost or done twice when processes are killed
// in the middle of it.

interface Scale {
  readonly kills: Readonly<Record<Target, number>>;
  /** Whether the kills go on until each kind of step was cut. */
  readonly cutsEveryKind: boolean;
  /** The most months of trade. */
  readonly monthsMax: number;
}

/** How many kills there are, by the project that runs this file. */
const scales: Readonly<Record<string, Scale>> = {
  crash: { kills: { server: 1, launcher: 0, everything: 1 }, cutsEveryKind: false, monthsMax: 1 },
  "deep-crash": { kills: { server: 14, launcher: 2, everything: 4 }, cutsEveryKind: true, monthsMax: 24 },
};

const dice = createDice(Number(process.env.CRASH_SEED ?? randomInt(2 ** 31)));

/** The instance belongs to the worker, so this file has a worker of its own, whose modules know its addresses. */
const test = base.extend<object, { victim: Victim }>({
  victim: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
    async ({}, use) => {
      const victim = await Victim.start();
      process.env.E2E_SANDBOX = victim.sandboxFile;
      await use(victim);
      await victim.end();
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

test.afterEach(({ victim }) => {
  if (test.info().status === "passed") return;
  throw new Error(`CRASH_SEED=${dice.seed} gives the same chances again; what is left is in ${victim.keepData()}`);
});

test("after kills during payouts, bank days, chargebacks and the close of months every step was done once, and books, bank and receivers agree", async ({
  victim,
}) => {
  const scale = scales[test.info().project.name];
  if (!scale) throw new Error("This project has no kills.");
  // The starts take long, because other tests use the machine too.
  test.setTimeout(scale.cutsEveryKind ? 1_800_000 : 420_000);
  const money = await loadMoney();
  const targets = Object.entries(scale.kills).flatMap(([target, count]) => Array<Target>(count).fill(target as Target));
  const striker = new Striker({ victim, dice, targets: dice.shuffled(targets), cutsEveryKind: scale.cutsEveryKind });
  const steps = new Steps({ victim, dice, striker });
  const { business, databaseUrl } = await money.openBusiness({ steps, dice, whenUp: () => victim.whenUp() });

  const done: DoneMoney[] = [];
  do done.push(await money.spendMonth(business));
  while (!striker.isDone && done.length < scale.monthsMax);
  await money.letTimePass();

  money.expectDoneOnce(steps.doings);
  const records = await money.Records.open(databaseUrl);
  const receivers = business.shops.map(({ receiver }) => receiver);
  await money.expectMoneyKept(records, receivers);
  await money.expectAllDone(business, done);
  expect(listOwnErrors(victim.logFolder)).toEqual([]);
  await expectEnoughCut(records, striker, scale);
  await records.close();
  await money.closeShops(business);
});

/** Expects that the kills fell into steps: by the calls without an answer, and by actions without an outcome. */
async function expectEnoughCut(records: Records, striker: Striker, scale: Scale): Promise<void> {
  const cutActions = await records.cutActions();
  const { annotations } = test.info();
  annotations.push({ type: "calls that a kill left without an answer", description: inWords(striker.cuts) });
  annotations.push({ type: "actions that a kill left without an outcome", description: inWords(cutActions) });
  const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);
  expect(striker.isDone, "every kill fell into a step").toBe(true);
  expect(sum(striker.cuts)).toBeGreaterThanOrEqual(1);
  if (!scale.cutsEveryKind) return;
  expect(striker.uncut).toEqual([]);
  expect(sum(cutActions)).toBeGreaterThanOrEqual(stepKinds.length / 2);
}

const inWords = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
