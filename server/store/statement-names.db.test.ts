import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";
import { closeDb, createDb, type Db } from "./db";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({ databaseUrl: database.url, connectionsMax: 1 });
});
afterAll(async () => {
  await closeDb(db);
  await database.drop();
});

const findPartner = (id: string) => db.prisma.partner.findUnique({ where: { id }, select: { name: true } });

/** Reads how often the statements about partners were prepared and run on the only connection. */
async function readPrepared(): Promise<{ prepared: number; runs: number }> {
  const { rows } = await db.pool.query(
    `select count(*)::int as prepared, coalesce(sum(generic_plans + custom_plans), 0)::int as runs
       from pg_prepared_statements where name like 'prisma-%' and statement like '%"partner"%'`,
  );
  return rows[0];
}

test("PostgreSQL prepares a query of Prisma once, however often it runs with other values", async () => {
  for (const id of ["prt_1", "prt_2", "prt_3"]) expect(await findPartner(id)).toBeNull();
  expect(await readPrepared()).toEqual({ prepared: 1, runs: 3 });
});

/** Runs a statement that reads all columns of a table within, and names those of its result, as the lists do. */
const listNames = () => db.prisma.$queryRaw`select p.name from (select * from partner order by id limit 5) p`;

test.each([
  ["of Prisma", () => findPartner("prt_1"), null],
  ["written by hand, with all columns of a table within", listNames, []],
])("a prepared query %s goes on after a migration that adds a column", async (_what, ask, answer) => {
  expect(await ask()).toEqual(answer);
  await db.pool.query("alter table partner add column added_later text");
  expect(await ask()).toEqual(answer);
  await db.pool.query("alter table partner drop column added_later");
  expect(await ask()).toEqual(answer);
});
