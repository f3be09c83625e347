import { afterAll, beforeEach, expect, test } from "vitest";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { closeDb, createDb } from "@/server/store/db";
import { findCardFacts } from "@/server/store/pricing/bins";
import { createStaffContext } from "@/server/testing/world/panel";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld } from "@/server/testing/world/world";
import { findBin, getBinOverview } from "./bin-queries";
import { importBins } from "./import-bins";
import { overrideBin } from "./override-bin";
import { removeBinOverride } from "./remove-bin-override";

const world = await openTestWorld();
const { ctx } = world;
const { database, user, password, host, port } = world.db.pool.options;
const databaseUrl =
  world.db.pool.options.connectionString ?? `postgresql://${user}:${password}@${host}:${port}/${database}`;
/** The database as another process sees it, which keeps the table in its own memory. */
const otherDb = createDb({ databaseUrl });
const { session } = await createStaffContext(ctx, "admin");
const staffId = session!.user.id;
const email = session!.user.email;
afterAll(async () => {
  await closeDb(otherDb);
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
/** Imports a table a second after the import before, so that the order of the imports is that of their time. */
const importRows = (...rows: BinRow[]) => {
  world.clock.advanceMs(1_000);
  const source = { fileName: "table.csv", digest: "ab12", conflicts: 1, staffId };
  return importBins(ctx, { rows, source, removeMany: true });
};
const override = (wanted: BinRow, reason = "The bank's letter") => overrideBin(ctx, { row: wanted, reason, staffId });
const remove = (bin: string) => removeBinOverride(ctx, { bin, reason: "No longer needed", staffId });
const bankOf = async (bin8: string) =>
  Promise.all([world.db, otherDb].map(async (db) => (await findCardFacts(db, bin8))?.bank ?? null));

beforeEach(async () => {
  for (const { bin } of (await getBinOverview(ctx)).overrides) await remove(bin);
  await importRows(row("400001", { bank: "Imported" }), row("400002"));
});

test("an override takes the place of the imported row at once in every process, and its removal restores the row", async () => {
  expect(await bankOf("40000100")).toEqual(["Imported", "Imported"]);
  expect(await override(row("400001", { bank: "Ours" }))).toEqual({ before: null });
  expect(await bankOf("40000100")).toEqual(["Ours", "Ours"]);
  expect(await remove("400001")).toMatchObject({ before: { bank: "Ours" } });
  expect(await bankOf("40000100")).toEqual(["Imported", "Imported"]);
});

test("survives an import that changes, removes or adds its prefix", async () => {
  await override(row("400001", { bank: "Ours" }));
  await importRows(row("400001", { bank: "Next" }), row("400003"));
  expect(await bankOf("40000100")).toEqual(["Ours", "Ours"]);
  await importRows(row("400003"));
  expect(await bankOf("40000100")).toEqual(["Ours", "Ours"]);
  await remove("400001");
  expect(await bankOf("40000100")).toEqual([null, null]);
});

test("adds a prefix that the table does not have; a longer prefix of the table still takes precedence", async () => {
  await importRows(row("40000199", { bank: "Longer" }));
  await override(row("400001", { bank: "Ours" }));
  expect(await bankOf("40000100")).toEqual(["Ours", "Ours"]);
  expect(await bankOf("40000199")).toEqual(["Longer", "Longer"]);
  await override(row("40000199", { bank: "Ours too" }));
  expect(await bankOf("40000199")).toEqual(["Ours too", "Ours too"]);
});

test("a second override of a prefix replaces the first, whose row stays; the same one again is refused", async () => {
  await override(row("400001", { bank: "First" }));
  expect(await override(row("400001", { bank: "Second" }))).toMatchObject({ before: { bank: "First" } });
  await expect(override(row("400001", { bank: "Second" }))).rejects.toMatchObject({ code: "validation_error" });
  const kept = await world.db.prisma.binOverride.findMany({ where: { bin: "400001", bank: "First" } });
  expect(kept).toMatchObject([{ removedBy: staffId, removalReason: "The bank's letter" }]);
  await expect(world.db.prisma.binOverride.deleteMany()).rejects.toThrow(/append-only/);
});

test("two people who override one prefix at once leave one override in use", async () => {
  const banks = ["One", "Two", "Three"];
  await Promise.all(banks.map((bank) => override(row("400001", { bank }))));
  expect((await getBinOverview(ctx)).overrides).toHaveLength(1);
  expect(await world.db.prisma.binOverride.count({ where: { bin: "400001", removedAt: null } })).toBe(1);
});

test("404 for the removal of an override that does not exist", async () => {
  await expect(remove("400009")).rejects.toMatchObject({ code: "not_found" });
});

test("a search shows the row that counts, the one that it replaces, and from where each comes", async () => {
  await override(row("400001", { bank: "Ours" }));
  const { matched, longer, unused } = await findBin(ctx, "40000112");
  expect(matched).toMatchObject({ bin: "400001", bank: "Ours", origin: "override" });
  expect(unused).toMatchObject([{ bin: "400001", bank: "Imported", origin: "imported" }]);
  expect(longer).toEqual([]);
  await importRows(row("400001"), row("40000199", { bank: "Longer" }));
  const six = await findBin(ctx, "400001");
  expect(six.longer).toMatchObject([{ bin: "40000199", origin: "imported" }]);
  const eight = await findBin(ctx, "40000199");
  expect([eight.matched?.bin, eight.unused.map(({ bin }) => bin)]).toEqual(["40000199", ["400001", "400001"]]);
});

test("the overview counts the rows by origin and names who imported which file, and who overrode what and why", async () => {
  await override(row("400001", { bank: "Ours" }), "Wrong since the merger");
  const { counts, overrides, imports, banks } = await getBinOverview(ctx);
  expect(counts).toEqual({ imported: 2, sandbox: 0, override: 1 });
  expect(overrides).toMatchObject([{ bin: "400001", reason: "Wrong since the merger", madeBy: email }]);
  expect(imports[0]).toMatchObject({
    importedBy: email,
    fileName: "table.csv",
    digest: "ab12",
    listed: 2,
    conflicts: 1,
    importedAt: world.clock.now(),
  });
  expect(banks).toEqual(["Halkbank", "Imported", "Ours"]);
});

test("an import of a file that was compared with another state of the table is refused and writes nothing", async () => {
  const source = { fileName: "t.csv", digest: "cd", conflicts: 0, staffId };
  const rows = [row("400001"), row("400002"), row("400005")];
  const { version } = await importBins(ctx, { rows, source, dryRun: true });
  await override(row("400001", { bank: "Ours" }));
  const { kind } = await importBins(ctx, { rows, source, version });
  expect(kind).toBe("outdated");
  expect(await bankOf("40000500")).toEqual([null, null]);
});

test("a search uses the indexes of both tables, however large they are", async () => {
  await world.db.pool.query(
    `insert into bin_range (bin, bank, family, scheme, commercial, confidence)
     select (60000000 + n)::text, 'Crowd', 'credit', 'visa', false, 'high' from generate_series(1, 50000) n`,
  );
  await world.db.pool.query("analyze bin_range");
  const plan = await explainLastQuery(world.db, () => findBin(ctx, "600012"));
  expect(plan).not.toMatch(/Seq Scan on bin_range/);
});
