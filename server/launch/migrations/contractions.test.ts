import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { migrationsFolder, projectRoot } from "../project";
import { listContractions, listNewTables } from "./contractions";
import { readReleases } from "./releases";

const reasons = (sql: string, ...newTables: string[]): string[] =>
  listContractions(sql, (table) => newTables.includes(table)).map(({ reason }) => reason);

describe("a contraction is", () => {
  test.each([
    [`ALTER TABLE "payment" DROP COLUMN "note";`, "drops"],
    ["drop function chain();", "drops"],
    [`DROP INDEX "payment_by_day";`, "drops"],
    [`ALTER TABLE payment ALTER COLUMN note DROP DEFAULT;`, "drops"],
    [`ALTER TABLE "csp_report" RENAME TO "csp_report_single";`, "renames"],
    [`ALTER TYPE "Purpose" RENAME VALUE 'a' TO 'b';`, "renames"],
    [`ALTER TABLE "payment" ALTER COLUMN "note" SET NOT NULL;`, "requires a value"],
    [`ALTER TABLE "payment" ADD COLUMN "a" INTEGER DEFAULT 1,\n  ADD COLUMN "b" TEXT NOT NULL;`, "requires a value"],
    [`ALTER TABLE "payment" ALTER COLUMN "note" SET DATA TYPE VARCHAR(10);`, "changes a type"],
    [`ALTER TABLE "payment" ADD CONSTRAINT "c" CHECK (amount > 0);`, "adds a rule"],
    [`CREATE UNIQUE INDEX "u" ON "payment"("note");`, "adds a rule"],
    [`CREATE TRIGGER t BEFORE UPDATE ON "payment" FOR EACH ROW EXECUTE FUNCTION f();`, "adds a rule"],
    [`DELETE FROM "payment" WHERE note = 'a;b';`, "removes rows"],
  ])("%s", (sql, reason) => {
    expect(reasons(sql)).toEqual([reason]);
  });

  test.each([
    `ALTER TABLE "payment" ADD COLUMN "note" TEXT;`,
    `ALTER TABLE "payment" ADD COLUMN "note" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "b" TEXT;`,
    `CREATE INDEX "i" ON "payment"("note");`,
    `ALTER TABLE "payment" DROP CONSTRAINT "c";`,
    `ALTER TYPE "Purpose" ADD VALUE 'device';`,
    `UPDATE "payment" SET note = 'drop table x';`,
    `CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN DELETE FROM x; DROP TABLE x; END $$ LANGUAGE plpgsql;`,
    `-- The bank's next one; it may drop column "note".\nCREATE TABLE "t" ("id" TEXT NOT NULL);`,
  ])("not %s", (sql) => {
    expect(reasons(sql)).toEqual([]);
  });

  test("nothing about a table that is new", () => {
    const sql = `CREATE TABLE "t" ("id" TEXT);\nALTER TABLE "t" ADD CONSTRAINT "c" CHECK (true);\nCREATE UNIQUE INDEX "u" ON "t"("id");`;
    expect(listNewTables(sql)).toEqual(["t"]);
    expect(reasons(sql, ...listNewTables(sql))).toEqual([]);
    expect(reasons(sql)).toHaveLength(2);
  });

  test("declared by the comment before it, and by no other one", () => {
    const sql = `-- contract: 0.2.0 no longer reads it\nALTER TABLE a DROP COLUMN b;\nALTER TABLE a DROP COLUMN c;\n-- contract: safe, it allows one more kind\nALTER TABLE a ADD CONSTRAINT k CHECK (true);`;
    expect(listContractions(sql, () => false).map(({ declared }) => declared)).toEqual(["0.2.0", null, "safe"]);
  });
});

describe("the migrations since the last release", () => {
  const releases = readReleases();
  const names = readdirSync(migrationsFolder).filter((name) => /^\d/.test(name));
  const sqlOf = (name: string) => readFileSync(join(migrationsFolder, name, "migration.sql"), "utf8");

  test("are those after a migration that the newest release names and that exists", () => {
    expect(releases.length).toBeGreaterThan(0);
    for (const { version, lastMigration } of releases) expect(names, version).toContain(lastMigration);
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
    expect(releases.map((one) => one.version)).not.toContain(version);
  });

  test("drop, rename and tighten nothing without naming the release that stopped using it (D-348)", () => {
    const since = names.filter((name) => name > (releases[0]?.lastMigration ?? ""));
    const newTables = new Set(since.flatMap((name) => listNewTables(sqlOf(name))));
    const known = new Set(["safe", ...releases.map(({ version }) => version)]);
    const found = since.flatMap((name) =>
      listContractions(sqlOf(name), (table) => newTables.has(table))
        .filter(({ declared }) => !known.has(declared ?? ""))
        .map(({ reason, statement }) => `${name} ${reason}: ${statement.slice(0, 100)}`),
    );
    expect(found.join("\n")).toBe("");
  });
});
