import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { installmentOptions } from "@/server/domain/pricing/installments";
import { closeDb, createDb, inTx } from "@/server/store/db";
import { putBins } from "@/server/store/pricing/bin-rows";
import { findCardFacts } from "@/server/store/pricing/bins";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { findBin } from "./bin-queries";
import { type BinImport, importBins as importFile } from "./import-bins";
import { getActiveTerms } from "./shared/installment-terms";

const world = await openTestWorld();
const { ctx } = world;
const { database, user, password, host, port } = world.db.pool.options;
const databaseUrl =
  world.db.pool.options.connectionString ?? `postgresql://${user}:${password}@${host}:${port}/${database}`;
/** The context of another process on the same database. */
const other: TestWorld["ctx"] = { ...ctx, db: createDb({ databaseUrl }) };
afterAll(async () => {
  await closeDb(other.db);
  await world.close();
});

const row = (bin: string, facts: Partial<BinRow> = {}): BinRow => ({
  bin,
  bank: "Halkbank",
  brand: "paraf",
  family: "credit",
  scheme: "visa",
  commercial: false,
  confidence: "high",
  ...facts,
});
const buildRows = (bank: string, count: number, first = 50_000_000) =>
  Array.from({ length: count }, (_, n) => row(String(first + n), { bank }));

const importBins = (importing: TestWorld["ctx"], input: Omit<BinImport, "source">) =>
  importFile(importing, { ...input, source: { fileName: "bins.csv", digest: "d1", conflicts: 0, staffId: null } });

/** Returns the table by prefix, as `bank origin`. */
const table = async () => {
  const { rows } = await world.db.pool.query<{ bin: string; bank: string; origin: string }>(
    "select bin, bank, origin from bin_range order by bin",
  );
  return new Map(rows.map(({ bin, bank, origin }) => [bin, `${bank} ${origin}`]));
};
const banks = async () => new Set((await table()).values());
const version = async () => (await world.db.prisma.binTable.findUniqueOrThrow({ where: { id: 1 } })).version;

beforeEach(async () => {
  await world.db.prisma.binRange.deleteMany();
});

describe("an import", () => {
  test("replaces the imported rows by the file's, and changes nothing for the same file again", async () => {
    const first = [row("400001"), row("400002"), ...buildRows("Crowd", 20)];
    expect((await importBins(ctx, { rows: first })).difference).toMatchObject({
      added: { length: 22 },
      newBanks: ["Crowd", "Halkbank"],
    });
    const next = [row("400001", { family: "debit", brand: null }), row("400003"), ...buildRows("Crowd", 20)];
    const { kind, difference } = await importBins(ctx, { rows: next });
    expect(kind).toBe("imported");
    expect(difference).toMatchObject({
      added: [{ bin: "400003" }],
      changed: [{ fields: ["brand", "family"] }],
      removed: [{ bin: "400002" }],
      unchanged: 20,
      newBanks: [],
    });
    const rows = await world.db.prisma.binRange.findMany({ where: { bin: { startsWith: "4" } } });
    expect(rows.sort((a, b) => Number(a.bin) - Number(b.bin))).toEqual([
      { ...next[0], origin: "imported" },
      { ...next[1], origin: "imported" },
    ]);
    const before = await version();
    expect((await importBins(ctx, { rows: next })).difference).toMatchObject({
      added: [],
      changed: [],
      removed: [],
      unchanged: 22,
    });
    expect(await version()).toBe(before);
  });

  test("keeps rows of the sandbox unless the file names their prefix", async () => {
    await inTx(world.db, (tx) =>
      putBins(tx, [row("414720", { bank: "Abroad" }), row("492181", { bank: "Abroad" })], "sandbox"),
    );
    await importBins(ctx, { rows: [row("400001"), row("492181")] });
    expect(await table()).toEqual(
      new Map([
        ["400001", "Halkbank imported"],
        ["414720", "Abroad sandbox"],
        ["492181", "Halkbank imported"],
      ]),
    );
  });

  test("is refused if it would remove more than a tenth, unless that is requested; an empty file always is", async () => {
    await importBins(ctx, { rows: buildRows("Crowd", 20) });
    const rows = buildRows("Crowd", 17);
    expect(await importBins(ctx, { rows })).toMatchObject({
      kind: "refused",
      difference: { removed: { length: 3 }, imported: 20 },
    });
    expect((await table()).size).toBe(20);
    expect((await importBins(ctx, { rows, removeMany: true })).kind).toBe("imported");
    expect((await table()).size).toBe(17);
    expect((await importBins(ctx, { rows: [], removeMany: true })).kind).toBe("refused");
    expect((await table()).size).toBe(17);
  });

  test("reports every change in a dry run and writes nothing", async () => {
    await importBins(ctx, { rows: buildRows("Crowd", 20) });
    const before = await version();
    const { kind, difference } = await importBins(ctx, { rows: [row("400001")], dryRun: true });
    expect(kind).toBe("compared");
    expect(difference).toMatchObject({ added: { length: 1 }, removed: { length: 20 }, removesMany: true });
    expect([await banks(), await version()]).toEqual([new Set(["Crowd imported"]), before]);
  });
});

test("uses the new table from the next request on, with and without a known version", async () => {
  const findBank = async (versionKnown?: number) => (await findCardFacts(ctx.db, "50000001", versionKnown))?.bank;
  await importBins(other, { rows: buildRows("First", 3) });
  expect(await findBank((await world.signIn()).binsVersion)).toBe("First");
  await importBins(other, { rows: buildRows("Second", 3) });
  expect(await findBank((await world.signIn()).binsVersion)).toBe("Second");
  await importBins(other, { rows: buildRows("Third", 3) });
  expect(await findBank()).toBe("Third");
});

test("looks up the old table while an import is running", async () => {
  await importBins(ctx, { rows: buildRows("Before", 3) });
  await inTx(other.db, async (tx) => {
    await putBins(tx, buildRows("During", 3), "imported");
    expect((await findCardFacts(ctx.db, "50000001"))?.bank).toBe("Before");
    expect((await findCardFacts(ctx.db, "50000001", (await world.signIn()).binsVersion))?.bank).toBe("Before");
  });
  expect((await findCardFacts(ctx.db, "50000001"))?.bank).toBe("During");
});

describe("atomicity of an import", () => {
  /** More rows than one statement takes, so that an import can stop in the middle. */
  const many = 10_500;

  test("leaves everything unchanged when the connection is killed in the middle, and can be repeated", async () => {
    await importBins(ctx, { rows: buildRows("Before", many) });
    const before = [await table(), await version()];
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    // Lock a row of the last statement: the earlier statements have run when the import waits for it.
    await holder.query("begin");
    await holder.query("select 1 from bin_range where bin = $1 for update", [String(50_000_000 + many - 1)]);
    const rows = buildRows("After", many);
    const failed = importBins(other, { rows }).then(
      () => "imported",
      () => "failed",
    );
    await world.db.pool.query("select pg_terminate_backend($1)", [await blockedWriter()]);
    expect(await failed).toBe("failed");
    await holder.query("rollback");
    await holder.end();
    expect([await table(), await version()]).toEqual(before);
    expect((await importBins(other, { rows })).difference.changed).toHaveLength(many);
    expect(await banks()).toEqual(new Set(["After imported"]));
  });

  /** Returns the database process that waits for a row while it writes to the table. */
  async function blockedWriter(): Promise<number> {
    for (;;) {
      const { rows } = await world.db.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into bin_range%'`,
      );
      if (rows[0]) return rows[0].pid;
      await sleep(20);
    }
  }

  test("runs two concurrent imports one after the other; the second replaces all rows of the first", async () => {
    await importBins(ctx, { rows: buildRows("Before", 10) });
    const outcomes = await Promise.all([
      importBins(ctx, { rows: buildRows("A", 11_000), removeMany: true }),
      importBins(other, { rows: buildRows("B", 11_000, 50_005_500), removeMany: true }),
    ]);
    const [left] = await banks();
    expect(await banks()).toEqual(new Set([left]));
    expect((await table()).size).toBe(11_000);
    const [first, second] = outcomes.sort((a, b) => a.difference.imported - b.difference.imported);
    expect(first!.difference).toMatchObject({ imported: 10 });
    expect(second!.difference).toMatchObject({
      imported: 11_000,
      added: { length: 5_500 },
      changed: { length: 5_500 },
      removed: { length: 5_500 },
    });
  });
});

describe("the BIN table's answer", () => {
  test("offers only a single charge for a row of low confidence or of a family other than credit", async () => {
    const facts = { brand: "paraf", bank: "Halkbank" } as const;
    await importBins(ctx, {
      rows: [
        row("40000000", facts),
        row("40000001", { ...facts, confidence: "low" }),
        row("40000002", { ...facts, family: "debit" }),
        row("40000003", { ...facts, confidence: "medium" }),
      ],
    });
    const caller = await world.signIn();
    const terms = await getActiveTerms(ctx, caller, testTerminals.ours);
    const counts = async (bin8: string) =>
      installmentOptions(terms, await findCardFacts(ctx.db, bin8, caller.binsVersion)).map(
        ({ installmentCount }) => installmentCount,
      );
    expect(await counts("40000000")).toEqual([1, 3]);
    expect(await counts("40000001")).toEqual([1]);
    expect(await counts("40000002")).toEqual([1]);
    expect(await counts("40000003")).toEqual([1, 3]);
    const { longer } = await findBin(ctx, "400000");
    expect(longer.map(({ offersInstallments }) => offersInstallments)).toEqual([true, false, false, true]);
  });

  test("is the longest prefix that matches; longer prefixes are returned in addition", async () => {
    await importBins(ctx, {
      rows: [row("400000"), row("4000001", { bank: "Seven" }), row("40000012", { bank: "Eight" })],
    });
    const found = async (digits: string) => {
      const { matched, longer } = await findBin(ctx, digits);
      return [matched?.bin, longer.map(({ bin }) => bin)];
    };
    expect(await found("400000")).toEqual(["400000", ["4000001", "40000012"]]);
    expect(await found("4000001")).toEqual(["4000001", ["40000012"]]);
    expect(await found("40000012")).toEqual(["40000012", []]);
    expect(await found("40000013")).toEqual(["4000001", []]);
    expect(await found("40000099")).toEqual(["400000", []]);
    expect(await found("499999")).toEqual([undefined, []]);
    expect((await findCardFacts(ctx.db, "40000013"))?.bank).toBe("Seven");
  });

  test.each(["40000", "4000000000000000", "4000x0", "", "400000%"])(
    "refuses anything but six to eight digits: %s",
    async (digits) => {
      await expect(findBin(ctx, digits)).rejects.toMatchObject({ code: "validation_error" });
    },
  );
});
