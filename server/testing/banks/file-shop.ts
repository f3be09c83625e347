import { afterAll, beforeAll, expect } from "vitest";
import { createTestDatabase, type TestDatabase } from "../world/database";
import type { TestShop } from "./shop";

/**
 * Opens a shop before the first test of a file, at simulated banks with a database of their own, and passes it to
 * `give`. After the last test it closes them and expects that they had no internal error.
 */
export function setUpShop<Shop extends Pick<TestShop, "close" | "errors">>(
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
