import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchFailure } from "@/server/launch/failure";
import type { Records } from "../crash/records";
import type { Shop } from "../crash/refunding";
import { listOwnErrors } from "../support/own-errors";
import type { TerminalName } from "../support/sandbox";
import { type Scene, type Striking, strike } from "./blows";
import type { Tally } from "./doors";
import { createReport } from "./report";
import { type RunFigures, toFigures } from "./sums";

export interface TradeSettings {
  readonly scene: Scene;
  readonly doors: Tally;
  readonly minutes: number;
  /** The share of the load of a whole run. */
  readonly load: number;
  /** Ends the blows early. */
  readonly signal: AbortSignal;
  say(line: string): void;
}

/**
 * The whole load: the payments that are created per second beside those of the buyers, look-ups, events of payouts, and
 * the numbers of buyers of payments and of links.
 */
const whole = { creations: 10, lookUps: 4, payoutEvents: 0.2, buyers: 8, visitors: 6 };

/** The share of the bank's operations that go wrong until the end, half of them after their work. */
const bankErrors = 0.2;

/** A terminal at each bank's protocol. */
const terminals: readonly TerminalName[] = ["default", "garanti", "posnet", "payfor"];

/** The longest rest of a buyer after an order, ms: two processors also restart processes all the time. */
const restMaxMs = 1_500;

/** The pause of buyers and merchants' servers before each call, ms. */
const pauseMs = 150;

/** How long buyers and merchants may take to finish after the last blow, ms. Who takes longer waits for ever. */
const finishMaxMs = 120_000;

/**
 * Trades while blows fall, lets everything end, and judges it. Returns the figures, which say whether they hold.
 * @throws Error when the books, the bank and the receivers do not agree, or something is stuck
 */
export async function trade(settings: TradeSettings): Promise<RunFigures> {
  const { scene, doors, signal, say } = settings;
  const load = await startLoad(scene, settings.load);
  const startedAt = Date.now();
  const striking = await strike(scene, settings.minutes * 60_000, signal, (count) => say(`${count} blows`));
  const minutes = (Date.now() - startedAt) / 60_000;
  const unfinished = await load.stop();
  if (signal.aborted) throw new LaunchFailure("The run was interrupted, so it does not count.");
  const { blows } = striking;
  const { creations } = load.creating;
  writeFileSync(join(scene.cluster.dataDir, "chaos.json"), JSON.stringify({ blows, creations }));
  say("The last blow has fallen; the bank is healed, and the clock moves on until everything has ended");
  const surprises = [...unfinished, ...striking.surprises, ...load.listSurprises()];
  for (const surprise of surprises) say(`Surprise: ${surprise}`);
  const records = await load.open(scene);
  try {
    const report = createReport({ minutes, blows, creations, payments: await records.payments(), doors });
    for (const line of [...report.lines, describeSupervision(scene, striking)]) say(line);
    const byHand = await load.letEnd(records, scene, startedAt).catch(async (error) => {
      for (const finding of await load.listOpen(records)) say(`Open: ${finding}`);
      throw error;
    });
    say(`${byHand} credits were settled by hand, because the history was unreadable before them (D-156)`);
    say(await load.judge(records));
    const ownErrors = listOwnErrors(join(scene.cluster.dataDir, "logs"));
    for (const line of ownErrors) say(`Error of our own code: ${line}`);
    const hasPassed = report.hasPassed && surprises.length + ownErrors.length === 0;
    return toFigures({ startedAt, seed: scene.dice.seed, minutes, hasPassed, blows, creations });
  } finally {
    await records.close();
    await load.close();
  }
}

const describeSupervision = ({ supervisor }: Scene, { endsByFullDisk }: Striking): string =>
  `${supervisor.failedStarts} starts failed and were repeated, because what they need was away; PostgreSQL ended ` +
  `${endsByFullDisk} times by itself on its full disk`;

/** Starts everything that trades. */
async function startLoad({ dice }: Scene, share: number) {
  // These modules read the instance's addresses when they are loaded.
  const { loadTrade } = await import("../crash/load-trade");
  const { openMerchants, startBuying, startRefunding, Records, expectGoodOutcome, letMuchEnd } = await loadTrade();
  const { changeBank, calmBank } = await import("../support/controls");
  const { startCreating } = await import("./creating");
  const { startVisiting } = await import("./link-visits");
  const { startLooking } = await import("./looking");
  const { startPayoutEvents, expectPayoutEvents } = await import("./payout-events");
  const outcome = await import("./outcome");

  const { shops } = await openMerchants(dice);
  await changeBank({
    errorRate: bankErrors,
    operations: ["capture", "void", "credit", "inquire", "history", "prepare"],
  });
  const merchants = shops.map(({ merchant }) => merchant);
  const [watched] = merchants;
  if (!watched) throw new Error("There is no merchant.");
  const whenUp = (): Promise<void> => sleep(pauseMs);
  const common = { merchants, dice, terminals, restMaxMs, whenUp };
  const buying = startBuying({ ...common, buyers: Math.ceil(whole.buyers * share) });
  const visiting = startVisiting({ ...common, buyers: Math.ceil(whole.visitors * share) });
  const refunding = startRefunding({ shops, dice, clerks: 2, whenUp });
  const creating = startCreating(watched, whole.creations * share);
  const { creations } = creating;
  const { visits } = visiting;
  const looking = startLooking({ merchant: watched, creations, visits, dice }, whole.lookUps * share);
  const payouts = startPayoutEvents(shops, dice, whole.payoutEvents);
  const works = Object.entries({ creating, buying, visiting, refunding, looking, payouts });
  return {
    creating,
    listSurprises: (): string[] => [buying, visiting, refunding, looking].flatMap(({ surprises }) => [...surprises]),
    /** Starts nothing more. Returns who has not finished. */
    async stop(): Promise<string[]> {
      const ends = works.map(async ([name, work]) => {
        const isDone = await Promise.race([work.stop().then(() => true), sleep(finishMaxMs, false, { ref: false })]);
        return isDone ? [] : [`${name} does not finish`];
      });
      return (await Promise.all(ends)).flat();
    },
    open: ({ postgres }: Scene) => Records.open(postgres.url),
    /**
     * Heals the bank, and lets time pass until everything has ended. Returns how many refunds a person had to settle.
     * @throws Error when work remains due
     */
    async letEnd(records: Records, { cluster }: Scene, startedAt: number): Promise<number> {
      await calmBank();
      let byHand = 0;
      await letMuchEnd(shops, startedAt, async () => {
        byHand = await outcome.settleByHand(records, cluster);
      });
      return byHand;
    },
    /** Describes what is open or due. */
    listOpen: (records: Records) => outcome.listOpen(records),
    /** Returns a sentence about what agrees. */
    async judge(records: Records): Promise<string> {
      await expectGoodOutcome({ records, receivers: shops.map(({ receiver }) => receiver), buying, refunding });
      await outcome.expectVisitsKept(records, visits);
      await outcome.expectNothingDue(records);
      await expectPayoutEvents(records, shops, payouts.confirmed);
      const settledKurus = await outcome.expectSettlementsToAgree(records);
      return describeTrade(await records.bankOrders(), settledKurus, visits.length);
    },
    close: () => closeAll(shops),
  };
}

async function closeAll(shops: readonly Shop[]): Promise<void> {
  for (const { receiver } of shops) await receiver.close();
}

function describeTrade(
  orders: readonly { captured: number; voided: number; credited: number }[],
  settledKurus: number,
  links: number,
): string {
  const lira = (of: "captured" | "voided" | "credited"): string =>
    (orders.reduce((sum, order) => sum + order[of], 0) / 100).toFixed(2);
  return (
    `Books, bank, settlements and receivers agree: ${orders.length} payments with ${lira("captured")} TL captured, ` +
    `${lira("voided")} TL voided, ${lira("credited")} TL credited, ${(settledKurus / 100).toFixed(2)} TL settled; ` +
    `${links} links were visited`
  );
}
