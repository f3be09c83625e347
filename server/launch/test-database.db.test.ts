import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { migrationNames } from "./schema-engine";
import { createTestDatabase } from "./test-database";

test("a test's database holds every migration and is no other test's", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new pg.Client(one.url);
  await client.connect();
  const { rows } = await client.query("select migration_name from _prisma_migrations order by 1");
  await client.end();
  expect(rows.map((row) => row.migration_name)).toEqual(await migrationNames());
  expect(one.url).not.toBe(other.url);
  await Promise.all([one.drop(), other.drop()]);
});

test("is dropped when who is about to leave has left, and under who stays", async () => {
  const [left, held] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [leaving, staying] = [new pg.Client(left.url), new pg.Client(held.url)];
  const errors: Error[] = [];
  leaving.on("error", (error) => errors.push(error));
  staying.on("error", (error) => errors.push(error));
  await Promise.all([leaving.connect(), staying.connect()]);
  const ended = sleep(300).then(() => leaving.end());
  await Promise.all([left.drop(), held.drop(), ended]);
  expect(errors).toEqual([expect.objectContaining({ code: "57P01" }), expect.anything()]);
});

test("refuses a database of another machine", async () => {
  await expect(createTestDatabase("postgresql://postgres@db.example.com/x")).rejects.toThrow(
    "not on this machine",
  );
});
