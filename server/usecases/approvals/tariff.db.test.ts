import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { newApprover } from "@/server/testing/world/approvers";
import { recordStatements } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { findInstallmentOptions } from "../pricing/queries";
import { replaceTariff } from "../pricing/replace-tariff";
import { findPricesInForce, getTerminalPricing } from "../pricing/tariff-queries";
import { approveChange } from "./approve-change";
import { proposeTariff } from "./propose-tariff";
import { proposeTariffWithdrawal } from "./propose-tariff-withdrawal";
import { getChangeDetail } from "./queries";
import { getTariffChange } from "./tariff-change-queries";

let world: TestWorld;
let [ada, bora]: string[] = [];
const close = () => world?.close();
beforeEach(async () => {
  await close();
  world = await openTestWorld();
  [ada, bora] = [await newApprover(world), await newApprover(world)];
});
afterAll(close);

const terminalId = testTerminals.ours;
const price = (rateBps: number, changes: Partial<TariffPrice> = {}): TariffPrice => ({
  family: "credit",
  onUs: null,
  brand: null,
  installmentCount: 1,
  rateBps,
  fixedFee: null,
  ...changes,
});
const later = (ms: number) => plusMs(world.clock.now(), ms);
const propose = (changes: Partial<Parameters<typeof proposeTariff>[1]> = {}) =>
  proposeTariff(world.ctx, {
    terminalId,
    prices: [price(321, { fixedFee: 40n })],
    validFrom: null,
    validTo: null,
    reason: "The bank's new agreement",
    staffId: ada!,
    ...changes,
  });
const proposeId = async (changes: Parameters<typeof propose>[0] = {}) => (await propose(changes)).changeId ?? "";
const approve = (changeId: string, staffId = bora!) => approveChange(world.ctx, { changeId, staffId, note: null });
const pricing = (id: string = terminalId) => getTerminalPricing(world.ctx, { terminalId: id });
const shown = async () =>
  (
    await findInstallmentOptions(world.ctx, {
      caller: await world.signIn(),
      terminalId,
      bin8: "55287900",
      baseAmountKurus: null,
      customerShareBps: 0,
    })
  ).options.map(({ installmentCount, rateBps, fixedFee }) => [installmentCount, rateBps, fixedFee]);

describe("a proposed tariff", () => {
  test("changes nothing before the approval, and afterwards the look-up and the link page have its prices", async () => {
    const before = await shown();
    const changeId = await proposeId();
    expect(await shown()).toEqual(before);
    await approve(changeId);
    expect(await shown()).toEqual([[1, 321, 40n]]);
    expect(await findPricesInForce(world.ctx, { terminalId })).toEqual([price(321, { fixedFee: 40n })]);
    const links = createLinkJourney(world);
    // With the whole commission passed on, the link's buyer pays the amount, the rate and the fee.
    const link = await links.create({ customerShareBps: 10_000 });
    await links.sendToBank(link, { seenTotalKurus: 41_324n });
    expect(await links.listPayments(link)).toMatchObject([{ amount: 41_324n }]);
  });

  test("counts once when two people approve it at once, and two proposals of one terminal do not wait together", async () => {
    const cem = await newApprover(world);
    const outcomes = await Promise.allSettled([propose(), propose()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [waiting] = await world.db.prisma.staffChange.findMany({ where: { status: "waiting" } });
    const count = (await pricing()).tariffs.length;
    const decided = await Promise.allSettled([approve(waiting!.id, bora), approve(waiting!.id, cem)]);
    expect(decided.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await pricing()).tariffs).toHaveLength(count + 1);
  });

  test("begins with the approval when its start has passed by then; one of the future keeps its start", async () => {
    const late = await proposeId({ validFrom: later(hours(2)) });
    world.clock.advanceMs(hours(5));
    expect(await getTariffChange(world.ctx, { changeId: late })).toMatchObject({ startsAt: world.clock.now() });
    await approve(late);
    expect((await pricing()).tariffs.at(-1)).toMatchObject({ validFrom: world.clock.now(), phase: "in_force" });
    const next = later(days(3));
    await approve(await proposeId({ validFrom: next }));
    expect((await pricing()).tariffs.at(-1)).toMatchObject({ validFrom: next, phase: "to_come" });
  });

  test("400 for a campaign whose end has passed by the approval, and it stays undecided", async () => {
    const changeId = await proposeId({ validFrom: later(hours(1)), validTo: later(hours(3)) });
    world.clock.advanceMs(hours(4));
    await expect(approve(changeId)).rejects.toMatchObject({ code: "validation_error" });
    const row = await world.db.prisma.staffChange.findUniqueOrThrow({ where: { id: changeId } });
    expect(row.status).toBe("waiting");
  });

  test("400 for a start in the past, wrong prices and none; 404 for an unknown terminal", async () => {
    const refused = { code: "validation_error" };
    await expect(propose({ validFrom: later(-1) })).rejects.toMatchObject(refused);
    await expect(propose({ prices: [] })).rejects.toMatchObject(refused);
    await expect(propose({ prices: [price(250), price(300)] })).rejects.toMatchObject(refused);
    await expect(propose({ prices: [price(1, { family: "debit", installmentCount: 2 })] })).rejects.toMatchObject(
      refused,
    );
    await expect(propose({ terminalId: "trm_none" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("shows one line for each changed price, with the legal cap where a rate is above it", async () => {
    const present = (await findPricesInForce(world.ctx, { terminalId })) ?? [];
    const prices = present
      .filter(({ family }) => family !== "foreign")
      .map((one) => (one.family === "debit" ? { ...one, rateBps: 199, fixedFee: 25n } : one));
    const changeId = await proposeId({ prices });
    const { fields } = await getChangeDetail(world.ctx, { changeId, staffId: bora! });
    const cells = fields.filter(({ field }) => field.includes("×"));
    expect(cells.map(({ field }) => field)).toEqual(["debit · × 1", "foreign · × 1"]);
    expect(cells[0]?.after).toBe("1.99 % + 0.25 TL (> 1.04 %)");
    expect(cells[1]).toMatchObject({ after: null });
  });

  test("lists at most sixty changed prices and how many more there are", async () => {
    const brands = ["world", "paraf", "bonus", "maximum", "axess"] as const;
    const prices = brands.flatMap((brand) =>
      Array.from({ length: 36 }, (_, n) => price(400 + n, { brand, installmentCount: n + 1 })),
    );
    const { fields } = await getChangeDetail(world.ctx, { changeId: await proposeId({ prices }), staffId: bora! });
    expect(fields.filter(({ field }) => field.includes("×"))).toHaveLength(60);
    expect(Number(fields.find(({ field }) => field === "morePrices")?.after)).toBeGreaterThan(100);
  });
});

describe("the first tariff of a terminal", () => {
  const newTerminal = async () => {
    const row = await world.db.prisma.terminal.findUniqueOrThrow({ where: { id: terminalId } });
    const [connection] = await world.db.prisma.bankConnection.findMany({ where: { terminalId } });
    await world.db.prisma.$transaction([
      world.db.prisma.terminal.create({ data: { ...row, id: "trm_fresh", limitWindows: [] } }),
      world.db.prisma.bankConnection.create({ data: { ...connection!, id: "bcn_fresh", terminalId: "trm_fresh" } }),
    ]);
    return "trm_fresh";
  };

  test("counts at once in a sandbox, one of two that come at once; the next one needs a second person", async () => {
    const fresh = await newTerminal();
    expect((await pricing(fresh)).countsAtOnce).toBe(true);
    const outcomes = await Promise.allSettled([propose({ terminalId: fresh }), propose({ terminalId: fresh })]);
    const made = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(made.filter(({ tariffId }) => tariffId !== null)).toHaveLength(1);
    expect((await pricing(fresh)).tariffs).toHaveLength(1);
    expect((await pricing(fresh)).countsAtOnce).toBe(false);
  });

  test("needs a second person in live mode", async () => {
    const fresh = await newTerminal();
    const live = { ...world.ctx, sandboxTime: null };
    expect((await getTerminalPricing(live, { terminalId: fresh })).countsAtOnce).toBe(false);
    const wanted = { terminalId: fresh, prices: [price(250)], validFrom: null, validTo: null };
    const { changeId, tariffId } = await proposeTariff(live, { ...wanted, reason: "First", staffId: ada! });
    expect(tariffId).toBeNull();
    await approve(changeId ?? "");
    expect((await pricing(fresh)).tariffs).toMatchObject([{ phase: "in_force", prices: [price(250)] }]);
  });
});

describe("a proposed withdrawal", () => {
  const withdraw = (tariffId: string, of: string = terminalId) =>
    proposeTariffWithdrawal(world.ctx, { terminalId: of, tariffId, reason: "A typing error", staffId: ada! });

  test("puts the former tariff back in force with the approval, and shows the difference before", async () => {
    const before = await shown();
    world.clock.advanceMs(1);
    const prices = [price(999)];
    const { id } = await replaceTariff(world.ctx, { terminalId, validFrom: "now", validTo: null, prices });
    const { changeId } = await withdraw(id);
    const { fields } = await getChangeDetail(world.ctx, { changeId, staffId: bora! });
    expect(fields).toContainEqual({ field: "credit · × 1", before: "9.99 %", after: "2.50 %" });
    await approve(changeId);
    expect(await shown()).toEqual(before);
  });

  test("400 where an instant would be without prices, 404 for a tariff of another terminal", async () => {
    await expect(withdraw(`trf_${terminalId}`)).rejects.toMatchObject({ code: "validation_error" });
    await expect(withdraw(`trf_${terminalId}`, testTerminals.limited)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("the editor reads its terminal with a few statements, each by an index", async () => {
  await world.db.pool.query(
    `insert into tariff (id, terminal_id, valid_from, withdrawn_at)
     select 'trf_many_' || n, 'trm_foreign', timestamptz 'epoch' + n * interval '1 minute', timestamptz 'epoch'
       from generate_series(1, 20000) n`,
  );
  await world.db.pool.query(
    `insert into tariff_row (id, tariff_id, family, installment_count, rate_bps)
     select id || '-1', id, 'credit', 1, 250 from tariff where id like 'trf_many_%'`,
  );
  await world.db.pool.query("analyze");
  const statements = await recordStatements(world.db, () => pricing());
  expect(statements.length).toBeLessThan(8);
  const plan = async (text: string, values: unknown[]) =>
    (await world.db.pool.query(`explain ${text}`, values)).rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(await plan("select * from tariff where terminal_id = $1 order by valid_from desc", [terminalId])).not.toMatch(
    /Seq Scan/,
  );
  expect(await plan("select * from tariff_row where tariff_id = any($1)", [[`trf_${terminalId}`]])).not.toMatch(
    /Seq Scan/,
  );
});
