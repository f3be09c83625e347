import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Prisma } from "@/prisma/generated/client";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/launch/test-world";
import { insertTariffs, listTariffsOf } from "./tariffs";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const tariffId = `trf_${terminalOf.ours}`;
const run = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);

describe("append-only", () => {
  test.each([
    ["update tariff set valid_from = valid_from + interval '1 day' where id = $1", "tariff"],
    ["update tariff set terminal_id = terminal_id where id = $1", "tariff"],
    ["update tariff_row set rate_bps = 1 where tariff_id = $1", "tariff_row"],
    ["delete from tariff_row where tariff_id = $1", "tariff_row"],
    ["delete from tariff where id = $1", "tariff"],
  ])("refused: %s", async (text, table) => {
    const before = await run("select * from tariff_row where tariff_id = $1 order by id", tariffId);
    await expect(run(text, tariffId)).rejects.toThrow(`${table} is append-only`);
    const after = await run("select * from tariff_row where tariff_id = $1 order by id", tariffId);
    expect(after.rows).toEqual(before.rows);
    expect(after.rows.length).toBeGreaterThan(10);
  });
});

describe("a price", () => {
  let count = 0;
  const add = (changes: Partial<Prisma.TariffRowUncheckedCreateInput>) => {
    const price = {
      family: "credit" as const,
      brand: "vkart",
      onUs: true,
      installmentCount: 24,
      rateBps: 100,
    };
    count += 1;
    return world.db.prisma.tariffRow.create({
      data: { id: `row_${count}`, tariffId, fixedFee: null, ...price, ...changes },
    });
  };

  test("stands alone for its kind of card and count, where brand and on-us are null too", async () => {
    const kinds = [{}, { onUs: null }, { onUs: false }, { brand: null }, { brand: null, onUs: null }];
    for (const kind of kinds) await add(kind);
    for (const kind of kinds) {
      await expect(add({ ...kind, rateBps: 200 })).rejects.toThrow(/Unique constraint/);
    }
    await add({ installmentCount: 23 });
  });

  test.each([
    { installmentCount: 0 },
    { installmentCount: 37 },
    { rateBps: -1 },
    { rateBps: 10_001 },
    { fixedFee: -1n },
    { fixedFee: 1_000_000_001n },
    { family: "debit" as const, installmentCount: 2 },
    { family: "foreign" as const, installmentCount: 3 },
  ])("refused out of its range: %o", async (changes) => {
    await expect(add({ brand: "axess", ...changes })).rejects.toThrow(/tariff_row_range/);
  });

  test("taken at the edges of its range", async () => {
    await add({ brand: "axess", installmentCount: 36, rateBps: 10_000, fixedFee: 1_000_000_000n });
    await add({ brand: "axess", family: "debit", installmentCount: 1, rateBps: 0, fixedFee: 0n });
  });
});

test("two tariffs of a terminal never begin at the same instant", async () => {
  const [first] = await listTariffsOf(world.db, terminalOf.ours, 1);
  const { validFrom = new Date(0), prices = [] } = first ?? {};
  const twin = { id: "trf_twin", terminalId: terminalOf.ours, validFrom, prices };
  await expect(insertTariffs(world.db.prisma, [twin])).rejects.toThrow(/Unique constraint/);
  await insertTariffs(world.db.prisma, [{ ...twin, validFrom: new Date(1) }]);
});
