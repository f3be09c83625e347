import { expect } from "@playwright/test";
import { istanbulDate } from "@/server/domain/business-day";
import { chargeBack, giveBack } from "../support/bank-day";
import { approvedCard } from "../support/cards";
import { now } from "../support/controls";
import type { Refunder } from "../support/refund-steps";
import type { WebhookReceiver } from "../support/webhook-receiver";
import { type BankOffice, readDayFile, settleDay, settleFaultyDay } from "./bank-office";
import { moveClock, nextBusinessNoon, nextMonthsNoon } from "./calendar";
import type { Clerk } from "./clerk";
import type { Dice } from "./dice";
import {
  answerCase,
  type Case,
  type CasePlan,
  type ClosedMonth,
  casePlans,
  closeMonth,
  readMonth,
} from "./merchant-office";
import type { Steps } from "./steps";
import {
  type EndedPayout,
  endPayout,
  expectEnded,
  expectFilesKept,
  listPrepared,
  payoutPlans,
  type Treasury,
} from "./treasury";

/** A merchant whose payouts are left to the back-office. */
interface MoneyShop {
  readonly refunder: Refunder;
  readonly receiver: WebhookReceiver;
  /** Its person of finance. */
  readonly finance: Clerk;
}

export interface Business {
  readonly shops: readonly MoneyShop[];
  readonly treasury: Treasury;
  readonly office: BankOffice;
  readonly steps: Steps;
  readonly dice: Dice;
}

/** What people know that they have done. */
export interface DoneMoney {
  readonly payouts: EndedPayout[];
  readonly months: ClosedMonth[];
}

/**
 * Trades, pays out, settles two days of the bank and closes a month. It begins at noon of the first business day of a
 * month, and ends at the same hour of the next month. Each phase moves the clock, and then everybody works at once.
 */
export async function spendMonth(business: Business): Promise<DoneMoney> {
  const { shops, steps, office } = business;
  const first = await now();
  const { paid, cases } = await trade(business);
  await moveClock(steps, nextBusinessNoon(first));
  await signInAll(business);
  const second = await now();
  const file = await readDayFile(istanbulDate(first));
  const [payouts] = await Promise.all([
    payOut(business),
    settleFaultyDay(office, istanbulDate(first), file).then(() => answerCases(business, cases)),
  ]);
  await giveMoneyBack(cases);
  await creditAll(paid);
  await moveClock(steps, nextMonthsNoon(first));
  await signInAll(business);
  const secondFile = await readDayFile(istanbulDate(second));
  const month = istanbulDate(first).slice(0, 7);
  const [months, more] = await Promise.all([
    Promise.all(shops.map(({ finance }) => closeMonth(steps, finance, month))),
    payOut(business),
    settleDay(office, istanbulDate(second), secondFile),
  ]);
  await creditAll(paid);
  const done = { payouts: [...payouts, ...more], months };
  await expectDone(business, done);
  return done;
}

/** Expects, after everything has ended, that all that was done in these months is shown as it ended. */
export async function expectAllDone(business: Business, months: readonly DoneMoney[]): Promise<void> {
  await signInAll(business);
  for (const month of months) await expectDone(business, month);
  await expectFilesKept(business.treasury);
}

/** Expects that what was done is still shown as it ended. */
async function expectDone({ treasury }: Business, { payouts, months }: DoneMoney): Promise<void> {
  for (const payout of payouts) await expectEnded(treasury, payout);
  for (const { finance, month, frozen } of months) expect(await readMonth(finance, month)).toEqual(frozen);
}

/** Signs everybody in: a move of the clock over days ends every session. */
export async function signInAll({ shops, treasury, office }: Business): Promise<void> {
  const clerks = new Set([treasury.proposer, treasury.approver, office.clerk, ...shops.map(({ finance }) => finance)]);
  await Promise.all([...clerks].map((clerk) => clerk.signIn()));
}

/** A payment of which a part can be refunded, with its merchant. */
interface Paid {
  readonly refunder: Refunder;
  readonly paymentCode: string;
}

/** Each shop sells, takes a sale back, and has payments of which the bank takes the money back. */
async function trade(business: Business): Promise<{ paid: Paid[]; cases: Case[] }> {
  const traded = await Promise.all(
    business.shops.map(async ({ refunder, finance }, place) => {
      const sell = (): Promise<string> => refunder.captured(approvedCard, { amount: drawAmount(business.dice) });
      const paymentCode = await sell();
      await refunder.expect("approved", await sell(), "void");
      const plan = casePlans[place];
      const cases = plan === undefined ? [] : [await beginCase(await sell(), plan, finance)];
      return { paid: { refunder, paymentCode }, cases };
    }),
  );
  return { paid: traded.map(({ paid }) => paid), cases: traded.flatMap(({ cases }) => cases) };
}

/** The amounts that every account of these tests accepts, kuruş. */
const drawAmount = (dice: Dice): number => dice.between(20_000, 50_000);

async function beginCase(paymentCode: string, plan: CasePlan, finance: Clerk): Promise<Case> {
  return { caseNumber: await chargeBack(paymentCode, 10_000), plan, finance };
}

/** Brings all payouts that wait to their end, all of them at once. */
async function payOut({ treasury, dice }: Business): Promise<EndedPayout[]> {
  const waiting = await listPrepared(treasury);
  const plans = dice.shuffled(payoutPlans);
  const ended = waiting.map((payoutId, n) => endPayout(treasury, payoutId, plans[n % plans.length] ?? "arrives"));
  return (await Promise.all(ended)).flat();
}

async function answerCases({ steps, office }: Business, cases: readonly Case[]): Promise<void> {
  await Promise.all(cases.map((one) => answerCase(steps, office.clerk, one)));
}

/** The bank decides for the merchant: the money comes with the file of this day. */
async function giveMoneyBack(cases: readonly Case[]): Promise<void> {
  for (const { caseNumber, plan } of cases) if (plan === "won") await giveBack(caseNumber);
}

/** Refunds a part of each payment. */
async function creditAll(paid: readonly Paid[]): Promise<void> {
  await Promise.all(
    paid.map(({ refunder, paymentCode }) => refunder.expect("approved", paymentCode, "credit", creditKurus)),
  );
}

const creditKurus = 1_000;
