import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { findInForce, type PlacedTariff } from "@/server/domain/pricing/tariff-span";
import { listEdges, placedTariffs } from "@/server/testing/domain/spans";
import { openTestWorld, scriptedConnection, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { updateTerminal } from "../accounts/terminals";
import { closeDb, createDb, type Db } from "../db";
import { asPartnerId } from "../tenant";
import { insertTariffs, withdrawTariffRow } from "./tariffs";
import { findTerms } from "./terminal-terms";

let world: TestWorld;
/** A second pool on the same database, which stands for another process. */
let second: Db;
beforeAll(async () => {
  world = await openTestWorld();
  second = createDb({ databaseUrl: world.db.pool.options.connectionString ?? "" });
});
afterAll(async () => {
  await closeDb(second);
  await world.close();
});

const ours = asPartnerId("prt_ours");
const other = asPartnerId("prt_other");
const readVersion = async (partnerId: string) =>
  Number((await world.db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } })).termsVersion);

/** Looks terms up as a request does: it reads the version first. */
const find = async (db: Db = world.db, at = world.clock.now(), terminalId: string = testTerminals.ours) =>
  findTerms(db, { terminalId, partnerId: ours, termsVersion: await readVersion(ours), at });

const price = (rateBps: number, fixedFee: bigint | null = null): TariffPrice => ({
  family: "credit",
  onUs: null,
  brand: null,
  installmentCount: 1,
  rateBps,
  fixedFee,
});
const findRate = (terms: Awaited<ReturnType<typeof find>>) =>
  terms?.tariff.find(({ family, installmentCount }) => family === "credit" && installmentCount === 1)?.rateBps;

let count = 0;
const addTariff = async (
  validFrom: Date,
  prices: readonly TariffPrice[],
  { terminalId = testTerminals.ours as string, validTo = null as Date | null } = {},
) => {
  count += 1;
  const id = `trf_${count}`;
  await insertTariffs(world.db.prisma, [{ id, terminalId, validFrom, validTo, prices }]);
  return id;
};

/** Adds a terminal without a tariff. */
async function addTerminal(): Promise<string> {
  count += 1;
  const createdAt = world.clock.now();
  const bare = { id: `trm_${count}`, partnerId: ours, name: "Bare", bank: "scripted", createdAt };
  const connections = { create: scriptedConnection(world.ctx.vault, bare.id, createdAt) };
  await world.db.prisma.terminal.create({
    data: { ...bare, allowedFamilies: ["credit"], effectiveCounts: [1], connections },
  });
  return bare.id;
}

/** Counts the queries for terms that `work` sends to the database. */
async function countReadings(db: Db, work: () => Promise<unknown>): Promise<number> {
  const { query } = db.pool;
  let readings = 0;
  db.pool.query = ((...args: Parameters<typeof query>) => {
    if ((args[0] as { name?: string }).name === "find-terms") readings += 1;
    return query.apply(db.pool, args);
  }) as typeof query;
  try {
    await work();
  } finally {
    db.pool.query = query;
  }
  return readings;
}

test("a warm look-up sends no query and returns the same object", async () => {
  const first = await find();
  expect(first).toMatchObject({ terminalId: testTerminals.ours, effectiveCounts: [1, 3], bank: "scripted" });
  expect(findRate(first)).toBe(250);
  expect(await countReadings(world.db, async () => expect(await find()).toBe(first))).toBe(0);
});

test("null for an unknown terminal and a foreign one, also after its owner has looked it up", async () => {
  expect(await find(world.db, world.clock.now(), "trm_none")).toBeNull();
  expect(await find(world.db, world.clock.now(), testTerminals.foreign)).toBeNull();
  const at = world.clock.now();
  const theirs = {
    terminalId: testTerminals.foreign,
    partnerId: other,
    termsVersion: await readVersion(other),
    at,
  };
  expect(await findTerms(world.db, theirs)).toMatchObject({ partnerId: other });
  expect(await find(world.db, at, testTerminals.foreign)).toBeNull();
  // The version of the owner, so that the cached terms are new enough for both accounts.
  expect(await findTerms(world.db, { ...theirs, partnerId: ours })).toBeNull();
});

test("a look-up by a foreign account with a higher version does not hide a later change from the owner", async () => {
  const at = world.clock.now();
  await find();
  const curious = { terminalId: testTerminals.ours, partnerId: other, termsVersion: 1_000_000, at };
  expect(await findTerms(world.db, curious)).toBeNull();
  await updateTerminal(world.db, testTerminals.ours, { effectiveCounts: [1] });
  expect(await find()).toMatchObject({ effectiveCounts: [1] });
  await updateTerminal(world.db, testTerminals.ours, { effectiveCounts: [1, 3] });
});

test("a change of the terminal is effective immediately, also in another process, and is read once", async () => {
  for (const db of [world.db, second]) await find(db);
  await updateTerminal(world.db, testTerminals.ours, {
    supportsForeign: false,
    limitPerTx: 9_007_199_254_740_993n,
  });
  for (const db of [second, world.db]) {
    const readings = await countReadings(db, async () => {
      for (let n = 0; n < 3; n++) {
        const found = await find(db);
        expect(found).toMatchObject({ supportsForeign: false, limits: { perTx: 9_007_199_254_740_993n } });
      }
    });
    expect(readings).toBe(1);
  }
  await updateTerminal(world.db, testTerminals.ours, { supportsForeign: true, limitPerTx: null });
});

test("a tariff is effective from its first instant and not before, although another one was cached when it was added", async () => {
  const [begins, before] = [plusMs(world.clock.now(), hours(1)), world.clock.now()];
  for (const db of [world.db, second]) expect(findRate(await find(db))).toBe(250);
  await addTariff(begins, [price(300, 25n)]);
  for (const db of [world.db, second]) {
    expect(findRate(await find(db, before))).toBe(250);
    expect(findRate(await find(db, plusMs(begins, -1)))).toBe(250);
    expect((await find(db, begins))?.tariff).toEqual([price(300, 25n)]);
  }
});

test("returns the tariff in force when the clock jumps over beginnings, without a change of the version", async () => {
  const start = plusMs(world.clock.now(), days(10));
  const rates = [310, 320, 330];
  for (const [n, rate] of rates.entries()) await addTariff(plusMs(start, days(n)), [price(rate)]);
  const version = await readVersion(ours);
  for (const [later, rate] of [
    [0, 310],
    [2, 330],
    [1, 320],
    [400, 330],
  ] as const) {
    expect(findRate(await find(world.db, plusMs(start, days(later))))).toBe(rate);
  }
  expect(await readVersion(ours)).toBe(version);
});

test("returns yesterday's tariff for yesterday and keeps today's in memory", async () => {
  const now = plusMs(world.clock.now(), days(500));
  const today = await find(world.db, now);
  expect(findRate(await find(world.db, world.clock.now()))).toBe(250);
  expect(await countReadings(world.db, async () => expect(await find(world.db, now)).toBe(today))).toBe(0);
});

test("a campaign is effective from its first instant to its last, also from memory; then the tariff that began meanwhile is", async () => {
  const start = plusMs(world.clock.now(), days(1000));
  const [begins, meanwhile, ends] = [0, 1, 2].map((n) => plusMs(start, days(n))) as [Date, Date, Date];
  await addTariff(plusMs(start, -1), [price(500)]);
  await addTariff(begins, [price(99)], { validTo: ends });
  await addTariff(meanwhile, [price(510)]);
  const expectedRates = [
    [plusMs(begins, -1), 500],
    [begins, 99],
    [plusMs(meanwhile, -1), 99],
    [meanwhile, 99],
    [plusMs(ends, -1), 99],
    [ends, 510],
    [plusMs(ends, days(300)), 510],
  ] as const;
  for (const [at, rate] of [...expectedRates, ...expectedRates.toReversed()]) {
    for (const db of [world.db, second]) expect(findRate(await find(db, at))).toBe(rate);
  }
  for (const [at, rate] of expectedRates.slice(5)) {
    await find(world.db, at);
    expect(await countReadings(world.db, async () => expect(findRate(await find(world.db, at))).toBe(rate))).toBe(0);
  }
});

test("the next request sees a withdrawal, also in another process, and it is read once", async () => {
  const at = plusMs(world.clock.now(), days(2000));
  await addTariff(at, [price(600)]);
  const campaign = await addTariff(at, [price(88)], { validTo: plusMs(at, days(1)) });
  for (const db of [world.db, second]) {
    expect(await find(db, at)).toMatchObject({ tariffId: campaign, tariff: [price(88)] });
  }
  await withdrawTariffRow(world.db.prisma, campaign, world.clock.now());
  for (const db of [second, world.db]) {
    const readings = await countReadings(db, async () => {
      for (let n = 0; n < 3; n++) expect(findRate(await find(db, at))).toBe(600);
    });
    expect(readings).toBe(1);
  }
});

test("a terminal without a tariff has no prices, until its first one begins", async () => {
  const terminalId = await addTerminal();
  const now = world.clock.now();
  expect(await find(world.db, now, terminalId)).toMatchObject({ active: true, tariffId: null, tariff: [] });
  await addTariff(plusMs(now, days(1)), [price(275)], { terminalId });
  expect(await find(world.db, now, terminalId)).toMatchObject({ tariff: [] });
  expect(findRate(await find(world.db, plusMs(now, days(1)), terminalId))).toBe(275);
});

test("equals findInForce at every edge, read from the database and from memory, before and after withdrawals", async () => {
  const isWithdrawn = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
  let answers = 0;
  const run = async (tariffs: readonly PlacedTariff[], withdrawn: readonly boolean[]) => {
    const terminalId = await addTerminal();
    const toTariffId = (id: string) => `${terminalId}_${id}`;
    const rows = tariffs.map((tariff, n) => ({ ...tariff, terminalId, prices: [price(n)] }));
    await insertTariffs(
      world.db.prisma,
      rows.map((row) => ({ ...row, id: toTariffId(row.id) })),
    );
    const expectAll = async (present: readonly PlacedTariff[]) => {
      const termsVersion = await readVersion(ours);
      for (const at of listEdges(tariffs)) {
        const inForce = findInForce(present, at);
        const found = await findTerms(world.db, { terminalId, partnerId: ours, termsVersion, at });
        expect([at, found?.tariffId]).toEqual([at, inForce && toTariffId(inForce.id)]);
        expect(findRate(found)).toBe(inForce ? tariffs.indexOf(inForce) : undefined);
        answers += 1;
      }
    };
    await expectAll(tariffs);
    const gone = tariffs.filter((_, n) => withdrawn[n]);
    for (const { id } of gone) await withdrawTariffRow(world.db.prisma, toTariffId(id), world.clock.now());
    await expectAll(tariffs.filter((tariff) => !gone.includes(tariff)));
  };
  await fc.assert(fc.asyncProperty(placedTariffs, isWithdrawn, run), { numRuns: 30, endOnFailure: true });
  expect(answers).toBeGreaterThan(200);
});
