import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import { addUpDays, keepDays } from "@/server/store/accounts/account-days";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { panelDoor } from "@/server/testing/world/panel";
import {
  approved,
  declined,
  openTestWorld,
  type TestWorld,
  terminalOf,
  unknown,
} from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";
import { fireDue } from "../operations/fire-due";
import { type AccountDay, getHome } from "./get-home";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld({ ...patient, captureWaitMs: 3_000 });
  journey = refundJourneyIn(world);
  const data = { mode: "direct_collection", limitPerTx: null, limitDaily: null } as const;
  await world.db.prisma.terminal.update({ where: { id: terminalOf.limited }, data });
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

/** The same by adding up every row that there is, day by day. */
async function addedUpHere(): Promise<AccountDay[]> {
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

test("nothing at all for an account that has begun nothing", async () => {
  const found = await getHome(world.ctx, { partnerId: "prt_other" as typeof world.caller.partnerId });
  expect(found).toMatchObject({ recent: noSums, before: noSums, openLinkCount: 0, isNew: true });
  expect(found.days).toHaveLength(30);
});

test("each of the last sixty days is in the thirty that are shown, or in the thirty before them", async () => {
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

test("links that can still be paid are counted, and whoever has made one is not new", async () => {
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

/** The same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Something that happens to an account: a payment of either kind of terminal, paid, declined or left; money given back. */
async function happen(random: (below: number) => number, paid: string[]): Promise<void> {
  const terminalId = random(4) === 0 ? terminalOf.limited : terminalOf.ours;
  const payment = { terminalId, amountKurus: BigInt(1_000 + random(40_000)) };
  const refunded = paid[random(Math.max(paid.length, 1))];
  const kind = random(6);
  if (kind <= 2) paid.push(await journey.captured(payment));
  if (kind === 3) {
    world.bank.answer("capture", declined, approved);
    await journey.captured(payment);
  }
  if (kind === 4) await journey.create(payment);
  if (kind === 5 && refunded !== undefined)
    await journey.asked(refunded, random(2) ? { amountKurus: BigInt(1 + random(900)), way: "credit" } : {});
}

/** The same happens to another account, once. */
async function happenToOther(): Promise<void> {
  const { account } = (await panelDoor(world.ctx, "owner", "prt_other")).session ?? {};
  if (!account) throw new Error("Nobody is signed in");
  const payment = { caller: account, terminalId: terminalOf.foreign, installment: 1 };
  await journey.captured(payment);
  const voided = await journey.captured(payment);
  expect(await journey.asked(voided, { partnerId: account.partnerId })).toBe("void approved");
  await journey.create(payment);
}

/** To short of midnight in Istanbul, to it, or past it. */
async function passTime(random: (below: number) => number): Promise<void> {
  const midnight = plusMs(istanbulDayStart(world.clock.now()), days(1));
  const until = plusMs(midnight, [-1_000, 0, hours(7)][random(3)] as number);
  await journey.advance(until.getTime() - world.clock.now().getTime());
}

test("the sums of rows of all kinds, walked at random over days, to the kuruş; another account's are not among them", async () => {
  const [random, paid] = [dice(42), [] as string[]];
  await happenToOther();
  for (let step = 0; step < 60; step += 1) {
    await happen(random, paid);
    if (random(3) === 0) await passTime(random);
    if (random(5) === 0) expect((await home()).days).toEqual(await addedUpHere());
  }
  const { days: shown, recent, isNew } = await home();
  expect(shown).toEqual(await addedUpHere());
  expect(recent.capturedKurus).toBe(shown.reduce((sum, day) => sum + day.capturedKurus, 0n));
  for (const value of Object.values(recent)) expect(value).not.toBe(typeof value === "bigint" ? 0n : 0);
  expect(isNew).toBe(false);
  expect((await keptDays()).length).toBeGreaterThan(50);
}, 60_000);

test("a refund that the bank declines gives nothing back", async () => {
  await journey.toNoon();
  const paymentCode = await journey.captured();
  const before = (await home()).today;
  world.bank.answer("void", declined);
  expect(await journey.asked(paymentCode)).toBe("void declined");
  expect((await home()).today).toEqual(before);
});

/** An hour past midnight of the next day: the day before is kept as it is then. */
const toAfterMidnight = async () => {
  await journey.toDayEnd();
  await journey.advance(hours(1));
};

test("a capture that is found a day later counts on the day on which the bank made it, also where that was kept", async () => {
  await journey.toNoon();
  await journey.advance(hours(11) + minutes(55));
  world.bank.answer("capture", unknown);
  world.bank.answer("inquire", unknown);
  const paymentCode = await journey.captured();
  await toAfterMidnight();
  const before = (await home()).yesterday;
  const { amount } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
  world.bank.answer("inquire", { kind: "paid", amountKurus: amount, references: approved.references });
  await journey.advance(hours(2));
  await fireDue(world.ctx, { until: world.clock.now() });
  expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
  const { days: shown, yesterday } = await home();
  expect(yesterday.capturedKurus).toBe(before.capturedKurus + amount);
  expect(shown).toEqual(await addedUpHere());
});

test("a day that was added up while a late ending was being written down is added up again", async () => {
  await journey.toNoon();
  const { paymentCode } = await journey.create();
  const day = istanbulDayStart(world.clock.now());
  world.clock.set(plusMs(day, days(1) + hours(2)));
  const before = (await home()).yesterday;
  await world.db.prisma.$transaction(async (tx) => {
    await tx.payment.updateMany({
      where: { id: paymentCode },
      data: { status: "expired", expiredAt: plusMs(day, hours(13)), updatedAt: world.clock.now() },
    });
    // Somebody looks, and keeps what they see, before this is committed.
    const { partnerId } = world.caller;
    await keepDays(world.db, partnerId, await addUpDays(world.db, partnerId, [day]));
    expect((await home()).yesterday).toEqual(before);
  });
  expect((await home()).yesterday).toEqual({ ...before, notCapturedCount: before.notCapturedCount + 1 });
  expect((await home()).days).toEqual(await addedUpHere());
});

test("who saw less of a day does not write over who saw more", async () => {
  const partnerId = world.caller.partnerId;
  const day = plusMs(istanbulDayStart(world.clock.now()), -days(1));
  const [seen] = await addUpDays(world.db, partnerId, [day]);
  if (!seen) throw new Error("Nothing was added up");
  await keepDays(world.db, partnerId, [{ ...seen, capturedKurus: 1n, late: seen.late - 1 }]);
  expect((await home()).yesterday).toEqual((({ late: _, ...rest }) => rest)(seen));
});

test("a day is kept an hour after it is over, not before", async () => {
  await journey.toNoon();
  await journey.toDayEnd();
  const day = plusMs(world.clock.now(), -days(1));
  const isKept = async () => (await keptDays()).some((kept) => kept.day.getTime() === day.getTime());
  await journey.advance(hours(1) - 1_000);
  await home();
  expect(await isKept()).toBe(false);
  await journey.advance(1_000);
  await home();
  expect(await isKept()).toBe(true);
});

test("a payment that expires late counts on the day on which its time was over", async () => {
  await journey.toNoon();
  const { paymentCode } = await journey.create();
  const { expiresAt } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
  world.clock.set(plusMs(istanbulDayStart(expiresAt), days(1) + hours(2)));
  const before = (await home()).yesterday;
  await expirePayment(world.ctx, { paymentCode });
  expect((await home()).yesterday).toEqual({ ...before, notCapturedCount: before.notCapturedCount + 1 });
  expect(await world.db.prisma.lateEnding.count({ where: { paymentId: paymentCode } })).toBe(1);
});
