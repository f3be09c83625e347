import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import type { BankLimits } from "@/server/domain/payments/limits";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testCard, testTerminals, unknown } from "@/server/testing/world/world";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import { expirePayment } from "../expiry/expire-payment";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 0 });
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

const terminalId = testTerminals.limited;
const none: BankLimits = { perTx: null, daily: null, weekly: null, monthly: null, windows: [] };
const limit = (limits: Partial<BankLimits>) =>
  updateTerminalSettings(world.ctx, { terminalId, changes: { limits: { ...none, ...limits } } });
const istanbul = (local: string) => world.clock.set(new Date(`${local}+03:00`));
const create = (amountKurus: bigint, partnerTxCode?: string) =>
  journey.create({ terminalId, amountKurus, ...(partnerTxCode && { partnerTxCode }) });
const start = (paymentRef: string) => journey.start(paymentRef, { ...testCard(), expireYear: "50" });

const code = (period: string) => `pos_${period}_limit_exceeded`;
const expectRefused = (work: Promise<unknown>, period: string) =>
  expect(work).rejects.toMatchObject({ code: code(period) });

// Each test runs in its own year, so payments of earlier tests lie in other periods.
let year = 2026;
beforeEach(async () => {
  year++;
  await limit({});
});

test("counts a week from Monday to Sunday, also across the end of the year", async () => {
  istanbul("2026-12-27T23:59:59.999"); // Sunday
  await create(50_000n);
  istanbul("2026-12-28T00:00:00.000");
  await create(30_000n);
  await limit({ weekly: 50_000n });
  istanbul("2027-01-03T23:59:59.999"); // Sunday of the same ISO week, 2026-W53
  await create(10_000n);
  await expectRefused(create(40_001n), "weekly");
  // The reservations of December have lapsed; the 10,000 kuruş of this minute have not.
  await create(40_000n);
  await expectRefused(create(1n), "weekly");
  istanbul("2027-01-04T00:00:00.000");
  expect(await create(50_000n)).toMatchObject({ status: "initiated" });
});

describe("when 50 payments race for the last 100 TRY", () => {
  const window = (max: bigint) => ({ windows: [{ from: "09:00", to: "18:00", max }] });
  test.each<[what: string, limits: Partial<BankLimits>, refused: string[]]>([
    ["of the day", { daily: 30_000n }, ["daily"]],
    ["of the week", { weekly: 30_000n }, ["weekly"]],
    ["of the month", { monthly: 30_000n }, ["monthly"]],
    ["of an hour range", window(30_000n), ["time_window"]],
    ["of the week, which is also the last of the month", { weekly: 30_000n, monthly: 30_000n }, ["weekly"]],
    ["of an hour range, while the day has less left", { ...window(40_000n), daily: 30_000n }, ["daily"]],
  ])("creates exactly the payments that fit into the last %s", async (_what, limits, refused) => {
    istanbul(`${year}-05-15T10:00:00.000`);
    await create(20_000n);
    await limit(limits);
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => create(1_000n)));
    const reasons = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(outcomes.length - reasons.length).toBe(10);
    expect(new Set(reasons)).toEqual(new Set(refused.map(code)));
    await expectRefused(create(1n), refused[0] ?? "");
  });
});

describe("periods", () => {
  test("counts a month of 31 days to its last millisecond", async () => {
    istanbul(`${year}-03-01T00:00:00.000`);
    const { token } = await atTheBank();
    await journey.returnFromBank(token);
    await limit({ monthly: 40_000n });
    istanbul(`${year}-03-31T23:59:59.999`);
    await expectRefused(create(1n), "monthly");
    istanbul(`${year}-04-01T00:00:00.000`);
    expect(await create(40_000n)).toMatchObject({ status: "initiated" });
  });

  test("counts an hour range from its opening yesterday, and again from the next evening", async () => {
    await limit({ windows: [{ from: "22:00", to: "06:00", max: 40_000n }] });
    istanbul(`${year}-05-15T21:59:59.999`);
    await journey.returnFromBank((await atTheBank()).token);
    istanbul(`${year}-05-15T22:00:00.000`);
    await journey.returnFromBank((await atTheBank()).token);
    istanbul(`${year}-05-16T05:59:59.999`);
    await expectRefused(create(1n), "time_window");
    istanbul(`${year}-05-16T06:00:00.000`);
    await create(1_000n);
    istanbul(`${year}-05-16T22:00:00.000`);
    expect(await create(40_000n)).toMatchObject({ status: "initiated" });
  });

  test("lets a range from an hour to itself last a day, and applies the tighter of two open ranges", async () => {
    const whole = { from: "14:30", to: "14:30", max: 50_000n };
    await limit({ windows: [whole, { from: "12:00", to: "20:00", max: 90_000n }] });
    istanbul(`${year}-05-15T14:29:00.000`);
    await create(50_000n);
    istanbul(`${year}-05-15T14:30:00.000`);
    await create(40_000n);
    await expectRefused(create(10_001n), "time_window");
    await limit({ windows: [whole] });
    expect(await create(10_000n)).toMatchObject({ status: "initiated" });
    await expectRefused(create(1n), "time_window");
  });
});

test("refuses every payment at a limit of zero, and permits one payment as large as its limit", async () => {
  istanbul(`${year}-05-15T10:00:00.000`);
  await limit({ perTx: 1_000n });
  await expectRefused(create(1_001n), "per_tx");
  expect(await create(1_000n)).toMatchObject({ status: "initiated" });
  for (const period of ["daily", "weekly", "monthly"] as const) {
    await limit({ [period]: 0n });
    await expectRefused(create(1n), period);
  }
  await limit({ windows: [{ from: "10:00", to: "10:01", max: 0n }] });
  await expectRefused(create(1n), "time_window");
});

test("names the first limit in the contract's order when several are passed", async () => {
  istanbul(`${year}-05-15T10:00:00.000`);
  const all: Partial<BankLimits>[] = [
    { perTx: 0n },
    { windows: [{ from: "00:00", to: "00:00", max: 0n }] },
    { daily: 0n },
    { weekly: 0n },
    { monthly: 0n },
  ];
  const order = ["per_tx", "time_window", "daily", "weekly", "monthly"];
  for (const [n, period] of order.entries()) {
    await limit(Object.assign({}, ...all.slice(n)));
    await expectRefused(create(1n, "one-code"), period);
  }
  expect(await world.db.prisma.payment.count({ where: { partnerTxCode: "one-code" } })).toBe(0);
  await limit({});
  expect(await create(1n, "one-code")).toMatchObject({ idempotentReplay: false });
});

test("200 a replay although every limit has been reached in the meantime", async () => {
  istanbul(`${year}-05-15T10:00:00.000`);
  const first = await create(5_000n, "replayed");
  await limit({ perTx: 1n, daily: 1n, weekly: 1n, monthly: 1n });
  expect(await create(5_000n, "replayed")).toEqual({ ...first, idempotentReplay: true });
  await limit({ windows: [{ from: "00:00", to: "00:00", max: 0n }] });
  expect(await create(5_000n, "replayed")).toEqual({ ...first, idempotentReplay: true });
});

/** Creates a payment of 40,000 kuruş at the limited terminal whose browser is at the bank. */
async function atTheBank() {
  const created = await create(40_000n);
  const started = await start(created.paymentRef);
  if (started.kind !== "form") throw new Error(started.kind);
  return { ...created, token: started.form.fields[0]?.[1].split("/").at(-1) ?? "" };
}

describe("reservations", () => {
  test("are given back once by a failure, by a lapsed validity and by an expiry", async () => {
    istanbul(`${year}-05-15T10:00:00.000`);
    await limit({ daily: 40_000n });
    const failing = await atTheBank();
    await expectRefused(create(1n), "daily");
    await journey.returnFromBank(failing.token, "not_authenticated");
    const { paymentCode } = await create(40_000n);
    await expectRefused(create(1n), "daily");
    world.clock.advanceMs(minutes(30));
    await limit({ daily: 80_000n });
    await create(40_000n);
    expect(await expirePayment(world.ctx, { paymentCode })).toBe(true);
    await create(40_000n);
    await expectRefused(create(1n), "daily");
  });

  test("keep a capture of unknown outcome in the day on which it was sent, also after midnight", async () => {
    istanbul(`${year}-05-15T23:50:00.000`);
    const { paymentCode, token } = await atTheBank();
    await limit({ daily: 40_000n, monthly: 70_000n });
    world.bank.answer("capture", unknown);
    istanbul(`${year}-05-15T23:59:59.999`);
    await journey.returnFromBank(token);
    await world.settled();
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    await expectRefused(create(1n), "daily");
    istanbul(`${year}-05-16T00:30:00.000`); // the validity has ended, but the bank may have the money
    await expectRefused(create(30_001n), "monthly");
    expect(await create(30_000n)).toMatchObject({ status: "initiated" });
    await limit({ daily: 40_000n });
    await create(10_000n);
    await expectRefused(create(1n), "daily");
  });
});

test("moves a payment's reservation to the day of its handoff", async () => {
  istanbul(`${year}-05-15T23:50:00.000`);
  await limit({ daily: 60_000n });
  const { paymentRef, paymentCode } = await create(40_000n);
  istanbul(`${year}-05-16T00:10:00.000`);
  await create(30_000n);
  for (let n = 0; n < 6; n++) expect(await start(paymentRef)).toMatchObject({ kind: "limit" });
  const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
  expect(row).toMatchObject({ status: "initiated", attemptsUsed: 0, prepareStartedAt: null });
  expect(row.countedAt).toEqual(row.createdAt);
  const noted = await world.db.prisma.attempt.findMany({ where: { paymentId: paymentCode } });
  expect(noted, "one record of six equal posts").toMatchObject([
    { status: "rejected", declineReason: "amount_not_accepted", bankCode: null },
  ]);
  await limit({ daily: 70_000n });
  expect(await start(paymentRef)).toMatchObject({ kind: "form" });
  await expectRefused(create(1n), "daily");
});

test("returns all limits after a change and applies them to the next request", async () => {
  istanbul(`${year}-05-15T10:00:00.000`);
  const windows = [{ from: "02:00", to: "04:00", max: 0n }];
  expect(await limit({ perTx: 5n, windows })).toMatchObject({
    active: true,
    limits: { ...none, perTx: 5n, windows },
  });
  await expectRefused(create(6n), "per_tx");
  const kept = await updateTerminalSettings(world.ctx, {
    terminalId,
    changes: { limits: { perTx: null, daily: 7n } },
  });
  expect(kept.limits).toEqual({ ...none, daily: 7n, windows });
  await expectRefused(create(8n), "daily");
  expect(await create(7n)).toMatchObject({ status: "initiated" });
});
