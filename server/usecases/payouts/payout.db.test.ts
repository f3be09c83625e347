import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import { createPayoutJourney, type PayoutJourney, testIban } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { createContradiction } from "@/server/testing/world/staff";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changePayoutTerms } from "./change-payout-terms";
import { createPayoutFile } from "./create-payout-file";
import { getDue } from "./queries";
import { recordPayoutOutcome } from "./record-payout-outcome";
import { reissuePayout } from "./reissue-payout";
import { sendPayoutFile } from "./send-payout-file";
import { getPayoutFileText } from "./staff-payout-queries";
import { withdrawPayout } from "./withdraw-payout";

let world: TestWorld;
let journey: PayoutJourney;
beforeEach(async () => {
  world = await openTestWorld({ ...longWaits, asApplication: true });
  journey = await createPayoutJourney(world);
});
afterEach(async () => {
  expect(await journey.verify()).toEqual([]);
  await world.close();
});

const paid = (payoutId: string, bankReference = "EFT-1") =>
  recordPayoutOutcome(world.ctx, { payoutId, outcome: { bankReference } });
const failed = (payoutId: string) => recordPayoutOutcome(world.ctx, { payoutId, outcome: { failure: "iban_invalid" } });
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code ?? error,
  );

test("pays what is due: collected, approved by two people, filed, sent and paid out, with one event", async () => {
  await journey.captureUntilDue(100_000n);
  expect(await journey.collect()).toBe(true);
  const prepared = await journey.newest();
  const net = (await journey.listAllSettlements())[0]?.amount;
  expect(prepared).toMatchObject({ status: "prepared", amount: net, carriedAmount: 0n, lineCount: 1, iban: null });
  expect(await journey.balances()).toMatchObject({ merchant: net });
  await journey.approve(prepared.id);
  expect(await journey.newest()).toMatchObject({ status: "approved", beneficiary: "Shop prt_ours" });
  expect(await journey.balances()).toMatchObject({ merchant: 0n, in_payout: net });
  const file = await createPayoutFile(world.ctx, { format: "csv", staffId: journey.proposer });
  const { text } = await getPayoutFileText(world.ctx, { fileId: file.id });
  expect(text).toContain(testIban);
  expect(text).toContain(prepared.id);
  await sendPayoutFile(world.ctx, { fileId: file.id });
  await paid(prepared.id);
  expect(await journey.newest()).toMatchObject({ status: "paid_out", bankReference: "EFT-1" });
  expect(await journey.balances()).toMatchObject({ in_payout: 0n, house: net });
  expect(await journey.listPayoutEvents()).toEqual([{ type: "payout.paid_out", resourceId: prepared.id }]);
});

test("nothing is collected before its time, and nothing twice", async () => {
  await journey.capture();
  expect(await journey.collect()).toBe(false);
  world.clock.set(plusMs(world.clock.now(), days(7)));
  expect(await journey.collect()).toBe(true);
  expect(await journey.collect()).toBe(false);
});

test("a failed payout is issued again with the same lines, to the IBAN of that time, and pays once", async () => {
  await journey.captureUntilDue(100_000n);
  const { id } = await journey.send();
  await failed(id);
  expect(await codeOf(paid(id))).toBe("payout_moved");
  const { payoutId } = await reissuePayout(world.ctx, { payoutId: id });
  expect(await codeOf(reissuePayout(world.ctx, { payoutId: id }))).toBe("payout_moved");
  expect(await journey.balances()).toMatchObject({ in_payout: 0n, returned: (await journey.newest()).amount });
  await withdrawPayout(world.ctx, { payoutId });
  const again = await reissuePayout(world.ctx, { payoutId: id });
  await journey.approve(again.payoutId);
  await sendPayoutFile(world.ctx, {
    fileId: (await createPayoutFile(world.ctx, { format: "csv", staffId: journey.proposer })).id,
  });
  await paid(again.payoutId, "EFT-2");
  expect((await journey.listAllSettlements()).map(({ payoutId: of }) => of)).toEqual([id]);
  expect(await journey.listPayoutEvents()).toEqual([
    { type: "payout.failed", resourceId: id },
    { type: "payout.paid_out", resourceId: again.payoutId },
  ]);
});

describe("a carry-over", () => {
  test("keeps a day that owes, and the next payout brings it in", async () => {
    const first = await journey.captureUntilDue(100_000n);
    await journey.send();
    await journey.refund(first, { way: "credit", amountKurus: 60_000n });
    world.clock.set(plusMs(world.clock.now(), days(5)));
    expect(await journey.collect()).toBe(true);
    const { carried, days: due } = await getDue(world.ctx, { partnerId: journey.partnerId });
    expect([carried, due]).toEqual([{ count: 1, amountKurus: -60_000n }, []]);
    expect(await journey.balances()).toMatchObject({ carried: -60_000n });
    expect(await journey.collect()).toBe(false);
    await journey.captureUntilDue(200_000n);
    await journey.collect();
    const payout = await journey.newest();
    expect(payout).toMatchObject({ carriedAmount: -60_000n, lineCount: 1 });
    await journey.approve(payout.id);
    expect(await journey.balances()).toMatchObject({ merchant: 0n, carried: 0n });
  });

  test("keeps what is less than the account's minimum", async () => {
    await changePayoutTerms(world.ctx, { partnerId: journey.partnerId, changes: { minimumKurus: 1_000_000n } });
    await journey.captureUntilDue(100_000n);
    await journey.collect();
    expect(await journey.listPayouts()).toEqual([]);
    await journey.captureUntilDue(2_000_000n);
    await journey.collect();
    expect((await journey.newest()).carriedAmount).toBeGreaterThan(0n);
  });
});

describe("a payout waits", () => {
  test("while staff hold the account's payouts", async () => {
    await journey.captureUntilDue(100_000n);
    await journey.collect();
    const { id } = await journey.newest();
    await changePayoutTerms(world.ctx, { partnerId: journey.partnerId, changes: { holdReason: "An open question" } });
    expect(await codeOf(journey.propose([id]))).toBe("payouts_held");
    await withdrawPayout(world.ctx, { payoutId: id });
    expect(await journey.collect()).toBe(false);
    await changePayoutTerms(world.ctx, { partnerId: journey.partnerId, changes: { holdReason: null } });
    expect(await journey.collect()).toBe(true);
  });

  test("where bank and books contradict each other about one of its payments; the others are paid", async () => {
    const held = await journey.capture({ amountKurus: 30_000n });
    await journey.captureUntilDue(100_000n);
    await journey.collect();
    const { id } = await journey.newest();
    await createContradiction(world, held);
    expect(await codeOf(journey.propose([id]))).toBe("payout_payment_held");
    await withdrawPayout(world.ctx, { payoutId: id });
    await journey.collect();
    expect(await journey.newest()).toMatchObject({ status: "prepared", lineCount: 1 });
  });

  test("where its account has no IBAN", async () => {
    await journey.captureUntilDue(100_000n);
    await journey.collect();
    await world.db.prisma.partnerProfile.updateMany({ data: { iban: null, ibanMasked: null } });
    expect(await codeOf(journey.propose([(await journey.newest()).id]))).toBe("payout_without_iban");
  });

  test("for a second person: nobody approves what they proposed", async () => {
    await journey.captureUntilDue(100_000n);
    await journey.collect();
    const { id } = await journey.newest();
    const sql = (status: string) =>
      world.db.pool.query(
        `update payout set status = '${status}', approved_at = created_at, iban = '\\x00', iban_masked = '', beneficiary = '' where id = $1`,
        [id],
      );
    await expect(sql("approved")).rejects.toThrow("is not approved by two people");
  });
});

describe("races", () => {
  test("parallel collections make one payout", async () => {
    await journey.captureUntilDue(100_000n);
    const collected = await Promise.all(Array.from({ length: 6 }, () => journey.collect()));
    expect(collected.filter(Boolean)).toHaveLength(1);
    expect(await journey.listPayouts()).toHaveLength(1);
  });

  test("a refund that comes while its account is collected is in exactly one payout or carry-over", async () => {
    for (let round = 0; round < 4; round += 1) {
      const code = await journey.captureUntilDue(100_000n + BigInt(round));
      await Promise.all([journey.collect(), journey.refund(code, { way: "credit", amountKurus: 5_000n })]);
      world.clock.set(plusMs(world.clock.now(), days(4) + hours(1)));
      await journey.collect();
      expect(await journey.verify()).toEqual([]);
    }
    expect((await journey.listAllSettlements()).every(({ payoutId, carryOverId }) => payoutId ?? carryOverId)).toBe(
      true,
    );
  });

  test("of two outcomes one counts, and one event is sent", async () => {
    await journey.captureUntilDue(100_000n);
    const { id } = await journey.send();
    const outcomes = await Promise.all([paid(id), failed(id), paid(id), failed(id)].map(codeOf));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await journey.listPayoutEvents()).toHaveLength(1);
  });

  test("what is in a file does not fail before it is sent, so that the bank never pays what is issued again", async () => {
    await journey.captureUntilDue(100_000n);
    await journey.collect();
    const { id } = await journey.newest();
    await journey.approve(id);
    await createPayoutFile(world.ctx, { format: "csv", staffId: journey.proposer });
    expect(await codeOf(failed(id))).toBe("payout_moved");
    await expect(
      world.db.pool.query(
        "update payout set status = 'failed', failure = 'iban_invalid', ended_at = created_at where id = $1",
        [id],
      ),
    ).rejects.toThrow("is in a file");
  });

  test("two files never have the same payout", async () => {
    await journey.captureUntilDue(100_000n);
    await journey.collect();
    await journey.approve((await journey.newest()).id);
    const file = () => codeOf(createPayoutFile(world.ctx, { format: "csv", staffId: journey.proposer }));
    expect((await Promise.all([file(), file(), file()])).sort()).toEqual(["done", "payout_moved", "payout_moved"]);
  });
});
