import { afterAll, beforeAll, expect, test } from "vitest";
import { createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const as = async (role: "admin" | "operations") =>
  createCallerFactory(staffRouter)(await createStaffContext(world.ctx, role)).bin;
const facts = {
  bin: "400001",
  bank: " Ünlü Banka ",
  brand: "" as const,
  family: "debit" as const,
  scheme: "visa" as const,
  commercial: false,
  confidence: "high" as const,
  reason: "The bank's letter",
};
const header = "bin,bank,brand,family,network,commercial,confidence,conflict";
const lastDetail = async () =>
  (await world.db.prisma.auditEntry.findFirstOrThrow({ where: { scope: "staff" }, orderBy: { number: "desc" } }))
    .detail;

test("an override, its change and its removal are in the audit log with the reason and the changed fields", async () => {
  const bin = await as("admin");
  await bin.override(facts);
  expect(await lastDetail()).toMatchObject({ reason: facts.reason, after: { bank: "Ünlü Banka", brand: null } });
  await bin.override({ ...facts, bank: null, reason: "It was sold" });
  expect(await lastDetail()).toEqual({
    reason: "It was sold",
    before: { bank: "Ünlü Banka" },
    after: { bank: "" },
  });
  await bin.removeOverride({ bin: "400001", reason: "No longer needed" });
  expect(await lastDetail()).toMatchObject({ reason: "No longer needed", before: { family: "debit" } });
});

test("400 for a BIN of another form, a card number as the reason, and facts that do not exist", async () => {
  const bin = await as("admin");
  const refused = { code: "BAD_REQUEST" };
  await expect(bin.override({ ...facts, bin: "40000" })).rejects.toMatchObject(refused);
  await expect(bin.override({ ...facts, bin: "5528790000000008" })).rejects.toMatchObject(refused);
  await expect(bin.override({ ...facts, reason: "5528790000000008" })).rejects.toMatchObject(refused);
  await expect(bin.override({ ...facts, brand: "miles" as "" })).rejects.toMatchObject(refused);
  await expect(bin.find({ digits: "55287900000" })).rejects.toMatchObject(refused);
});

test("a file is compared, imported once in the version that was compared, and refused afterwards", async () => {
  const bin = await as("admin");
  const rows = (await world.db.prisma.binRange.findMany({ where: { origin: "imported" } })).map(
    (row) => `${row.bin},${row.bank},${row.brand ?? ""},${row.family},${row.scheme},0,${row.confidence},`,
  );
  const content = [header, ...rows, "400009,Yeni Banka,,credit,visa,0,high,two sources"].join("\n");
  const file = { content, fileName: "bins.csv" };
  const compared = await bin.compare(file);
  if (compared.kind !== "compared") throw new Error("The file has faults");
  expect(compared).toMatchObject({ counts: { added: 1 }, newBanks: ["Yeni Banka"], conflictCount: 1 });
  const confirmed = { ...file, version: compared.version, removeMany: false, reason: "The monthly table" };
  expect(await bin.import(confirmed)).toMatchObject({ kind: "imported", added: 1 });
  expect(await bin.import(confirmed)).toMatchObject({ kind: "outdated" });
  expect((await bin.overview()).imports).toMatchObject([{ fileName: "bins.csv", added: 1, conflicts: 1 }]);
});

test("a faulty file is not imported, and its faults have their lines; one that is too large is refused", async () => {
  const bin = await as("admin");
  const file = { content: `${header}\n12345,A,,credit,visa,0,high,`, fileName: "bins.csv" };
  expect(await bin.compare(file)).toMatchObject({ kind: "faulty", faults: [{ line: 2 }] });
  await expect(bin.import({ ...file, version: 0, removeMany: true, reason: "x" })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  await expect(bin.compare({ ...file, content: "x".repeat(4_000_001) })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

test("403 for operations, who may read the table", async () => {
  const bin = await as("operations");
  await expect(bin.override(facts)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await bin.overview()).counts.imported).toBeGreaterThan(0);
});
