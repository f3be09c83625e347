import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import { computeDays, storeDays } from "@/server/store/accounts/account-days";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createPanelContext } from "@/server/testing/world/panel";
import {
  approved,
  declined,
  openTestWorld,
  type TestWorld,
  testTerminals,
  unknown,
} from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";
import { doDueWork } from "../operations/do-due-work";
import { type AccountDay, getHome } from "./get-home";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  const data = { mode: "direct_collection", limitPerTx: null, limitDaily: null } as const;
  await world.db.prisma.terminal.update({ where: { id: testTerminals.limited }, data });
});
afterAll(() => world.close());
beforeEach(() => {
  for (const kind of ["void", "credit", "capture"] as const) world.bank.answer(kind, approved);
  world.bank.answer("history", unknown);
});

const home = () => getHome(world.ctx, { partnerId: world.caller.partnerId });
const keptDays = () => world.db.prisma.accountDay.findMany({ where: { partnerId: "prt_ours" } });
const noSums = {
  capturedCount: 0,
  capturedKurus: 0n,
  notCapturedCount: 0,
  refundedCount: 0,
  refundedKurus: 0n,
  commissionKurus: 0n,
  netKurus: 0n,
};

/** Computes the days independently, from every row of the account. */
async function computeHere(): Promise<AccountDay[]> {
  const { prisma } = world.db;
  const where = { partnerId: "prt_ours" };
  const [payments, refunds, settlements] = await Promise.all([
    prisma.payment.findMany({ where }),
    prisma.refund.findMany({ where, include: { payment: true } }),
    prisma.settlement.findMany({ where }),
  ]);
  const today = istanbulDayStart(world.clock.now());
  return Array.from({ length: 30 }, (_, index) => {
    const day = plusMs(today, days(index - 29));
    const isIn = (at: Date | null) => at !== null && at >= day && at < plusMs(day, days(1));
    const captured = payments.filter(({ capturedAt }) => isIn(capturedAt));
    const back = refunds.filter(({ status, resolvedAt }) => status === "approved" && isIn(resolvedAt));
    const voids = back.filter(({ method }) => method === "void");
    const sum = (amounts: (bigint | null)[]) => amounts.reduce<bigint>((all, one) => all + (one ?? 0n), 0n);
    return {
      day,
      capturedCount: captured.length,
      capturedKurus: sum(captured.map(({ amount }) => amount)),
      notCapturedCount: payments.filter((one) => isIn(one.failedAt) || isIn(one.expiredAt)).length,
      refundedCount: back.length,
      refundedKurus: sum(back.map(({ amount }) => amount)),
      commissionKurus:
        sum(captured.map(({ commissionAmount }) => commissionAmount)) -
        sum(voids.map(({ payment }) => payment.commissionAmount)),
      netKurus: sum(settlements.filter(({ createdAt }) => isIn(createdAt)).map(({ amount }) => amount)),
    };
  });
}

test("returns zeros for a new account", async () => {
  const found = await getHome(world.ctx, { partnerId: "prt_other" as typeof world.caller.partnerId });
  expect(found).toMatchObject({ recent: noSums, before: noSums, openLinkCount: 0, isNew: true });
  expect(found.days).toHaveLength(30);
});

test("each of the last sixty days counts in the thirty days shown or in the thirty days before", async () => {
  const partnerId = "prt_other" as typeof world.caller.partnerId;
  const today = istanbulDayStart(world.clock.now());
  for (const [age, amount] of [59, 30, 29, 1].map((age) => [age, 10n ** BigInt(age % 10)] as const)) {
    const where = { partnerId, day: plusMs(today, -days(age)) };
    await world.db.prisma.accountDay.updateMany({
      where,
      data: { capturedCount: 1, capturedAmount: amount },
    });
  }
  const { before, recent, yesterday } = await getHome(world.ctx, { partnerId });
  expect(before).toEqual({ ...noSums, capturedCount: 2, capturedKurus: 1_000_000_001n });
  expect(recent).toEqual({ ...noSums, capturedCount: 2, capturedKurus: 1_000_000_010n });
  expect(yesterday).toMatchObject({ ...noSums, capturedCount: 1, capturedKurus: 10n });
});

test("counts links that can still be paid; an account with a link is not new", async () => {
  const now = world.clock.now();
  await writeLinks(world, [
    { createdAt: plusMs(now, -days(7)) },
    { createdAt: plusMs(now, 1 - days(7)), status: "failed" },
    { createdAt: plusMs(now, -days(1)) },
    { createdAt: now, status: "completed" },
    { createdAt: now, partnerId: "prt_other" },
  ]);
  expect(await home()).toMatchObject({ openLinkCount: 2, isNew: false });
});

/** Creates a random generator that gives the same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/**
 * Does a random thing in the account: a payment of either kind of terminal, paid, declined or left open, or a refund.
 */
async function happen(random: (below: number) => number, paid: string[]): Promise<void> {
  const terminalId = random(4) === 0 ? testTerminals.limited : testTerminals.ours;
  const payment = { terminalId, amountKurus: BigInt(1_000 + random(40_000)) };
  const refunded = paid[random(Math.max(paid.length, 1))];
  const kind = random(6);
  if (kind <= 2) paid.push(await journey.capture(payment));
  if (kind === 3) {
    world.bank.answer("capture", declined, approved);
    await journey.capture(payment);
  }
  if (kind === 4) await journey.create(payment);
  if (kind === 5 && refunded !== undefined)
    await journey.tryRefund(refunded, random(2) ? { amountKurus: BigInt(1 + random(900)), way: "credit" } : {});
}

/** Creates payments and a refund in another account, once. */
async function happenToOther(): Promise<void> {
  const { account } = (await createPanelContext(world.ctx, "owner", "prt_other")).session ?? {};
  if (!account) throw new Error("No user is signed in");
  const payment = { caller: account, terminalId: testTerminals.foreign, installment: 1 };
  await journey.capture(payment);
  const voided = await journey.capture(payment);
  expect(await journey.tryRefund(voided, { caller: { ...world.caller, ...account } })).toBe("void approved");
  await journey.create(payment);
}

/** Advances the clock to shortly before midnight in Istanbul, to midnight, or past it. */
async function passTime(random: (below: number) => number): Promise<void> {
  const midnight = plusMs(istanbulDayStart(world.clock.now()), days(1));
  const until = plusMs(midnight, [-1_000, 0, hours(7)][random(3)] as number);
  await journey.advance(until.getTime() - world.clock.now().getTime());
}

test("equals the sums of all rows of the account, to the kuruş, in a random walk over days", async () => {
  const [random, paid] = [dice(42), [] as string[]];
  await happenToOther();
  for (let step = 0; step < 60; step += 1) {
    await happen(random, paid);
    if (random(3) === 0) await passTime(random);
    if (random(5) === 0) expect((await home()).days).toEqual(await computeHere());
  }
  const { days: shown, recent, isNew } = await home();
  expect(shown).toEqual(await computeHere());
  expect(recent.capturedKurus).toBe(shown.reduce((sum, day) => sum + day.capturedKurus, 0n));
  for (const value of Object.values(recent)) expect(value).not.toBe(typeof value === "bigint" ? 0n : 0);
  expect(isNew).toBe(false);
  expect((await keptDays()).length).toBeGreaterThan(50);
}, 60_000);

test("does not count a refund that the bank declines", async () => {
  await journey.advanceToNoon();
  const paymentCode = await journey.capture();
  const before = (await home()).today;
  world.bank.answer("void", declined);
  expect(await journey.tryRefund(paymentCode)).toBe("void declined");
  expect((await home()).today).toEqual(before);
});

/** Advances the clock to an hour after midnight, when the day before is stored. */
const toAfterMidnight = async () => {
  await journey.advanceToDayEnd();
  await journey.advance(hours(1));
};

test("a capture that is found a day later counts on the bank's day, also where that day was stored already", async () => {
  await journey.advanceToNoon();
  await journey.advance(hours(11) + minutes(55));
  world.bank.answer("capture", unknown);
  world.bank.answer("inquire", unknown);
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnWithoutWaiting(token);
  await toAfterMidnight();
  const before = (await home()).yesterday;
  const { amount } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
  world.bank.answer("inquire", { kind: "paid", amountKurus: amount, references: approved.references });
  await journey.advance(hours(2));
  await doDueWork(world.ctx, { until: world.clock.now() });
  expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  const { days: shown, yesterday } = await home();
  expect(yesterday.capturedKurus).toBe(before.capturedKurus + amount);
  expect(shown).toEqual(await computeHere());
});

test("a day that was computed before a late ending was committed is computed again", async () => {
  await journey.advanceToNoon();
  const { paymentCode } = await journey.create();
  const day = istanbulDayStart(world.clock.now());
  world.clock.set(plusMs(day, days(1) + hours(2)));
  const before = (await home()).yesterday;
  await world.db.prisma.$transaction(async (tx) => {
    await tx.payment.updateMany({
      where: { id: paymentCode },
      data: { status: "expired", expiredAt: plusMs(day, hours(13)), updatedAt: world.clock.now() },
    });
    // Another process computes and stores the day before this transaction commits.
    const { partnerId } = world.caller;
    await storeDays(world.db, partnerId, await computeDays(world.db, partnerId, [day]));
    expect((await home()).yesterday).toEqual(before);
  });
  expect((await home()).yesterday).toEqual({ ...before, notCapturedCount: before.notCapturedCount + 1 });
  expect((await home()).days).toEqual(await computeHere());
});

test("a result with fewer late endings does not overwrite one with more", async () => {
  const partnerId = world.caller.partnerId;
  const day = plusMs(istanbulDayStart(world.clock.now()), -days(1));
  const [seen] = await computeDays(world.db, partnerId, [day]);
  if (!seen) throw new Error("Nothing was added up");
  await storeDays(world.db, partnerId, [{ ...seen, capturedKurus: 1n, late: seen.late - 1 }]);
  expect((await home()).yesterday).toEqual((({ late: _, ...rest }) => rest)(seen));
});

test("a day is stored an hour after its end, not before", async () => {
  await journey.advanceToNoon();
  await journey.advanceToDayEnd();
  const day = plusMs(world.clock.now(), -days(1));
  const isKept = async () => (await keptDays()).some((kept) => kept.day.getTime() === day.getTime());
  await journey.advance(hours(1) - 1_000);
  await home();
  expect(await isKept()).toBe(false);
  await journey.advance(1_000);
  await home();
  expect(await isKept()).toBe(true);
});

test("a payment whose expiry is written down late counts on the day on which it was due", async () => {
  await journey.advanceToNoon();
  const { paymentCode } = await journey.create();
  const { expiresAt } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
  world.clock.set(plusMs(istanbulDayStart(expiresAt), days(1) + hours(2)));
  const before = (await home()).yesterday;
  await expirePayment(world.ctx, { paymentCode });
  expect((await home()).yesterday).toEqual({ ...before, notCapturedCount: before.notCapturedCount + 1 });
  expect(await world.db.prisma.lateEnding.count({ where: { paymentId: paymentCode } })).toBe(1);
});
