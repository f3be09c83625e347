import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import type { LinkFilters, LinkSort } from "@/server/domain/links/link-list";
import { linkStates } from "@/server/domain/states";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { listPanelLinks } from "./queries";

let world: TestWorld;
let start: Date;
beforeAll(async () => {
  world = await openTestWorld();
  start = world.clock.now();
  await writeLinks(
    world,
    Array.from({ length: 30 }, (_, n) => ({
      createdAt: plusMs(start, n * 1000),
      status: linkStates[n % linkStates.length] ?? "pending",
      amountKurus: amountOf(n + 1),
    })),
  );
  await writeLinks(world, [{ createdAt: start, partnerId: "prt_other", status: "launched" }]);
});
afterAll(() => world.close());

/** The amount of the link with a reference: every fifth link has the same. */
const amountOf = (reference: number): bigint => BigInt(1000 * ((reference - 1) % 5) + 1);

const sorts = ["-created", "created", "-amount", "amount"] as const;

interface Changes extends Partial<LinkFilters> {
  readonly sort?: LinkSort;
  readonly cursor?: string | null;
  readonly countMax?: number;
}

async function browse({ sort = "-created", cursor = null, countMax = 50, ...filters }: Changes = {}) {
  const { partnerId } = world.caller;
  const selection = { partnerId, sort, cursor, countMax };
  const page = await listPanelLinks(world.ctx, {
    ...selection,
    filters: { status: null, amount: null, created: null, ...filters },
  });
  return { ...page, references: page.items.map(({ partnerReference }) => Number(partnerReference)) };
}

/** Returns the references of all pages. `between` runs after each page. */
async function browseAll(changes: Changes, between: () => Promise<unknown> = async () => undefined): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof browse>> = await browse({ countMax: 7, ...changes, cursor });
    seen.push(...page.references);
    cursor = page.nextCursor;
    await between();
  } while (cursor !== null);
  return seen;
}

/** A slow oracle of the orders. */
function ordered(references: readonly number[], sort: LinkSort): number[] {
  const ascending = references.toSorted(
    (a, b) => (sort.endsWith("amount") ? Number(amountOf(a) - amountOf(b)) : 0) || a - b,
  );
  return sort.startsWith("-") ? ascending.reverse() : ascending;
}

const all = Array.from({ length: 30 }, (_, n) => n + 1);
const stateOf = (reference: number) => linkStates[(reference - 1) % linkStates.length];

describe.each(sorts)("in the order %s", (sort) => {
  test("pages show every link of the account once", async () => {
    expect(await browseAll({ sort })).toEqual(ordered(all, sort));
  });

  test("pages show every link once that states, amounts and time select", async () => {
    const statuses = ["pending", "launched", "completed"] as const;
    const selected = all.filter(
      (reference) =>
        statuses.some((status) => status === stateOf(reference)) &&
        amountOf(reference) <= 3001n &&
        reference >= 3 &&
        reference <= 27,
    );
    expect(selected.length).toBeGreaterThan(6);
    const references = await browseAll({
      sort,
      countMax: 3,
      status: statuses,
      amount: { fromKurus: 1n, toKurus: 3001n },
      created: { from: plusMs(start, 2000), to: plusMs(start, 27_000) },
    });
    expect(references).toEqual(ordered(selected, sort));
  });
});

test("a span excludes its end, to the millisecond", async () => {
  const created = { from: plusMs(start, 2000), to: plusMs(start, 3000) };
  expect((await browse({ created })).references).toEqual([3]);
  expect((await browse({ created: { from: null, to: start } })).references).toEqual([]);
});

test("starts at the first link for an invalid cursor, and for a cursor of another order", async () => {
  const { nextCursor } = await browse({ sort: "amount", countMax: 3 });
  expect(nextCursor).not.toBeNull();
  for (const cursor of ["no-cursor", nextCursor]) {
    expect((await browse({ cursor, countMax: 2 })).references).toEqual([30, 29]);
  }
});

test.each(sorts)("in the order %s no link is missed or repeated while others are created", async (sort) => {
  let created = 0;
  const { linkSeq: before } = await world.db.prisma.partner.findUniqueOrThrow({ where: { id: "prt_ours" } });
  const known = (await browse({ sort })).references;
  const seen = await browseAll({ sort }, () => {
    created += 1;
    const amountKurus = BigInt(created * 700);
    const createdAt = plusMs(start, days(1) + Number(before) * 1000 + created);
    return created > 8 ? Promise.resolve() : writeLinks(world, [{ createdAt, amountKurus }]);
  });
  expect(created).toBeGreaterThan(3);
  expect(seen.filter((reference) => reference <= Number(before))).toEqual(known);
  expect(new Set(seen).size).toBe(seen.length);
});
