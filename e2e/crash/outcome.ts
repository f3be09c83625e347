import { expect } from "@playwright/test";
import { advance } from "../support/controls";
import type { WebhookReceiver } from "../support/webhook-receiver";
import type { Buying } from "./buyers";
import {
  expectAllReportedOnce,
  expectLedgerToAgree,
  expectLinksKept,
  expectPromisesKept,
  expectRefusalsDue,
} from "./invariants";
import type { openMerchants } from "./merchants";
import type { Records } from "./records";
import { expectRefundsAskedOnce, expectRefundsKept } from "./refund-invariants";
import type { Refunding } from "./refunding";
import { openRuns, settled, stuckRuns } from "./settled";

export interface Traded {
  readonly records: Records;
  readonly receivers: readonly WebhookReceiver[];
  readonly buying: Buying;
  readonly refunding: Refunding;
}

const hours = 3_600;
const nothing = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };

export interface Passing {
  /** Smaller moves of the clock that come first, in seconds, where much is due. */
  readonly first?: readonly number[];
  /** Moves the clock. */
  readonly move?: typeof advance;
  /** Is called when the product has settled what it can settle by itself. */
  readonly decide?: () => Promise<void>;
}

/** Lets all clocks of the product run out, those of unpaid links too, and expects that no due work remains. */
export async function letTimePass({ first = [], move = advance, decide }: Passing = {}): Promise<void> {
  for (const seconds of [...first, 3 * hours, 48 * hours]) await move(seconds);
  await decide?.();
  await move(168 * hours);
  expect((await advance(48 * hours)).fired, "no due work remains at the end").toEqual(nothing);
}

/**
 * Lets time pass after many payments were created. Each unpaid one causes an event when it expires, so receivers answer
 * at once from now on.
 * @param startedAt the real instant from which payments were created, ms
 * @param decide is called when the product has settled what it can settle by itself
 */
export async function letMuchEnd(
  shops: Awaited<ReturnType<typeof openMerchants>>["shops"],
  startedAt: number,
  decide: Passing["decide"] = async () => undefined,
): Promise<void> {
  for (const { receiver } of shops) receiver.decide(() => 200);
  const first = planSteps(Math.ceil((Date.now() - startedAt) / 60_000));
  await letTimePass({ first, move: advancePatiently, decide });
}

/**
 * Moves the clock, and waits until all that is due has been done. A request may take two minutes; where the work takes
 * longer, the answer is lost, the clock stays moved and the work goes on, so moves of a second follow until one is
 * answered.
 */
async function advancePatiently(seconds: number): ReturnType<typeof advance> {
  for (let tries = 1; tries < triesMax; tries += 1) {
    const answer = await advance(tries === 1 ? seconds : 1).catch(() => null);
    if (answer) return answer;
  }
  return advance(1);
}

/** Half an hour of work. */
const triesMax = 15;

/**
 * Returns the first moves of the clock, in seconds. Unpaid payments end half an hour after their creation, and a move
 * is answered when all that is due has ended, so these come in small steps.
 * @param minutes how long payments were created
 */
const planSteps = (minutes: number): number[] => [
  Math.max(1, 29 - minutes) * 60,
  ...Array((minutes + 2) * 6).fill(10),
  ...Array(10).fill(60),
];

/**
 * Expects that every outcome is final, was reported once and asked of the bank once, agrees with the bank, and is what
 * every answer to merchants and buyers said.
 */
export async function expectGoodOutcome({ records, receivers, buying, refunding }: Traded): Promise<void> {
  expect(await records.findings(settled)).toEqual([]);
  await expectLedgerToAgree(records);
  await expectAllReportedOnce(records, receivers);
  await expectPromisesKept(records, buying.orders);
  await expectLinksKept(records, buying.linkOrders);
  await expectRefusalsDue(records, buying.refused);
  await expectRefundsAskedOnce(records);
  await expectRefundsKept(records, refunding.asked);
  await expectRunsToEnd(records);
}

/**
 * Expects that no run is stuck, and that runs that still sleep, because only the product's clock was moved, end when
 * woken.
 */
export async function expectRunsToEnd(records: Records): Promise<void> {
  await expectToEnd(() => records.findings(stuckRuns));
  await records.wakeRuns();
  await expectToEnd(() => records.findings(openRuns));
  expect(await records.findings(stuckRuns)).toEqual([]);
}

/**
 * Waits until nothing is found any more. While the clock moves, thousands of runs may come to wait; a busy machine
 * needs minutes for them, so what is expected of each two minutes is that fewer are left.
 */
async function expectToEnd(find: () => Promise<string[]>): Promise<void> {
  let left = await find();
  while (left.length > 0) {
    const { length } = left;
    const count = async (): Promise<number> => {
      left = await find();
      return left.length;
    };
    const message = `fewer than ${length} are left: ${left.slice(0, quotesMax).join("; ")}`;
    await expect.poll(count, { timeout: 120_000, message }).toBeLessThan(length);
  }
}

/** How many of the runs that are left a failure quotes. */
const quotesMax = 3;
