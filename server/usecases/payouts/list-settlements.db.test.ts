import { afterAll, beforeAll, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { listSorts } from "@/server/domain/lists";
import { type SettlementFilters, settlementList } from "@/server/domain/payouts/settlement-list";
import { listDueDays } from "@/server/store/payouts/payouts";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { type ListSettlementsInput, listSettlements } from "./settlement-queries";

let world: TestWorld;
let journey: RefundJourney;
let dueAt: Date;
const codes: string[] = [];
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, hasBrokenBooks: true });
  journey = createRefundJourney(world);
  for (const amountKurus of [10_000n, 30_000n, 20_000n]) {
    codes.push(await journey.capture({ amountKurus }));
    world.clock.advanceMs(1_000);
  }
  await journey.refund(codes[2] ?? "");
  dueAt = (await listDueDays(world.db, world.caller.partnerId))[0]?.dueAt ?? new Date(0);
});
afterAll(() => world.close());

const list = (input: Partial<Omit<ListSettlementsInput, "filters">> & { filters?: Partial<SettlementFilters> } = {}) =>
  listSettlements(world.ctx, {
    partnerId: world.caller.partnerId,
    scope: { kind: "due", dueAt },
    sort: "-booked",
    cursor: null,
    countMax: 50,
    ...input,
    filters: { kind: null, net: null, booked: null, ...input.filters },
  });

const kinds = async (filters: Partial<SettlementFilters>) => (await list({ filters })).items.map(({ kind }) => kind);

test("lists the settlements of a kind, of an amount whatever its sign, and of a time of booking", async () => {
  expect(await kinds({})).toEqual(["void", "capture", "capture", "capture"]);
  expect(await kinds({ kind: ["void"] })).toEqual(["void"]);
  expect(await kinds({ kind: ["capture"] })).toHaveLength(3);
  expect(await kinds({ kind: ["credit", "correction"] })).toEqual([]);
  const { items } = await list();
  const voidedKurus = -(items[0]?.netKurus ?? 0n);
  expect(await kinds({ net: { fromKurus: voidedKurus, toKurus: voidedKurus } })).toEqual(["void", "capture"]);
  expect(await kinds({ net: { fromKurus: voidedKurus + 1n, toKurus: null } })).toEqual(["capture"]);
  const second = items[2]?.createdAt ?? new Date(0);
  expect(await kinds({ booked: { from: second, to: plusMs(second, 1) } })).toEqual(["capture"]);
  expect(await kinds({ booked: { from: plusMs(second, days(1)), to: null } })).toEqual([]);
});

test.each(listSorts(settlementList))("pages have each settlement once, ordered by %s", async (sort) => {
  const whole = (await list({ sort })).items;
  const value = ({ netKurus, createdAt }: (typeof whole)[number]) =>
    sort.endsWith("net") ? Number(netKurus) : createdAt.getTime();
  const sign = sort.startsWith("-") ? -1 : 1;
  expect(whole.map(value)).toEqual(whole.map(value).sort((a, b) => sign * (a - b)));
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ sort, cursor, countMax: 1 });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(ids).toEqual(whole.map(({ id }) => id));
  expect((await list({ sort, cursor: "1-stl_' or 1=1" })).items).toHaveLength(4);
});

test("a page of a large day or payout is read from the index in the order of booking, without sorting the day", async () => {
  const rootId = "pob_large";
  const client = await world.db.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(
      `insert into settlement (id, partner_id, payment_id, refund_id, amount, bank_day, due_at, created_at,
                               updated_at, payout_id)
       select 'stl_large' || n, 'prt_ours', $1, 'rf_large' || n, -1, $2::timestamptz, $2::timestamptz,
              $2::timestamptz - n * interval '1 second', $2::timestamptz, case when n % 2 = 1 then $3 end
         from generate_series(1, 6000) n`,
      [codes[0], plusMs(dueAt, days(30)), rootId],
    );
    await client.query("commit");
    await client.query("analyze settlement");
  } finally {
    client.release();
  }
  const scopes = [
    { kind: "due", dueAt: plusMs(dueAt, days(30)) },
    { kind: "payout", rootId, part: "all" },
  ] as const;
  for (const scope of scopes) {
    const { nextCursor } = await list({ scope });
    const plan = await explainLastQuery(world.db, () => list({ scope, cursor: nextCursor }));
    const read = plan.slice(plan.indexOf("CTE page"), plan.indexOf("Index Cond"));
    expect(read, plan).toMatch(/Index (Only )?Scan Backward using settlement_(unpaid|payout_id)/);
    expect(read, plan).not.toContain("Sort");
  }
});
