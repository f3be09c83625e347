import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { cardFamilies, type TariffPrice } from "@/server/domain/pricing/installments";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { queriesOf } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { type TerminalChanges, updateTerminalSettings } from "../accounts/update-terminal-settings";
import type { Ctx } from "../ctx";
import { type FindInstallmentOptionsInput, findInstallmentOptions } from "./find-installment-options";
import { getInstallmentOverview } from "./get-installment-overview";

let world: TestWorld;
/** Another process on the same database: a pool and a memory of its own. */
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
const change = (changes: TerminalChanges, ctx = world.ctx, terminalId: string = terminalOf.ours) =>
  updateTerminalSettings(ctx, { terminalId, changes });
const narrow = (installmentCounts: number[] | null, ctx = world.ctx) =>
  updatePartnerSettings(ctx, { partnerId: "prt_ours", changes: { installmentCounts } });
beforeEach(async () => {
  await change(standing);
});

const ask = async (bin8: string, more: Partial<FindInstallmentOptionsInput> = {}) =>
  findInstallmentOptions(world.ctx, {
    caller: await world.signIn(),
    terminalId: terminalOf.ours,
    bin8,
    baseAmountKurus: null,
    customerShareBps: 0,
    ...more,
  });
const overview = async (more: Partial<FindInstallmentOptionsInput> = {}) =>
  getInstallmentOverview(world.ctx, {
    caller: await world.signIn(),
    terminalId: terminalOf.ours,
    baseAmountKurus: null,
    customerShareBps: 0,
    ...more,
  });
const countsOf = ({ options }: { options: readonly { installmentCount: number }[] }) =>
  options.map(({ installmentCount }) => installmentCount);
/** The counts of a card, or the code that refuses it. */
const answerFor = (card: keyof typeof cards) =>
  ask(cards[card]).then(countsOf, (refusal: { code: string }) => refusal.code);

describe("every kind of terminal and card", () => {
  const all = [1, 2, 3, 6, 9, 12];
  const single = { brandless: [1], debit: [1], prepaid: [1], foreign: [1], doubtful: [1] };
  const full = { ...single, credit: all, onUs: all, unknown: [1], zeros: [1] };
  const nothing = Object.fromEntries(Object.keys(full).map((card) => [card, []]));
  const barred = "terminal_not_allowed";
  const kinds: [string, TerminalChanges, Record<string, number[] | string>][] = [
    ["full", {}, full],
    ["bank connection not active", { virtualPosActive: false, pspActive: false }, full],
    [
      "single charges only",
      { effectiveCounts: [1] },
      Object.fromEntries(Object.keys(full).map((c) => [c, [1]])),
    ],
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
  ])("an account narrowed to %j", async (narrowing, expected) => {
    await narrow(narrowing);
    expect(await answerFor("credit")).toEqual(expected);
    expect((await overview()).maximums.map(({ option }) => option.installmentCount)).toEqual(expected);
    await narrow(null);
    expect(await answerFor("credit")).toEqual(all);
  });
  test("403 a terminal that is inactive, foreign or unknown, at both look-ups", async () => {
    await change({ active: false });
    for (const terminalId of [terminalOf.ours, terminalOf.foreign, "trm_none"]) {
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
  ])("%s: the longest prefix says", async (bin8, facts) => {
    const { options: _, commissionBasis, ...said } = await ask(bin8);
    expect(said).toEqual(facts);
    expect(commissionBasis).toBe("gross");
  });
});

test("amounts are worked out for every option and every maximum, or are null", async () => {
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
  expect(
    priced.optionGroups.find(({ cardType, cardBrand }) => cardType === "credit" && cardBrand === null),
  ).toEqual({
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
      { id: `trf_new_${sheets++}`, terminalId: terminalOf.limited, validFrom, validTo: null, prices },
    ]);
  const limited = { terminalId: terminalOf.limited };

  test("without a family charges no card of it; of a bank's own cards, others do without", async () => {
    world.clock.advanceMs(minutes(1));
    const prices = [
      price({}),
      price({ onUs: true, rateBps: 100, fixedFee: 25n }),
      price({ onUs: true, installmentCount: 3, rateBps: 300 }),
    ];
    await begin(prices, world.clock.now());
    expect(countsOf(await ask(cards.onUs, limited))).toEqual([1, 3]);
    expect((await ask(cards.onUs, limited)).options[0]).toMatchObject({ rateBps: 100, fixedFee: 25n });
    for (const card of [cards.credit, cards.doubtful, cards.unknown]) {
      expect((await ask(card, limited)).options).toMatchObject([
        { installmentCount: 1, rateBps: 200, fixedFee: null },
      ]);
    }
    for (const card of [cards.debit, cards.prepaid, cards.foreign]) {
      expect((await ask(card, limited)).options).toEqual([]);
    }
    const { optionGroups } = await overview(limited);
    expect(
      optionGroups.map(({ options, ...group }) => ({ ...group, counts: countsOf({ options }) })),
    ).toEqual([
      { cardType: "credit", onUs: true, cardBrand: null, onUsRequired: true, counts: [1, 3] },
      { cardType: "credit", onUs: null, cardBrand: null, onUsRequired: null, counts: [1] },
    ]);
  });
  test("that another process adds is seen by the next look-up, and from its beginning on", async () => {
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

describe("what is kept in memory", () => {
  test("a change is seen by the very next look-up, whichever process made it", async () => {
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
  test("so is a card that the BIN table learns, is told better of, or forgets", async () => {
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
  test("a warm look-up asks the database for the key and nothing else", async () => {
    for (const look of [() => ask(cards.credit), () => ask(cards.zeros), () => overview()]) {
      await look();
      expect(await queriesOf(world.db, look)).toEqual(["find-key"]);
    }
    await change({ effectiveCounts: [1, 2] });
    expect(await queriesOf(world.db, () => ask(cards.credit))).toEqual(["find-key", "find-terms"]);
  });
});
