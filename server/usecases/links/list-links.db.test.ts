import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { linkStates } from "@/server/domain/states";
import { type LinkSelection, listLinkRows } from "@/server/store/links/link-list";
import { asPartnerId } from "@/server/store/tenant";
import { type LinkJourney, linkJourneyIn } from "@/server/testing/journeys/link";
import { holdLink, writeLinks, writeManyLinks } from "@/server/testing/journeys/link-rows";
import { planOf, queriesOf } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { linksExpiredAtOnce } from "../expiry/expire-links";
import { type ListLinksInput, listLinks } from "./list-links";

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
      amountKurus: BigInt(1000 * (n % 5) + 1),
    })),
  );
  await writeLinks(world, [
    { createdAt: start, partnerId: "prt_other", status: "launched" },
    { createdAt: plusMs(start, 1), partnerId: "prt_other" },
  ]);
});
afterAll(() => world.close());

const list = async (input: Partial<ListLinksInput> = {}) => {
  const { items, ...rest } = await listLinks(world.ctx, {
    partnerId: world.caller.partnerId,
    statuses: [],
    minAmountKurus: null,
    maxAmountKurus: null,
    createdFrom: null,
    createdTo: null,
    page: 0,
    size: 200,
    ...input,
  });
  return { ...rest, items, references: items.map(({ partnerReference }) => Number(partnerReference)) };
};
const from = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, n) => first - n);

/** The references of the links that a rule holds for, the newest first. */
const those = (holds: (n: number) => boolean) => from(30, 1).filter((reference) => holds(reference - 1));

describe("the newest first (D-14)", () => {
  test("all of an account's, and no other's", async () => {
    const { references, items } = await list();
    expect(references).toEqual(from(30, 1));
    expect(items.every(({ id }) => id.startsWith("pl_prt_ours"))).toBe(true);
  });
  test("page by page, each link once", async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ page, size: 9 })));
    expect(pages.map(({ references }) => references)).toEqual([
      from(30, 22),
      from(21, 13),
      from(12, 4),
      from(3, 1),
    ]);
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, true, false]);
  });
  test("an empty page behind the last", async () => {
    expect((await list({ page: 3, size: 10 })).items).toEqual([]);
    expect((await list({ page: 500, size: 200 })).items).toEqual([]);
  });
});

describe("filters", () => {
  test("by states, each of which counts once", async () => {
    const { references } = await list({ statuses: ["failed", "pending", "failed"] });
    expect(references).toEqual(those((n) => ["failed", "pending"].includes(linkStates[n % 7] ?? "")));
  });
  test("by amount, both ends inclusive", async () => {
    const { references } = await list({ minAmountKurus: 1001n, maxAmountKurus: 2001n });
    expect(references).toEqual(those((n) => n % 5 === 1 || n % 5 === 2));
    expect((await list({ minAmountKurus: 2n ** 63n - 1n })).items).toEqual([]);
    expect((await list({ maxAmountKurus: -(2n ** 63n) })).items).toEqual([]);
  });
  test("by time of creation, both ends inclusive", async () => {
    const bounds = { createdFrom: plusMs(start, 3000), createdTo: plusMs(start, 6000) };
    expect((await list(bounds)).references).toEqual(from(7, 4));
    expect((await list({ createdFrom: plusMs(start, 3001) })).references).toEqual(from(30, 5));
    expect((await list({ createdTo: plusMs(start, 5999) })).references).toEqual(from(6, 1));
    expect((await list({ createdFrom: plusMs(start, 29_001) })).references).toEqual([]);
    expect((await list({ createdTo: plusMs(start, -1) })).references).toEqual([]);
  });
  test("all together, and page by page", async () => {
    const selection = {
      statuses: ["pending", "launched", "completed"] as const,
      minAmountKurus: 1n,
      maxAmountKurus: 3001n,
      createdFrom: plusMs(start, 1000),
      createdTo: plusMs(start, 27_000),
    };
    const wanted = those(
      (n) =>
        n >= 1 &&
        n <= 27 &&
        n % 5 <= 3 &&
        ["pending", "launched", "completed"].includes(linkStates[n % 7] ?? ""),
    );
    expect(wanted.length).toBeGreaterThan(6);
    expect((await list(selection)).references).toEqual(wanted);
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ ...selection, page, size: 3 })));
    expect(pages.flatMap(({ references }) => references)).toEqual(wanted.slice(0, 12));
  });
  test("a lower end above the upper one holds for nothing", async () => {
    expect((await list({ minAmountKurus: 2n, maxAmountKurus: 1n })).items).toEqual([]);
    expect((await list({ createdFrom: plusMs(start, 2000), createdTo: plusMs(start, 1000) })).items).toEqual(
      [],
    );
  });
});

test("hasMore: a full page whose next one begins within the first 100,000", async () => {
  expect(await list({ size: 30 })).toMatchObject({ page: 0, size: 30, hasMore: true });
  expect(await list({ size: 31 })).toMatchObject({ size: 31, hasMore: false });
});

describe("what is due is written down before it is shown (D-2)", () => {
  let journey: LinkJourney;
  let soon: Date;
  beforeAll(async () => {
    journey = linkJourneyIn(world);
    // Whatever is open of the links above is over by then.
    soon = plusMs(start, days(8));
    world.clock.set(soon);
  });
  const states = async (input: Partial<ListLinksInput> = {}) => {
    const { items } = await list({ size: 3, createdFrom: soon, ...input });
    return items.map(({ id, status }) => ({ id, status }));
  };

  test("a link that fell due is expired in every list, and in no other state's", async () => {
    const [id = ""] = await writeLinks(world, [{ createdAt: soon, status: "launched" }]);
    world.clock.set(plusMs(soon, days(7) - 1));
    expect(await states()).toEqual([{ id, status: "launched" }]);
    world.clock.advanceMs(1);
    expect(await states({ statuses: ["launched"] })).toEqual([]);
    expect(await states({ statuses: ["expired"] })).toEqual([{ id, status: "expired" }]);
    const expired = { type: "payment_link.expired", occurredAt: plusMs(soon, days(7)) };
    expect(await world.db.prisma.outboxEvent.findMany({ where: { resourceId: id } })).toMatchObject([
      expired,
    ]);
    expect((await list({ statuses: ["pending", "launched", "initiated", "failed"] })).items).toEqual([]);
    expect(
      await world.db.prisma.paymentLink.count({ where: { partnerId: "prt_other", status: "expired" } }),
    ).toBe(0);
  });

  test("the older of two in one state is expired, though the newer is not due", async () => {
    soon = world.clock.now();
    // Whatever else is due is no help then.
    await list();
    const ids = await writeLinks(world, [{ createdAt: soon }, { createdAt: plusMs(soon, 1) }]);
    world.clock.advanceMs(days(7));
    expect(await states()).toEqual([
      { id: ids[1], status: "pending" },
      { id: ids[0], status: "expired" },
    ]);
    world.clock.advanceMs(1);
    expect(await states({ statuses: ["pending"] })).toEqual([]);
  });

  test("one that somebody holds is waited for", async () => {
    soon = world.clock.now();
    const [id = ""] = await writeLinks(world, [{ createdAt: soon }]);
    world.clock.advanceMs(days(7));
    const letGo = await holdLink(world, id);
    const listed = states();
    const first = await Promise.race([listed, sleep(300).then(() => "waits")]);
    await letGo();
    expect(first).toBe("waits");
    expect(await listed).toEqual([{ id, status: "expired" }]);
  });

  test("a link whose payment's time is over can be paid again", async () => {
    soon = world.clock.now();
    const link = await journey.atTheBank();
    expect(await states()).toEqual([{ id: link.id, status: "initiated" }]);
    const [payment] = await journey.paymentsOf(link);
    world.clock.set(payment?.expiresAt ?? soon);
    expect(await states({ statuses: ["initiated"] })).toEqual([]);
    expect(await states({ statuses: ["failed"] })).toEqual([{ id: link.id, status: "failed" }]);
  });

  test("and costs one query where nothing is due", async () => {
    expect(await queriesOf(world.db, () => list())).toHaveLength(1);
  });

  test("more than a batch: none is left in an open state", async () => {
    await writeManyLinks(world, { count: linksExpiredAtOnce + 1, lastAt: world.clock.now() });
    world.clock.advanceMs(days(7));
    expect((await list({ statuses: ["pending"] })).items).toEqual([]);
    expect(
      await world.db.prisma.paymentLink.count({ where: { partnerId: "prt_ours", status: "pending" } }),
    ).toBe(0);
  });
});

test("the last page of 20,000 links is found without reading those before it, and counted off without rows", async () => {
  await writeManyLinks(world, {
    count: 20_000,
    lastAt: plusMs(world.clock.now(), days(1)),
    partnerId: "prt_other",
  });
  await world.db.pool.query("vacuum analyze payment_link");
  const selection = {
    partnerId: asPartnerId("prt_other"),
    createdFrom: null,
    createdTo: null,
    minAmountKurus: null,
    statuses: [],
    maxAmountKurus: null,
    offset: 19_000,
    countMax: 20,
  };
  const now = world.clock.now();
  const pagesOf = async (changes: Partial<LinkSelection> = {}) => {
    const plan = await planOf(world.db, () => listLinkRows(world.db, { ...selection, ...changes }, now));
    expect(plan).not.toContain("Seq Scan on payment_link");
    const [, hit, read = 0] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
    return Number(hit) + Number(read);
  };
  // Four to a row: what is read of an index on the way to it, and the row.
  expect(await pagesOf()).toBeLessThan(200);
  expect(await pagesOf({ createdTo: plusMs(now, days(1) - 5_000), offset: 10_000 })).toBeLessThan(200);
  // All rows are on 600 pages.
  expect(await pagesOf({ statuses: ["pending", "launched"] })).toBeLessThan(350);
  expect(await pagesOf({ minAmountKurus: 7n, maxAmountKurus: 7n, offset: 0 })).toBeLessThan(250);
});
