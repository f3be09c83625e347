import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { linkStates } from "@/server/domain/states";
import { type LinkSelection, listLinkRows } from "@/server/store/links/link-list";
import { asPartnerId } from "@/server/store/tenant";
import { createLinkJourney, type LinkJourney } from "@/server/testing/journeys/link";
import { lockLink, writeLinks, writeManyLinks } from "@/server/testing/journeys/link-rows";
import { explainLastQuery, recordQueries } from "@/server/testing/world/queries";
import { watchForWait } from "@/server/testing/world/waiting";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { linksPerBatch } from "../expiry/expire-links";
import { type ListLinksInput, listLinks } from "./queries";

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

/** Returns the references of the links that match a rule, newest first. */
const those = (holds: (n: number) => boolean) => from(30, 1).filter((reference) => holds(reference - 1));

describe("the list, newest first (D-14)", () => {
  test("shows all links of the account and no others", async () => {
    const { references, items } = await list();
    expect(references).toEqual(from(30, 1));
    expect(items.every(({ id }) => id.startsWith("pl_prt_ours"))).toBe(true);
  });
  test("shows each link once across pages", async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ page, size: 9 })));
    expect(pages.map(({ references }) => references)).toEqual([from(30, 22), from(21, 13), from(12, 4), from(3, 1)]);
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, true, false]);
  });
  test("shows an empty page after the last one", async () => {
    expect((await list({ page: 3, size: 10 })).items).toEqual([]);
    expect((await list({ page: 500, size: 200 })).items).toEqual([]);
  });
});

describe("filters", () => {
  test("select by states, counting repeated states once", async () => {
    const { references } = await list({ statuses: ["failed", "pending", "failed"] });
    expect(references).toEqual(those((n) => ["failed", "pending"].includes(linkStates[n % 7] ?? "")));
  });
  test("select by amount, both ends inclusive", async () => {
    const { references } = await list({ minAmountKurus: 1001n, maxAmountKurus: 2001n });
    expect(references).toEqual(those((n) => n % 5 === 1 || n % 5 === 2));
    expect((await list({ minAmountKurus: 2n ** 63n - 1n })).items).toEqual([]);
    expect((await list({ maxAmountKurus: -(2n ** 63n) })).items).toEqual([]);
  });
  test("select by time of creation, both ends inclusive", async () => {
    const bounds = { createdFrom: plusMs(start, 3000), createdTo: plusMs(start, 6000) };
    expect((await list(bounds)).references).toEqual(from(7, 4));
    expect((await list({ createdFrom: plusMs(start, 3001) })).references).toEqual(from(30, 5));
    expect((await list({ createdTo: plusMs(start, 5999) })).references).toEqual(from(6, 1));
    expect((await list({ createdFrom: plusMs(start, 29_001) })).references).toEqual([]);
    expect((await list({ createdTo: plusMs(start, -1) })).references).toEqual([]);
  });
  test("combine, also across pages", async () => {
    const selection = {
      statuses: ["pending", "launched", "completed"] as const,
      minAmountKurus: 1n,
      maxAmountKurus: 3001n,
      createdFrom: plusMs(start, 1000),
      createdTo: plusMs(start, 27_000),
    };
    const wanted = those(
      (n) => n >= 1 && n <= 27 && n % 5 <= 3 && ["pending", "launched", "completed"].includes(linkStates[n % 7] ?? ""),
    );
    expect(wanted.length).toBeGreaterThan(6);
    expect((await list(selection)).references).toEqual(wanted);
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ ...selection, page, size: 3 })));
    expect(pages.flatMap(({ references }) => references)).toEqual(wanted.slice(0, 12));
  });
  test("select nothing if the lower end is above the upper one", async () => {
    expect((await list({ minAmountKurus: 2n, maxAmountKurus: 1n })).items).toEqual([]);
    expect((await list({ createdFrom: plusMs(start, 2000), createdTo: plusMs(start, 1000) })).items).toEqual([]);
  });
});

test("sets hasMore for a full page whose next page begins within the first 100,000", async () => {
  expect(await list({ size: 30 })).toMatchObject({ page: 0, size: 30, hasMore: true });
  expect(await list({ size: 31 })).toMatchObject({ size: 31, hasMore: false });
});

describe("due expiries are applied before the list is read (D-2)", () => {
  let journey: LinkJourney;
  let soon: Date;
  beforeAll(async () => {
    journey = createLinkJourney(world);
    // By this time all open links of the tests above have expired.
    soon = plusMs(start, days(8));
    world.clock.set(soon);
  });
  const states = async (input: Partial<ListLinksInput> = {}) => {
    const { items } = await list({ size: 3, createdFrom: soon, ...input });
    return items.map(({ id, status }) => ({ id, status }));
  };

  test("lists a due link as expired, and in no other state", async () => {
    const [id = ""] = await writeLinks(world, [{ createdAt: soon, status: "launched" }]);
    world.clock.set(plusMs(soon, days(7) - 1));
    expect(await states()).toEqual([{ id, status: "launched" }]);
    world.clock.advanceMs(1);
    expect(await states({ statuses: ["launched"] })).toEqual([]);
    expect(await states({ statuses: ["expired"] })).toEqual([{ id, status: "expired" }]);
    const expired = { type: "payment_link.expired", occurredAt: plusMs(soon, days(7)) };
    expect(await world.db.prisma.outboxEvent.findMany({ where: { resourceId: id } })).toMatchObject([expired]);
    expect((await list({ statuses: ["pending", "launched", "initiated", "failed"] })).items).toEqual([]);
    expect(await world.db.prisma.paymentLink.count({ where: { partnerId: "prt_other", status: "expired" } })).toBe(0);
  });

  test("expires the older of two links in one state although the newer one is not due", async () => {
    soon = world.clock.now();
    // First apply everything else that is due, so that it cannot trigger the expiry below.
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

  test("waits for a link that another transaction has locked", async () => {
    soon = world.clock.now();
    const [id = ""] = await writeLinks(world, [{ createdAt: soon }]);
    world.clock.advanceMs(days(7));
    const letGo = await lockLink(world, id);
    const listed = states();
    const first = await watchForWait(world.db, listed);
    await letGo();
    expect(first).toBe("waits");
    expect(await listed).toEqual([{ id, status: "expired" }]);
  });

  test("lists a link whose payment has expired as payable again", async () => {
    soon = world.clock.now();
    const link = await journey.createAtBank();
    expect(await states()).toEqual([{ id: link.id, status: "initiated" }]);
    const [payment] = await journey.listPayments(link);
    world.clock.set(payment?.expiresAt ?? soon);
    expect(await states({ statuses: ["initiated"] })).toEqual([]);
    expect(await states({ statuses: ["failed"] })).toEqual([{ id: link.id, status: "failed" }]);
  });

  test("runs one query if nothing is due", async () => {
    expect(await recordQueries(world.db, () => list())).toHaveLength(1);
  });

  test("leaves no due link open when there are more than one batch", async () => {
    await writeManyLinks(world, { count: linksPerBatch + 1, lastAt: world.clock.now() });
    world.clock.advanceMs(days(7));
    expect((await list({ statuses: ["pending"] })).items).toEqual([]);
    expect(await world.db.prisma.paymentLink.count({ where: { partnerId: "prt_ours", status: "pending" } })).toBe(0);
  });
});

test("finds the last page of 20,000 links by the index, without reading the rows before it", async () => {
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
    sort: "-created",
    after: null,
    offset: 19_000,
    countMax: 20,
  } as const;
  const now = world.clock.now();
  const countPages = async (changes: Partial<LinkSelection> = {}) => {
    const plan = await explainLastQuery(world.db, () => listLinkRows(world.db, { ...selection, ...changes }, now));
    expect(plan).not.toContain("Seq Scan on payment_link");
    const [, hit, read = 0] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
    return Number(hit) + Number(read);
  };
  // Four pages per row: the index pages on the way to it, and the row.
  expect(await countPages()).toBeLessThan(200);
  expect(await countPages({ createdTo: plusMs(now, days(1) - 5_000), offset: 10_000 })).toBeLessThan(200);
  // All rows together are on 600 pages.
  expect(await countPages({ statuses: ["pending", "launched"] })).toBeLessThan(350);
  expect(await countPages({ minAmountKurus: 7n, maxAmountKurus: 7n, offset: 0 })).toBeLessThan(250);
  const place = { offset: 0, after: { amount: 500n, partnerReference: 1_000n } };
  for (const sort of ["created", "-created", "amount", "-amount"] as const) {
    expect(await countPages({ ...place, sort }), sort).toBeLessThan(200);
    expect(await countPages({ ...place, sort, statuses: ["pending"] }), sort).toBeLessThan(350);
  }
});
