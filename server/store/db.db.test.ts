import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countCases } from "../testing/run/cases";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";
import { uncaughtDuring } from "../testing/world/uncaught";
import { closeDb, createDb, inTx } from "./db";

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

const endings = countCases(500, 5_000);
const killOthers = `select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid()`;

test("the process survives connections that the server ends while the pool hands them from one user to the next", async () => {
  const db = createDb({ databaseUrl: database.url });
  // Connections are given back and ended all the time, so some of many are ended in between.
  let [ended, done] = [0, 0];
  const isEnded = () => ended >= endings && done > 0;
  const work = async () => {
    while (!isEnded()) {
      try {
        const client = await db.pool.connect();
        await client.query("select 1").finally(() => client.release());
        await inTx(db, (tx) => tx.$queryRaw`select 1`);
        done++;
      } catch {
        await sleep(5);
      }
    }
  };
  const kill = async () => {
    for (; !isEnded(); await sleep(20)) ended += (await killer.query(killOthers)).rowCount ?? 0;
  };
  const uncaught = await uncaughtDuring(() => Promise.all([kill(), ...Array.from({ length: 40 }, work)]));
  expect(uncaught).toEqual([]);
  await closeDb(db);
});
