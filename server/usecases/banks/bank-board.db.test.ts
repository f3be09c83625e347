import { afterAll, beforeAll, expect, test } from "vitest";
import type { BankEvent, CallPurpose, CallResult } from "@/server/domain/banks/bank-calls";
import { Circuits } from "@/server/domain/banks/circuits";
import { days, minutes, seconds } from "@/server/domain/clock";
import { addBankEvents } from "@/server/store/banks/bank-counts";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { getBankBoard } from "./board-queries";
import { eraseOldCounts } from "./erase-old-counts";
import { watchBanks } from "./watch-banks";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld({ asApplication: true, bankBreaker: true });
});
afterAll(() => world.close());

const host = { bank: "scripted", host: "bank.test" };
const subject = "scripted-bank-test";
const call = (result: CallResult, durationMs = 90, purpose: CallPurpose = "money"): BankEvent => {
  return { ...host, at: world.clock.now(), purpose, kind: "call", result, durationMs };
};
const mismatch = (): BankEvent => ({ ...host, at: world.clock.now(), purpose: "return", kind: "hash_mismatch" });
const add = (...events: BankEvent[]) => addBankEvents(world.ctx.db, events);
const times = (count: number, event: () => BankEvent) => Array.from({ length: count }, event);
const readItem = async () => (await getBankBoard(world.ctx)).find(({ bank }) => bank === "scripted");
const listOpen = async () => {
  await watchBanks(world.ctx);
  const rows = await world.db.prisma.staffAlert.findMany({ where: { subject, closedAt: null } });
  return rows.map(({ kind }) => kind).sort();
};

test("a bank that was not called yet is quiet, with the terminals that use it", async () => {
  expect(await readItem()).toMatchObject({
    condition: "quiet",
    host: null,
    terminals: 3,
    openOutcomes: 0,
    p95Ms: null,
  });
});

test("adds the calls of several processes, and shows shares, times, and the last answer and failure", async () => {
  await add(call("unreadable"), call("answered"));
  world.clock.advanceMs(seconds(1));
  const lastAt = world.clock.now();
  await Promise.all(Array.from({ length: 8 }, () => add(...times(10, () => call("answered")), call("declined"))));
  expect(await readItem()).toMatchObject({
    host: "bank.test",
    subject,
    condition: "works",
    quarter: { calls: 90, answered: 89 },
    day: { calls: 90, answered: 89 },
    medianMs: 75,
    lastAnswer: { at: lastAt, result: "declined" },
    lastFailure: { result: "unreadable" },
  });
  expect((await readItem())?.halfHours.at(-1)).toMatchObject({ calls: 90, answered: 89 });
  world.clock.advanceMs(minutes(16));
  expect(await readItem()).toMatchObject({ quarter: { calls: 0 }, hour: { calls: 90 } });
});

test("a bank that fails five times in a row is down, and its alert closes with the first answer", async () => {
  expect(await listOpen()).toEqual([]);
  await Promise.all(times(5, () => call("broken")).map((event) => add(event)));
  expect(await listOpen()).toEqual(["bank_down"]);
  expect(await readItem()).toMatchObject({ condition: "down" });
  const alert = await world.db.prisma.staffAlert.findFirst({ where: { subject } });
  expect(alert?.detail).toBe(
    "The last 5 calls to scripted at bank.test failed; of the last one the connection broke before an answer.",
  );
  await Promise.all([watchBanks(world.ctx), watchBanks(world.ctx)]);
  expect(await world.db.prisma.staffAlert.count({ where: { subject } })).toBe(1);
  world.clock.advanceMs(1);
  await add(call("declined"));
  expect(await listOpen()).toEqual([]);
});

test("failures of all processes open the circuit of each, and an answer of one closes it everywhere", async () => {
  const second = { ...world.ctx, circuits: new Circuits(true) };
  for (let n = 0; n < 5; n++) await add(call("unconnected"));
  await Promise.all([watchBanks(world.ctx), watchBanks(second)]);
  const areOpen = () => [world.ctx, second].map(({ circuits }) => circuits.isOpen(host));
  expect(areOpen()).toEqual([true, true]);
  expect(await readItem()).toMatchObject({ condition: "paused" });
  world.clock.advanceMs(seconds(3));
  await add(call("answered", 90, "lookup"));
  await Promise.all([watchBanks(world.ctx), watchBanks(second)]);
  expect(areOpen()).toEqual([false, false]);
});

test("a slow bank has an alert and an open circuit never, and the alert closes when it is fast again", async () => {
  world.clock.advanceMs(minutes(10));
  await add(...times(6, () => call("answered", 9_000)), ...times(6, () => call("answered")));
  expect(await listOpen()).toEqual(["bank_slow"]);
  expect([(await readItem())?.condition, world.ctx.circuits.hasOpen]).toEqual(["slow", false]);
  world.clock.advanceMs(minutes(6));
  await add(...times(20, () => call("answered")));
  expect(await listOpen()).toEqual([]);
});

test("five wrong hashes are an alert until half an hour has none, and one that a browser brings is counted", async () => {
  await add(...times(5, mismatch));
  expect(await listOpen()).toEqual(["bank_hash_mismatch"]);
  expect(await readItem()).toMatchObject({ hashMismatches: 5 });
  world.clock.advanceMs(minutes(32));
  expect(await listOpen()).toEqual([]);
  const journey = createPaymentJourney(world);
  const { token } = await journey.createAtBank();
  await journey.returnFromBank(token, "refused");
  expect(world.bankEvents.at(-1)).toMatchObject({ ...host, kind: "hash_mismatch" });
});

test("counts are erased after two weeks, and an alert about a host of which nothing is known is closed", async () => {
  await add(...times(5, () => call("timeout")));
  expect(await listOpen()).toEqual(["bank_down"]);
  world.clock.advanceMs(days(14) + minutes(1));
  await eraseOldCounts(world.ctx);
  const { bankMinute, bankState } = world.db.prisma;
  expect([await bankMinute.count(), await bankState.count()]).toEqual([0, 0]);
  expect(await listOpen()).toEqual([]);
});
