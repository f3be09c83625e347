import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/server/launch/test-database";
import { takeLock } from "./lock";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const take = (databaseUrl = database.url) => {
  const onHeld = vi.fn();
  return { onHeld, lock: takeLock({ databaseUrl, onHeld, onLost: vi.fn() }) };
};

test("one has it, the next waits, and gets it when the first lets go", async () => {
  const first = take();
  await vi.waitFor(() => expect(first.onHeld).toHaveBeenCalledOnce());
  const second = take();
  await vi.waitFor(() => expect(second.lock.isElsewhere()).toBe(true));
  expect(second.onHeld).not.toHaveBeenCalled();
  await first.lock.release();
  await vi.waitFor(() => expect(second.onHeld).toHaveBeenCalledOnce());
  expect(second.lock.isElsewhere()).toBe(false);
  await second.lock.release();
});

test("it can be let go of while it is being connected, and is never had then", async () => {
  const { lock, onHeld } = take();
  await lock.release();
  expect(onHeld).not.toHaveBeenCalled();
});

test("a database that is not there is nobody else's, and can be let go of", async () => {
  const url = new URL(database.url);
  url.port = "1";
  const { lock, onHeld } = take(url.href);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lock.isElsewhere()).toBe(false);
  await lock.release();
  expect(onHeld).not.toHaveBeenCalled();
});
