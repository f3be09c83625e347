import { afterAll, beforeAll, expect } from "vitest";
import { createTestDatabase, type TestDatabase } from "../world/database";
import type { TestShop } from "./shop";

/**
 * Gives a test file its shop before the first test, at banks with a database of their own, and closes them after the last:
 * by then nothing may have gone wrong inside them.
 */
export function giveFileShop<Shop extends Pick<TestShop, "close" | "errors">>(
  open: (databaseUrl: string) => Promise<Shop>,
  give: (shop: Shop) => void,
): void {
  let database: TestDatabase;
  let shop: Shop;
  beforeAll(async () => {
    database = await createTestDatabase();
    shop = await open(database.url);
    give(shop);
  });
  afterAll(async () => {
    expect(shop.errors).toEqual([]);
    await shop.close();
    await database.drop();
  });
}
