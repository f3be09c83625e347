import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { approveChange } from "../approvals/approve-change";
import { getChangeDetail } from "../approvals/queries";
import { rejectChange } from "../approvals/reject-change";
import { withdrawChange } from "../approvals/withdraw-change";
import { createPayoutFile } from "./create-payout-file";
import { getStaffPayout, listPayoutFiles, listStaffPayouts } from "./staff-payout-queries";
import { withdrawPayout } from "./withdraw-payout";

let world: TestWorld;
let journey: PayoutJourney;
/** The identifiers of three prepared payouts, in their order. */
let payouts: readonly [string, string, string];
beforeEach(async () => {
  world = await openTestWorld({ ...longWaits, asApplication: true });
  journey = await createPayoutJourney(world);
  payouts = [await prepare(), await prepare(), await prepare()];
});
afterEach(() => world.close());

async function prepare(): Promise<string> {
  await journey.captureUntilDue(100_000n);
  await journey.collect();
  return (await journey.newest()).id;
}

const waitsIn = (changeId: string) => ({ code: "change_waiting", details: { waitingChangeId: changeId } });

/** Returns in which change each of the three payouts waits, as the list of staff shows it. */
async function listWaiting() {
  const filters = { status: null, created: null, partner: null };
  const { items } = await listStaffPayouts(world.ctx, { filters, cursor: null, countMax: 10 });
  return payouts.map((id) => items.find(({ payoutId }) => payoutId === id)?.waitingChangeId);
}

describe("a payout waits in one proposal at a time", () => {
  test("409 names the waiting change for each proposal that contains one of its payouts", async () => {
    const [first, second, third] = payouts;
    expect(await listWaiting()).toEqual([null, null, null]);
    const { changeId } = await journey.propose([first, second]);
    expect(await listWaiting()).toEqual([changeId, changeId, null]);
    expect((await getStaffPayout(world.ctx, { payoutId: second })).waitingChangeId).toBe(changeId);
    // The subject of a proposal is its first payout, so only one of these has the subject of the waiting one.
    for (const overlapping of [[first], [second], [second, third], [third, first]]) {
      await expect(journey.propose(overlapping)).rejects.toMatchObject(waitsIn(changeId));
    }
    const other = await journey.propose([third]);
    expect(await listWaiting()).toEqual([changeId, changeId, other.changeId]);
  });

  test("and can be proposed again once that one was rejected or withdrawn", async () => {
    const rejected = await journey.propose(payouts);
    await rejectChange(world.ctx, { changeId: rejected.changeId, staffId: journey.approver, note: "One is missing" });
    expect(await listWaiting()).toEqual([null, null, null]);
    const withdrawn = await journey.propose(payouts.slice(1));
    await withdrawChange(world.ctx, { changeId: withdrawn.changeId, staffId: journey.proposer });
    await journey.approve(...payouts);
    expect((await journey.listPayouts()).map(({ status }) => status)).toEqual(["approved", "approved", "approved"]);
    expect(await listWaiting()).toEqual([null, null, null]);
  });

  test("409 payout_moved where one was withdrawn, and the waiting proposal that had it can only be ended", async () => {
    const [first, second] = payouts;
    const { changeId } = await journey.propose([first, second]);
    await withdrawPayout(world.ctx, { payoutId: second });
    const { fields } = await getChangeDetail(world.ctx, { changeId, staffId: journey.approver });
    expect(fields).toMatchObject([{ after: "2" }, { field: "payoutTotal" }, { field: "payoutsMoved", after: "1" }]);
    const approval = approveChange(world.ctx, { changeId, staffId: journey.approver, note: null });
    await expect(approval).rejects.toMatchObject({ code: "payout_moved" });
    expect(await listWaiting()).toEqual([changeId, null, null]);
    await expect(journey.propose([second])).rejects.toMatchObject({ code: "payout_moved" });
    await expect(journey.propose([first])).rejects.toMatchObject(waitsIn(changeId));
    await withdrawChange(world.ctx, { changeId, staffId: journey.proposer });
    await journey.propose([first]);
  });

  test("of proposals that overlap in a circle and come at once, one waits, and the others name it", async () => {
    const [first, second, third] = payouts;
    const circle = [
      [first, second],
      [second, third],
      [third, first],
    ];
    for (let round = 0; round < 6; round += 1) {
      const outcomes = await Promise.allSettled(circle.map((some) => journey.propose(some)));
      const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.changeId] : []));
      expect(made).toHaveLength(1);
      const [changeId = ""] = made;
      const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
      expect(refused).toMatchObject([waitsIn(changeId), waitsIn(changeId)]);
      await withdrawChange(world.ctx, { changeId, staffId: journey.proposer });
    }
  });
});

test("of two overlapping proposals that come while no proposal can be written, one is refused", async () => {
  const [first, second, third] = payouts;
  const holder = await world.db.pool.connect();
  await holder.query("begin");
  // Proposals can be read, but not written, so a proposal that waits for nothing else waits with its insertion.
  await holder.query("lock table staff_change in share mode");
  const outcomes = Promise.allSettled([journey.propose([first, second]), journey.propose([second, third])]);
  await vi
    .waitFor(async () => expect(await countBlocked()).toBe(2), { timeout: 20_000 })
    .finally(() => holder.query("rollback").finally(() => holder.release()));
  expect((await outcomes).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

async function countBlocked(): Promise<number> {
  const { rows } = await world.db.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test("the bank's files are listed page by page, the newest first, each with the states of its payouts", async () => {
  const files: string[] = [];
  for (const id of payouts) {
    await journey.approve(id);
    files.push((await createPayoutFile(world.ctx, { format: "csv", staffId: journey.proposer })).id);
    world.clock.advanceMs(1_000);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listPayoutFiles>> = await listPayoutFiles(world.ctx, { cursor, countMax: 2 });
    expect(page.items.map(({ counts }) => counts)).toEqual(
      page.items.map(() => ({ approved: 1, sent: 0, paid_out: 0, failed: 0 })),
    );
    seen.push(...page.items.map(({ fileId }) => fileId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(files.toReversed());
  expect((await listPayoutFiles(world.ctx, { cursor: "not a cursor", countMax: 9 })).items).toHaveLength(3);
});
