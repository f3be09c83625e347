import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { uncaughtDuring } from "@/server/testing/world/uncaught";
import { inTransaction, openPool } from "./database";

let database: TestDatabase;
let killer: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  killer = new pg.Client({ connectionString: database.url });
  await killer.connect();
});
afterAll(async () => {
  await killer.end();
  await database.drop();
});

test("the launcher survives a connection that the server ends between two statements of a bank's transaction", async () => {
  const pool = openPool(database.url);
  const uncaught = await uncaughtDuring(async () => {
    const broken = inTransaction(pool, async (tx) => {
      const ended = new Promise<void>((resolve) => void tx.once("end", resolve));
      const { rows } = await tx.query("select pg_backend_pid() as pid");
      await killer.query("select pg_terminate_backend($1)", [rows[0].pid]);
      await Promise.race([ended, sleep(5_000)]);
      await sleep(10);
      await tx.query("select 1");
    });
    await expect(broken).rejects.toThrow();
  });
  expect(uncaught).toEqual([]);
  expect(await inTransaction(pool, async (tx) => (await tx.query("select 1 as one")).rows)).toEqual([{ one: 1 }]);
  await pool.end();
});
