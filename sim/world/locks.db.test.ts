import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { Deadlock, Locks } from "./locks";

let database: TestDatabase;
const clients: pg.Client[] = [];

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => undefined);
  await client.connect();
  clients.push(client);
  return client;
};

/** Sends a statement and returns what the locks know of it. */
const send = (locks: Locks, client: pg.Client, statement: string) => {
  const running = client.query(statement).then(
    () => "done",
    () => "failed",
  );
  return { running, watched: locks.watch(client, running) };
};

beforeAll(async () => {
  database = await createTestDatabase();
  const client = await connect();
  await client.query("create table item (id int primary key, n int); insert into item values (1, 0), (2, 0), (3, 0)");
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
});

test("a statement that waits for a lock is known to wait, and is answered after the lock was given back", async () => {
  const locks = new Locks(await connect());
  const [holder, waiter] = [await connect(), await connect()];
  await holder.query("begin");
  expect(await send(locks, holder, "update item set n = 1 where id = 1").watched).toBe("done");
  const waiting = send(locks, waiter, "update item set n = 2 where id = 1");
  expect(await waiting.watched).toBeNull();
  const granted: string[] = [];
  locks.wait(waiter, waiting.running, (answer) => void granted.push(answer));
  await locks.settle();
  expect(granted).toEqual([]);
  expect(await send(locks, holder, "commit").watched).toBe("done");
  await locks.settle();
  expect(granted).toEqual(["done"]);
});

test("two transactions that wait for each other are a deadlock", async () => {
  const locks = new Locks(await connect());
  const [one, two] = [await connect(), await connect()];
  for (const client of [one, two]) await client.query("begin; set local deadlock_timeout = '1h'");
  await one.query("update item set n = 1 where id = 1");
  await two.query("update item set n = 1 where id = 2");
  for (const [client, id] of [
    [one, 2],
    [two, 1],
  ] as const) {
    const { running, watched } = send(locks, client, `update item set n = 3 where id = ${id}`);
    expect(await watched).toBeNull();
    locks.wait(client, running, () => undefined);
  }
  await expect(locks.settle()).rejects.toThrow(Deadlock);
  locks.forget([one, two]);
});

test("statements that wait for a row get it one at a time, in the order in which they were sent", async () => {
  const locks = new Locks(await connect());
  const holder = await connect();
  const waiters = await Promise.all([connect(), connect(), connect()]);
  await holder.query("begin; update item set n = n + 1 where id = 3");
  const answered: number[] = [];
  const granted: number[] = [];
  for (const [index, waiter] of waiters.entries()) {
    await waiter.query("begin");
    const { running, watched } = send(locks, waiter, "select 1 from item where id = 3 for update");
    expect(await watched).toBeNull();
    void running.then(() => answered.push(index));
    locks.wait(waiter, running, () => void granted.push(index));
  }
  await holder.query("commit");
  // The lock is given back, and later statements overtake those that wait, because their processes are stopped.
  for (let later = 0; later < 100; later += 1) await holder.query("select 1");
  expect(answered).toEqual([]);
  for (const waiter of waiters) {
    await locks.settle();
    await waiter.query("commit");
  }
  expect(granted).toEqual([0, 1, 2]);
});
