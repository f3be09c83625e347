import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import { findTerms } from "@/server/store/pricing/terminal-terms";
import { asPartnerId } from "@/server/store/tenant";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { type CreateTerminalInput, createTerminal } from "./create-terminal";
import { getTerminalForStaff, listAllTerminals } from "./queries";
import { switchTerminal } from "./switch-terminal";
import { updateTerminal } from "./update-terminal";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.advanceMs(1_000));

const wanted: CreateTerminalInput = {
  partnerId: "prt_ours",
  name: "New terminal",
  bank: "scripted",
  provider: "alternate",
  mode: "direct_collection",
  allowedFamilies: ["credit", "debit"],
  supportsForeign: false,
  effectiveCounts: [1, 3],
  dayEndLocal: "23:30",
  commissionBasis: "net",
  perTx: 5_000_000n,
  usesSimulatedShop: true,
};
const create = (given: Partial<CreateTerminalInput> = {}) => createTerminal(world.ctx, { ...wanted, ...given });
const get = (terminalId: string) => getTerminalForStaff(world.ctx, { terminalId });
const inLiveMode = () => ({ ...world.ctx, sandboxTime: null });

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((failure: unknown) => failure);
  return error instanceof AppError ? error.code : "none";
}

describe("a new terminal", () => {
  test("of the sandbox has the simulated agreement and the usual tariff, and is off until it goes live", async () => {
    const { terminalId } = await create();
    expect(terminalId).toMatch(/^trm_/);
    expect(await get(terminalId)).toMatchObject({
      state: "set_up",
      active: false,
      hasTariff: true,
      validityMinutes: 135,
      collection: "direct_collection",
      limits: { perTx: 5_000_000n, daily: null },
      connection: { live: false, facts: { merchantNumber: "•••" } },
    });
    expect(await codeOf(switchTerminal(world.ctx, { terminalId, isActive: true }))).toBe("terminal_not_live");
  });

  test("in live mode has neither credentials nor tariff, and its merchant's payments do not find it", async () => {
    const { terminalId } = await createTerminal(inLiveMode(), { ...wanted, usesSimulatedShop: false });
    expect(await get(terminalId)).toMatchObject({ state: "set_up", connection: null, hasTariff: false });
    const query = { terminalId, partnerId: asPartnerId("prt_ours"), termsVersion: 99, at: world.clock.now() };
    expect(await findTerms(world.db, query)).toBeNull();
  });

  test("is refused for an unknown or closed account, an unknown bank, and a simulated shop in live mode", async () => {
    expect(await codeOf(create({ partnerId: "prt_none" }))).toBe("not_found");
    expect(await codeOf(create({ bank: "toString" }))).toBe("validation_error");
    expect(await codeOf(createTerminal(inLiveMode(), wanted))).toBe("validation_error");
    await world.db.prisma.partner.update({ where: { id: "prt_other" }, data: { status: "closed" } });
    expect(await codeOf(create({ partnerId: "prt_other" }))).toBe("partner_not_active");
    await world.db.prisma.partner.update({ where: { id: "prt_other" }, data: { status: "active" } });
  });

  test("shows no credential in any answer", async () => {
    const { terminalId } = await create();
    const shown = JSON.stringify(await get(terminalId), (_, value) => (typeof value === "bigint" ? `${value}` : value));
    expect(shown).not.toMatch(/"(password|storeKey|account|refundUser)"/);
  });
});

describe("settings", () => {
  const settings = async (terminalId: string) => {
    const { version, name, provider, allowedFamilies, supportsForeign, effectiveCounts } = await get(terminalId);
    const { dayEndLocal, commissionBasis, virtualPosActive, pspActive } = await get(terminalId);
    const first = { terminalId, version, name, provider, allowedFamilies, supportsForeign, effectiveCounts };
    return { ...first, dayEndLocal, commissionBasis, virtualPosActive, pspActive, reason: "Asked by the merchant" };
  };

  test("are changed, and the change names the fields that differ", async () => {
    const { terminalId } = await create();
    const change = await updateTerminal(world.ctx, {
      ...(await settings(terminalId)),
      provider: "bank",
      name: "Till 2",
    });
    expect(change).toEqual({
      before: { name: "New terminal", provider: "alternate", validityMinutes: 135 },
      after: { name: "Till 2", provider: "bank", validityMinutes: 30 },
    });
  });

  test("of two people who edit at once the second one is told, and changes nothing", async () => {
    const { terminalId } = await create();
    const seen = await settings(terminalId);
    const names = ["First", "Second"];
    const ends = await Promise.all(names.map((name) => codeOf(updateTerminal(world.ctx, { ...seen, name }))));
    expect(ends.sort()).toEqual(["changed_meanwhile", "none"]);
    expect((await get(terminalId)).version).toBe(seen.version + 1);
    expect(await codeOf(updateTerminal(world.ctx, { ...seen, terminalId: "trm_none" }))).toBe("not_found");
  });
});

test("a terminal is switched off and on again; doing it twice changes nothing", async () => {
  const terminalId = testTerminals.ours;
  for (const isActive of [false, false, true, true]) {
    await switchTerminal(world.ctx, { terminalId, isActive });
    expect(await get(terminalId)).toMatchObject({ active: isActive, state: isActive ? "active" : "off" });
  }
});

test("the database refuses an active terminal whose connection is not live, and a live one that goes back", async () => {
  const { terminalId } = await create();
  const sql = (text: string) => world.db.pool.query(text, [terminalId]);
  await expect(sql("update terminal set active = true where id = $1")).rejects.toThrow("before its bank connection");
  await sql("update bank_connection set live = true where terminal_id = $1");
  await sql("update terminal set active = true where id = $1");
  await expect(sql("update bank_connection set live = false where terminal_id = $1")).rejects.toThrow("append-only");
});

describe("the list", () => {
  const everything = { text: null, state: null, bank: null, provider: null, partner: null };
  const list = (filters: object = {}, cursor: string | null = null, countMax = 50) =>
    listAllTerminals(world.ctx, { filters: { ...everything, ...filters }, sort: "-created", cursor, countMax });
  const ids = async (filters: object) => (await list(filters)).items.map(({ terminalId }) => terminalId);

  test("finds by name, id and account, and filters by state, provider and account", async () => {
    const { terminalId } = await create({ name: "100% Kasa_1", partnerId: "prt_other" });
    expect(await ids({ text: "% kasa_" })).toEqual([terminalId]);
    expect(await ids({ text: "KASA 10" })).toEqual([terminalId]);
    expect(await ids({ text: "asa" }), "the middle of a word").toEqual([]);
    for (const text of ["%", "'", "&|!", ":*", "kasa & nothing"]) expect(await ids({ text }), text).toEqual([]);
    expect(await ids({ text: terminalId })).toEqual([terminalId]);
    expect(await ids({ text: "prt_other" })).toEqual([terminalId, testTerminals.foreign]);
    expect(await ids({ text: "shop prt_oth" })).toEqual([terminalId, testTerminals.foreign]);
    expect(await ids({ partner: "prt_other", state: ["set_up"] })).toEqual([terminalId]);
    expect(await ids({ partner: "prt_other", state: ["active"] })).toEqual([testTerminals.foreign]);
    expect(await ids({ partner: "prt_other", provider: "bank" })).toEqual([testTerminals.foreign]);
    expect(await ids({ bank: "nobody" })).toEqual([]);
    expect(await ids({ text: "' or 1=1 --" })).toEqual([]);
  });

  test("has each terminal on one page", async () => {
    const whole = await ids({});
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({}, cursor, 2);
      seen.push(...page.items.map(({ terminalId }) => terminalId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(whole);
  });

  test("reads a page of 30,000 terminals from an index without sorting them, and a name without reading all", async () => {
    const client = await world.db.pool.connect();
    try {
      await client.query("begin");
      await client.query("set local session_replication_role = replica");
      await client.query(
        `insert into terminal (id, partner_id, name, bank, allowed_families, effective_counts, active, search_words,
                               created_at)
         select 'trm_many' || n, 'prt_ours', 'Many ' || n, case when n % 100 = 0 then 'scripted-2' else 'scripted' end,
                '{credit}', '{1}', n % 500 <> 0, name_words('Many ' || n),
                $1::timestamptz - n * interval '1 minute'
           from generate_series(1, 30000) n`,
        [world.clock.now()],
      );
      await client.query("commit");
      await client.query("analyze terminal");
    } finally {
      client.release();
    }
    const { nextCursor } = await list();
    for (const filters of [{}, { bank: "scripted-2" }, { state: ["set_up"] }]) {
      const plan = await explainLastQuery(world.db, () => list(filters, nextCursor));
      const page = plan.slice(plan.indexOf("CTE page"), plan.indexOf("->  CTE Scan"));
      expect(page, plan).toMatch(/Index (Only )?Scan/);
      expect(page, plan).not.toContain("Sort");
    }
    expect(await ids({ text: "4711 many" })).toEqual(["trm_many4711"]);
    const plan = await explainLastQuery(world.db, () => ids({ text: "4711 many" }));
    expect(plan).not.toContain("Seq Scan on terminal");
    expect(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]), plan).toBeLessThan(200);

    const common = await list({ text: "many" });
    expect(common.items.map(({ terminalId }) => terminalId).slice(0, 2)).toEqual(["trm_many1", "trm_many2"]);
    const commonPlan = await explainLastQuery(world.db, () => list({ text: "many" }, common.nextCursor));
    expect(commonPlan).not.toContain("Seq Scan on terminal");
    expect(Number(/Buffers: shared hit=(\d+)/.exec(commonPlan)?.[1]), commonPlan).toBeLessThan(1_500);
  });
});
