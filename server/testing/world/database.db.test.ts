import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { listMigrations } from "@/server/launch/migrations/schema-engine";
import { createTestDatabase } from "./database";

test("creates a separate database with every migration for each test file", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new pg.Client(one.url);
  await client.connect();
  const { rows } = await client.query("select migration_name from _prisma_migrations order by 1");
  await client.end();
  expect(rows.map((row) => row.migration_name)).toEqual(await listMigrations());
  expect(one.url).not.toBe(other.url);
  await Promise.all([one.drop(), other.drop()]);
});

test("waits for closing connections before the drop, and cuts off those that remain", async () => {
  const [left, held] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const leaving = await connectClient(left.url);
  const staying = await connectClient(held.url);
  const cutOff = new Promise((resolve) => staying.client.once("end", resolve));
  const ended = sleep(300).then(() => leaving.client.end());
  await Promise.all([left.drop(), held.drop(), ended, cutOff]);
  expect(leaving.errors).toEqual([]);
  expect(staying.errors[0]).toMatchObject({ code: "57P01" });
});

const connectClient = async (url: string) => {
  const client = new pg.Client(url);
  const errors: Error[] = [];
  client.on("error", (error) => errors.push(error));
  await client.connect();
  return { client, errors };
};

test("refuses a database of another machine", async () => {
  await expect(createTestDatabase("postgresql://postgres@db.example.com/x")).rejects.toThrow("not on this machine");
});
