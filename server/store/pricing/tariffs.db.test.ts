import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Prisma } from "@/prisma/generated/client";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { insertTariffs, listTariffsOfTerminal, withdrawTariffRow } from "./tariffs";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const tariffId = `trf_${testTerminals.ours}`;
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

test.each(["truncate tariff cascade", "truncate tariff_row"])("refused: %s", async (text) => {
  const count = () => run("select count(*) from tariff_row");
  const before = await count();
  await expect(run(text)).rejects.toThrow("is append-only");
  expect((await count()).rows).toEqual(before.rows);
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

  test("is unique for its kind of card and count, also where brand or on-us is null", async () => {
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
  ])("is refused out of its range: %o", async (changes) => {
    await expect(add({ brand: "axess", ...changes })).rejects.toThrow(/tariff_row_range/);
  });

  test("is accepted at the edges of its range", async () => {
    await add({ brand: "axess", installmentCount: 36, rateBps: 10_000, fixedFee: 1_000_000_000n });
    await add({ brand: "axess", family: "debit", installmentCount: 1, rateBps: 0, fixedFee: 0n });
  });
});

describe("the span of a tariff", () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
  let added = 0;
  const add = async (validFrom: Date, validTo: Date | null = null) => {
    added += 1;
    const id = `trf_span_${added}`;
    const tariff = { id, terminalId: testTerminals.ours, validFrom, validTo, prices: [] };
    await insertTariffs(world.db.prisma, [tariff]);
    return id;
  };
  const withdraw = (id: string, now = at(1)) => withdrawTariffRow(world.db.prisma, id, now);

  test("is refused when it ends at its beginning or before", async () => {
    for (const end of [at(5), at(4)]) await expect(add(at(5), end)).rejects.toThrow(/tariff_span/);
    await add(at(5), at(6));
  });

  test("refuses two tariffs without an end that begin at the same instant, unless the first is withdrawn", async () => {
    const first = await add(at(7));
    await expect(add(at(7))).rejects.toThrow(/Unique constraint/);
    await add(at(7), at(8));
    await withdraw(first);
    const second = await add(at(7));
    await expect(add(at(7))).rejects.toThrow(/Unique constraint/);
    await withdraw(second);
    await add(at(7));
  });

  test.each([
    "valid_from = valid_from - interval '1 day'",
    "valid_to = valid_to + interval '1 day'",
    "valid_to = null",
    "terminal_id = 'trm_limited'",
    "id = id || 'x'",
    "withdrawn_at = null",
    "withdrawn_at = '2026-11-21', valid_to = null",
  ])("cannot be changed: %s", async (set) => {
    const id = await add(at(10), at(11));
    await expect(run(`update tariff set ${set} where id = $1`, id)).rejects.toThrow("tariff is append-only");
    expect(
      (await listTariffsOfTerminal(world.db, testTerminals.ours)).find((tariff) => tariff.id === id),
    ).toMatchObject({ validFrom: at(10), validTo: at(11), withdrawnAt: null });
  });

  test("a withdrawal is final and raises the account's version", async () => {
    const readVersion = async () =>
      (await run("select terms_version as n from partner where id = 'prt_ours'")).rows[0].n;
    const id = await add(at(12));
    const before = Number(await readVersion());
    await withdraw(id, at(2));
    expect(Number(await readVersion())).toBe(before + 1);
    await expect(withdraw(id, at(3))).rejects.toThrow("tariff is append-only");
    await expect(run("update tariff set withdrawn_at = null where id = $1", id)).rejects.toThrow("append-only");
    await expect(run("delete from tariff where id = $1", id)).rejects.toThrow("append-only");
    expect(
      (await listTariffsOfTerminal(world.db, testTerminals.ours)).find((tariff) => tariff.id === id),
    ).toMatchObject({ withdrawnAt: at(2) });
  });
});
