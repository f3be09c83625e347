import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findDatabaseTrouble } from "../domain/operations/database-trouble";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";
import { closeDb, createDb, type Db, inTx } from "./db";

const deadlines = { connectMs: 500, statementMs: 300, silenceMs: 10_000 };

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({ databaseUrl: database.url, connectionsMax: 1, deadlines });
});
afterAll(async () => {
  await closeDb(db);
  await database.drop();
});

const troubleOf = async (work: Promise<unknown>): Promise<string | null> => {
  const error = await work.then(
    () => Promise.reject(new Error("The work succeeded")),
    (thrown: unknown) => thrown,
  );
  return findDatabaseTrouble(error);
};

/** Runs work while the only connection of the pool is in use. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const held = await db.pool.connect();
  return work().finally(() => held.release());
}

/** Statements of a transaction whose commit ends its own connection. */
const endAtCommit = [
  "create temporary table ending () on commit drop",
  `create function pg_temp.end_connection() returns trigger language plpgsql
   as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`,
  `create constraint trigger ending after insert on ending deferrable initially deferred
   for each row execute function pg_temp.end_connection()`,
  "insert into ending default values",
];

describe("trouble is", () => {
  test("a statement that the database ends at its time limit", async () => {
    expect(await troubleOf(db.pool.query("select pg_sleep(5)"))).toBe("57014");
    expect(await troubleOf(inTx(db, (tx) => tx.$queryRaw`select pg_sleep(5)::text`))).toBe("57014");
  });

  test("no free connection of the pool", async () => {
    const message = "timeout exceeded when trying to connect";
    expect(await whileBusy(() => troubleOf(db.pool.query("select 1")))).toBe(message);
    expect(await whileBusy(() => troubleOf(db.prisma.payment.findFirst()))).toBe(message);
    expect(await whileBusy(() => troubleOf(inTx(db, (tx) => tx.$queryRaw`select 1`)))).toBe(message);
  });

  test("a database that is not there, or that ends the connection", async () => {
    const away = createDb({ databaseUrl: "postgresql://a:b@127.0.0.1:1/c", deadlines });
    expect(await troubleOf(away.pool.query("select 1"))).toBe("ECONNREFUSED");
    expect(await troubleOf(away.prisma.payment.findFirst())).toBe("P1001");
    await closeDb(away);
    const end = "select pg_terminate_backend(pg_backend_pid())";
    expect(await troubleOf(db.pool.query(end))).toBe("57P01");
    expect(await troubleOf(inTx(db, (tx) => tx.$queryRawUnsafe(end)))).toBe("57P01");
  });

  test("a database that ends the connection while the transaction commits", async () => {
    const commit = inTx(db, async (tx) => {
      for (const sql of endAtCommit) await tx.$executeRawUnsafe(sql);
    });
    expect(await troubleOf(commit)).toBe("57P01");
  });

  test("a connection that is silent: it is closed, and the next work gets another one", async () => {
    const silent = createDb({
      databaseUrl: database.url,
      connectionsMax: 1,
      deadlines: { connectMs: 5_000, statementMs: 0, silenceMs: 200 },
    });
    expect(await troubleOf(silent.pool.query("select pg_sleep(1)"))).toMatch(/^The database has been silent/);
    expect(await troubleOf(inTx(silent, (tx) => tx.$queryRaw`select pg_sleep(1)::text`))).toMatch(/has been silent/);
    expect((await silent.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await closeDb(silent);
  });
});

test("a defect is no trouble: a broken rule, an unknown column, any other error", async () => {
  expect(await troubleOf(db.pool.query("select no_such_column"))).toBeNull();
  expect(await troubleOf(db.pool.query("select 1/0"))).toBeNull();
  expect(await troubleOf(db.prisma.$executeRaw`insert into sandbox_clock (id, offset_ms) values (2, 0)`)).toBeNull();
  expect(findDatabaseTrouble(new TypeError("x is not a function"))).toBeNull();
  expect(findDatabaseTrouble("P1001")).toBeNull();
});
