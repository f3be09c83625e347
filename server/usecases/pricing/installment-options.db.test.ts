import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { cardFamilies, type TariffPrice } from "@/server/domain/pricing/installments";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { recordQueries } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { type TerminalChanges, updateTerminalSettings } from "../accounts/update-terminal-settings";
import type { Ctx } from "../ctx";
import { type FindInstallmentOptionsInput, findInstallmentOptions, getInstallmentOverview } from "./queries";

let world: TestWorld;
/** The context of another process on the same database, with its own pool and cache. */
let elsewhere: Ctx;
let otherDb: Db;

/** Cards by their first eight digits. */
const cards = {
  credit: "43550800",
  onUs: "45436000",
  brandless: "44440000",
  debit: "45080300",
  prepaid: "43974800",
  foreign: "42424200",
  doubtful: "22220000",
  unknown: "99999900",
  zeros: "00000000",
} as const;

beforeAll(async () => {
  world = await openTestWorld();
  otherDb = createDb({ databaseUrl: String(world.db.pool.options.connectionString) });
  elsewhere = { ...world.ctx, db: otherDb };
  const row = { commercial: false, confidence: "high", scheme: "visa" };
  await world.db.prisma.binRange.createMany({
    data: [
      { ...row, bin: "435508", bank: "Akbank", brand: "axess", family: "credit" },
      { ...row, bin: "43550812", bank: "Akbank", brand: null, family: "debit" },
      { ...row, bin: "4355089", bank: "Garanti BBVA", brand: "bonus", family: "credit" },
      { ...row, bin: "454360", bank: "Türkiye İş Bankası", brand: "maximum", family: "credit" },
      { ...row, bin: "444400", bank: "", brand: null, family: "credit" },
      { ...row, bin: "439748", bank: "İninal", brand: null, family: "prepaid" },
      { ...row, bin: "222200", bank: "Akbank", brand: "axess", family: "credit", confidence: "low" },
    ],
  });
});
afterAll(() => closeDb(otherDb).then(() => world.close()));

const standing = {
  active: true,
  virtualPosActive: true,
  pspActive: true,
  supportsForeign: true,
  commissionBasis: "gross" as const,
  effectiveCounts: [1, 2, 3, 6, 9, 12],
  allowedFamilies: [...cardFamilies],
};
const change = (changes: TerminalChanges, ctx = world.ctx, terminalId: string = testTerminals.ours) =>
  updateTerminalSettings(ctx, { terminalId, changes });
const narrow = (installmentCounts: number[] | null, ctx = world.ctx) =>
  updatePartnerSettings(ctx, { partnerId: "prt_ours", changes: { installmentCounts } });
beforeEach(async () => {
  await change(standing);
});

const ask = async (bin8: string, more: Partial<FindInstallmentOptionsInput> = {}) =>
  findInstallmentOptions(world.ctx, {
    caller: await world.signIn(),
    terminalId: testTerminals.ours,
    bin8,
    baseAmountKurus: null,
    customerShareBps: 0,
    ...more,
  });
const overview = async (more: Partial<FindInstallmentOptionsInput> = {}) =>
  getInstallmentOverview(world.ctx, {
    caller: await world.signIn(),
    terminalId: testTerminals.ours,
    baseAmountKurus: null,
    customerShareBps: 0,
    ...more,
  });
const toCounts = ({ options }: { options: readonly { installmentCount: number }[] }) =>
  options.map(({ installmentCount }) => installmentCount);
/** Returns the counts of a card, or the code that refuses it. */
const answerFor = (card: keyof typeof cards) =>
  ask(cards[card]).then(toCounts, (refusal: { code: string }) => refusal.code);

describe("options by kind of terminal and card", () => {
  const all = [1, 2, 3, 6, 9, 12];
  const single = { brandless: [1], debit: [1], prepaid: [1], foreign: [1], doubtful: [1] };
  const full = { ...single, credit: all, onUs: all, unknown: [1], zeros: [1] };
  const nothing = Object.fromEntries(Object.keys(full).map((card) => [card, []]));
  const barred = "terminal_not_allowed";
  const kinds: [string, TerminalChanges, Record<string, number[] | string>][] = [
    ["full", {}, full],
    ["bank connection not active", { virtualPosActive: false, pspActive: false }, full],
    ["single charges only", { effectiveCounts: [1] }, Object.fromEntries(Object.keys(full).map((c) => [c, [1]]))],
    [
      "installments only",
      { effectiveCounts: [12, 2, 3, 6, 9] },
      { ...nothing, credit: all.slice(1), onUs: all.slice(1) },
    ],
    ["no count at all", { effectiveCounts: [] }, nothing],
    ["domestic cards only", { supportsForeign: false }, { ...full, foreign: [] }],
    ["credit only", { allowedFamilies: ["credit", "foreign"] }, { ...full, debit: barred, prepaid: barred }],
    [
      "no credit",
      { allowedFamilies: ["debit"] },
      {
        ...full,
        credit: barred,
        onUs: barred,
        brandless: barred,
        doubtful: barred,
        prepaid: barred,
        foreign: barred,
      },
    ],
    [
      "barred before unsupported",
      { allowedFamilies: ["credit", "debit", "prepaid"], supportsForeign: false },
      { ...full, foreign: barred },
    ],
  ];
  test.each(kinds)("%s", async (_, changes, expected) => {
    await change(changes);
    const answers = await Promise.all(
      Object.keys(expected).map(async (card) => [card, await answerFor(card as keyof typeof cards)]),
    );
    expect(Object.fromEntries(answers)).toEqual(expected);
  });
  test.each([
    [
      [1, 3],
      [1, 3],
    ],
    [[3, 4, 36], [3]],
    [[4], []],
  ])("for an account narrowed to %j", async (narrowing, expected) => {
    await narrow(narrowing);
    expect(await answerFor("credit")).toEqual(expected);
    expect((await overview()).maximums.map(({ option }) => option.installmentCount)).toEqual(expected);
    await narrow(null);
    expect(await answerFor("credit")).toEqual(all);
  });
  test("403 for an inactive, foreign or unknown terminal, at both look-ups", async () => {
    await change({ active: false });
    for (const terminalId of [testTerminals.ours, testTerminals.foreign, "trm_none"]) {
      const refusal = { code: "terminal_not_allowed" };
      await expect(ask(cards.credit, { terminalId })).rejects.toMatchObject(refusal);
      await expect(overview({ terminalId })).rejects.toMatchObject(refusal);
    }
  });
});

describe("the card's facts", () => {
  const none = { cardBrand: null, cardFamily: null, cardBank: null };
  test.each([
    [cards.credit, { cardBrand: "axess", cardFamily: "credit", cardBank: "Akbank" }],
    ["43550812", { cardBrand: null, cardFamily: "debit", cardBank: "Akbank" }],
    ["43550899", { cardBrand: "bonus", cardFamily: "credit", cardBank: "Garanti BBVA" }],
    [cards.brandless, { cardBrand: null, cardFamily: "credit", cardBank: null }],
    [cards.foreign, { cardBrand: null, cardFamily: "foreign", cardBank: "Foreign Bank" }],
    [cards.doubtful, { cardBrand: "axess", cardFamily: "credit", cardBank: "Akbank" }],
    [cards.unknown, none],
    [cards.zeros, none],
  ])("%s: come from the longest prefix", async (bin8, facts) => {
    const { options: _, commissionBasis, ...said } = await ask(bin8);
    expect(said).toEqual(facts);
    expect(commissionBasis).toBe("gross");
  });
});

test("computes amounts for every option and maximum, or returns null without a base amount", async () => {
  await change({ commissionBasis: "net" });
  const amounts = { baseAmountKurus: 125_050n, customerShareBps: 5000 };
  const price = { installmentCount: 1, rateBps: 250, fixedFee: null, baseAmount: 125_050n };
  const first = { ...price, commissionAmount: 3126n, customerShareAmount: 1563n, totalAmount: 126_613n };
  const unpriced = { baseAmount: null, commissionAmount: null, customerShareAmount: null, totalAmount: null };
  const card = await ask(cards.credit, amounts);
  expect([card.commissionBasis, card.options[0]]).toEqual(["net", first]);
  expect((await ask(cards.credit)).options[0]).toEqual({ ...first, ...unpriced });

  const priced = await overview(amounts);
  const credit = { cardType: "credit", onUs: null, cardBrand: null };
  expect(priced.commissionBasis).toBe("net");
  expect(priced.optionGroups[0]?.cardBrand).toBe("world");
  expect(priced.optionGroups.find(({ cardType, cardBrand }) => cardType === "credit" && cardBrand === null)).toEqual({
    ...credit,
    onUsRequired: null,
    options: [first],
  });
  const dearest = {
    ...first,
    rateBps: 350,
    commissionAmount: 4376n,
    customerShareAmount: 2188n,
    totalAmount: 127_238n,
  };
  expect(priced.maximums[0]).toEqual({ option: dearest, source: { ...credit, cardType: "foreign" } });
  expect((await overview()).maximums[0]?.option).toEqual({ ...dearest, ...unpriced });
});

describe("a tariff", () => {
  const single = { family: "credit", brand: null, onUs: null, installmentCount: 1 } as const;
  const price = (more: Partial<TariffPrice>): TariffPrice => {
    return { ...single, rateBps: 200, fixedFee: null, ...more };
  };
  let sheets = 0;
  const begin = (prices: TariffPrice[], validFrom: Date, db: Db = world.db) =>
    insertTariffs(db.prisma, [
      { id: `trf_new_${sheets++}`, terminalId: testTerminals.limited, validFrom, validTo: null, prices },
    ]);
  const limited = { terminalId: testTerminals.limited };

  test("offers nothing to a family without prices, and on-us prices only to the bank's own cards", async () => {
    world.clock.advanceMs(minutes(1));
    const prices = [
      price({}),
      price({ onUs: true, rateBps: 100, fixedFee: 25n }),
      price({ onUs: true, installmentCount: 3, rateBps: 300 }),
    ];
    await begin(prices, world.clock.now());
    expect(toCounts(await ask(cards.onUs, limited))).toEqual([1, 3]);
    expect((await ask(cards.onUs, limited)).options[0]).toMatchObject({ rateBps: 100, fixedFee: 25n });
    for (const card of [cards.credit, cards.doubtful, cards.unknown]) {
      expect((await ask(card, limited)).options).toMatchObject([{ installmentCount: 1, rateBps: 200, fixedFee: null }]);
    }
    for (const card of [cards.debit, cards.prepaid, cards.foreign]) {
      expect((await ask(card, limited)).options).toEqual([]);
    }
    const { optionGroups } = await overview(limited);
    expect(optionGroups.map(({ options, ...group }) => ({ ...group, counts: toCounts({ options }) }))).toEqual([
      { cardType: "credit", onUs: true, cardBrand: null, onUsRequired: true, counts: [1, 3] },
      { cardType: "credit", onUs: null, cardBrand: null, onUsRequired: null, counts: [1] },
    ]);
  });
  test("of another process applies to the next look-up, from its beginning on", async () => {
    const rate = async () => (await ask(cards.credit, limited)).options[0]?.rateBps;
    expect(await rate()).toBe(200);
    world.clock.advanceMs(minutes(1));
    await begin([price({ rateBps: 333 })], world.clock.now(), otherDb);
    await begin([price({ rateBps: 444 })], plusMs(world.clock.now(), minutes(1)), otherDb);
    expect(await rate()).toBe(333);
    world.clock.advanceMs(minutes(1) - 1);
    expect(await rate()).toBe(333);
    world.clock.advanceMs(1);
    expect(await rate()).toBe(444);
  });
});

describe("the cache", () => {
  test("shows a change of any process at the next look-up", async () => {
    for (const ctx of [world.ctx, elsewhere]) {
      expect(await answerFor("credit")).toEqual([1, 2, 3, 6, 9, 12]);
      await change({ effectiveCounts: [1, 2] }, ctx);
      expect(await answerFor("credit")).toEqual([1, 2]);
      await narrow([2], ctx);
      expect(await answerFor("credit")).toEqual([2]);
      await narrow(null, ctx);
      await change({ allowedFamilies: ["debit"] }, ctx);
      expect(await answerFor("credit")).toBe("terminal_not_allowed");
      await change({ active: false }, ctx);
      await expect(overview()).rejects.toMatchObject({ code: "terminal_not_allowed" });
      await change(standing, ctx);
    }
  });
  test("shows a card that was added to, corrected in or removed from the BIN table", async () => {
    const bins = otherDb.prisma.binRange;
    const row = { commercial: false, confidence: "high", scheme: "visa", bank: "Akbank", brand: "axess" };
    expect((await ask(cards.unknown)).cardFamily).toBeNull();
    await bins.create({ data: { ...row, bin: "999999", family: "credit" } });
    expect((await ask(cards.unknown)).cardFamily).toBe("credit");
    await bins.update({ where: { bin: "999999" }, data: { family: "debit" } });
    expect((await ask(cards.unknown)).cardFamily).toBe("debit");
    await bins.delete({ where: { bin: "999999" } });
    expect((await ask(cards.unknown)).cardFamily).toBeNull();
  });
  test("reads only the key from the database for a warm look-up", async () => {
    for (const look of [() => ask(cards.credit), () => ask(cards.zeros), () => overview()]) {
      await look();
      expect(await recordQueries(world.db, look)).toEqual(["find-key"]);
    }
    await change({ effectiveCounts: [1, 2] });
    expect(await recordQueries(world.db, () => ask(cards.credit))).toEqual(["find-key", "find-terms"]);
  });
});
