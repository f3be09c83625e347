import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds } from "@/server/domain/clock";
import { createLinkJourney, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { lockLink } from "@/server/testing/journeys/link-rows";
import { expectConsistentLinks } from "@/server/testing/journeys/link-rules";
import { recordStatements } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import { findLinkOffer } from "./buyer-queries";
import type { LinkRecord } from "./shared/link-record";

// Tests the account's amount limits on links (D-57), with a bank that is called before its page, so that a call for a
// refused card would be seen.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

const setLimits = (changes: { minAmount?: bigint | null; maxAmount?: bigint | null }) =>
  updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes });
const setTerminal = (changes: object) => updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes });

beforeEach(() => {
  world.bank.calls.length = 0;
  world.clock.advanceMs(seconds(1));
});
afterEach(async () => {
  await setLimits({ minAmount: null, maxAmount: null });
  await expectConsistentLinks(world);
});

/** The buyer bears the commission. A credit card pays 41,000 kuruş, or 41,800 in installments; a debit card 40,600. */
const shared = { amountKurus: 40_000n, customerShareBps: 10_000 };

const outside = "amount_outside_account_limits";
const findOffer = async ({ token }: LinkRecord, pan: string = pans.credit) => {
  const found = await findLinkOffer(world.ctx, { token, bin8: pan.slice(0, 8) });
  if (found?.kind !== "offer") return found?.state.kind;
  const { options, isClosed, reason } = found.offer;
  return { counts: options.map(({ installmentCount }) => installmentCount), isClosed, reason };
};

/** Expects that a submission got the sterile page, and that nothing was written but an opening. */
async function expectSterile(link: LinkRecord, changes: object = {}): Promise<void> {
  const before = await journey.listPayments(link);
  const attempts = await journey.listAttempts(link);
  const { status } = await journey.getRow(link);
  expect(await journey.submit(link, changes)).toMatchObject({
    kind: "limit",
    summary: { merchantName: expect.any(String) },
  });
  expect(await journey.listPayments(link)).toEqual(before);
  expect(await journey.listAttempts(link)).toEqual(attempts);
  expect(world.bank.calls).toEqual([]);
  expect(await journey.getRow(link)).toMatchObject({ status: status === "pending" ? "launched" : status });
}

describe("the options of a card", () => {
  test.each([
    ["all, at both bounds", { minAmount: 41_000n, maxAmount: 41_800n }, [1, 3]],
    ["the cheaper one under a maximum, although it is above the link's amount", { maxAmount: 41_799n }, [1]],
    ["the dearer one over a minimum, although the link's amount is below it", { minAmount: 41_001n }, [3]],
  ])("are judged by their totals: %s", async (_what, limits, counts) => {
    const link = await journey.create(shared);
    await setLimits(limits);
    expect(await journey.open(link)).toMatchObject({ kind: "open" });
    expect(await findOffer(link)).toEqual({ counts, isClosed: false, reason: undefined });
    for (const count of [1, 3].filter((one) => !counts.includes(one))) {
      await expectSterile(link, { installmentCount: count });
    }
    expect(await journey.submit(link, { installmentCount: counts.at(-1)! })).toMatchObject({ kind: "form" });
  });

  test("are none with the reason for a card whose totals are all outside, while another card can pay", async () => {
    const link = await journey.create(shared);
    await setLimits({ maxAmount: 40_600n });
    expect(await journey.open(link)).toMatchObject({ kind: "open" });
    expect(await findOffer(link)).toEqual({ counts: [], isClosed: false, reason: outside });
    for (const installmentCount of [null, 1, 3]) await expectSterile(link, { installmentCount });
    expect(await findOffer(link, pans.debit)).toEqual({ counts: [1], isClosed: false, reason: undefined });
    expect(await journey.submit(link, { pan: pans.debit, seenTotalKurus: 40_600n })).toMatchObject({ kind: "form" });
    expect(await journey.listPayments(link)).toMatchObject([{ amount: 40_600n }]);
  });

  test("are none without the reason for a card that the terminal does not charge anyway, which is counted", async () => {
    const link = await journey.create({ ...shared, allowedCounts: [3] });
    await setLimits({ minAmount: 41_800n });
    expect(await findOffer(link, pans.debit)).toEqual({ counts: [], isClosed: false, reason: undefined });
    // The link's amount is below the minimum, but a card that is refused is charged nothing.
    const refused = await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
    expect(refused).toMatchObject({ kind: "refused", code: "installment_not_allowed" });
    expect(await journey.listPayments(link)).toMatchObject([{ attemptsUsed: 1 }]);
  });
});

describe("a link of which no option is left", () => {
  test.each([
    ["a maximum below the link's amount", {}, { maxAmount: 39_999n }],
    ["a minimum above the link's amount", {}, { minAmount: 40_001n }],
    ["a maximum below every total", shared, { maxAmount: 40_599n }],
    ["a minimum above every total", shared, { minAmount: 41_801n }],
    ["a maximum below the totals of its counts", { ...shared, allowedCounts: [3] }, { maxAmount: 41_799n }],
  ])("says so before the card: %s; afterwards it can be paid", async (_what, changes, limits) => {
    const link = await journey.create(changes);
    await setLimits(limits);
    expect(await journey.getLinkState(link)).toMatchObject({ kind: outside, summary: { amountKurus: 40_000n } });
    expect(await findOffer(link)).toBe(outside);
    await expectSterile(link, { installmentCount: 3 });
    await expectSterile(link, { installmentCount: null });
    await setLimits({ minAmount: null, maxAmount: null });
    expect(await journey.open(link)).toMatchObject({ kind: "open" });
    expect(await journey.submit(link, { installmentCount: 3 })).toMatchObject({ kind: "form" });
  });

  test("counts an opening of its page (D-9)", async () => {
    const link = await journey.create();
    await setLimits({ maxAmount: 1n });
    expect(await journey.open(link)).toMatchObject({ kind: outside });
    expect(await journey.getRow(link)).toMatchObject({ status: "launched", firstOpenedAt: world.clock.now() });
  });

  test("shows that in place of a failed attempt, and keeps the attempt's payment as it was", async () => {
    const link = await journey.create();
    await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
    const before = await journey.listPayments(link);
    expect(before).toMatchObject([{ attemptsUsed: 1, status: "initiated" }]);
    await setLimits({ maxAmount: 1n });
    expect(await journey.getLinkState(link)).toMatchObject({ kind: outside });
    await expectSterile(link, { pan: pans.debit, installmentCount: 3 });
    await expectSterile(link, { installmentCount: 3 });
    expect(await journey.getRow(link)).toMatchObject({ status: "failed" });
  });

  test("still expires, and a closed account or a hold is shown first", async () => {
    const link = await journey.create();
    await setLimits({ maxAmount: 1n });
    const set = (changes: object) => updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes });
    await set({ acceptanceHeld: true });
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "on_hold" });
    await set({ acceptanceHeld: false });
    journey.setClock(link.expiresAt);
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "expired" });
  });
});

test("an attempt that began before a change of the limits completes, and no other one is offered meanwhile", async () => {
  const link = await journey.createAtBank(shared);
  await setLimits({ maxAmount: 1n });
  expect(await journey.getLinkState(link)).toMatchObject({ kind: "in_progress", progress: { canPayAgain: false } });
  await journey.returnFromBank(link.callback);
  await world.settled();
  expect(await journey.getLinkState(link)).toMatchObject({ kind: "paid" });
  expect(await journey.listPayments(link)).toMatchObject([{ status: "captured", amount: 41_000n }]);
  expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
});

test("an attempt that failed after a change of the limits cannot be repeated", async () => {
  const link = await journey.createAtBank();
  await setLimits({ minAmount: 40_001n });
  await journey.returnFromBank(link.callback, "not_authenticated");
  expect(await journey.getLinkState(link)).toMatchObject({ kind: outside });
  journey.moveClock(minutes(1));
  const before = await journey.listPayments(link);
  expect(await journey.submit(link)).toMatchObject({ kind: "limit" });
  expect(await journey.listPayments(link)).toEqual(before);
});

describe("a change between the page and the submit", () => {
  test("answers with the sterile page, and keeps the earlier card's payment and allowance", async () => {
    const link = await journey.create(shared);
    expect(await findOffer(link)).toMatchObject({ counts: [1, 3] });
    await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
    await setLimits({ maxAmount: 41_799n });
    await expectSterile(link, { installmentCount: 3, seenTotalKurus: 41_800n });
    expect(await journey.listPayments(link)).toMatchObject([{ attemptsUsed: 1, status: "initiated" }]);
    expect(await journey.submit(link, { seenTotalKurus: 41_000n })).toMatchObject({ kind: "form" });
  });
});

describe("a change while the submitted card waits for the link's lock", () => {
  const waiting = async () => {
    const { rows } = await world.db.pool.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%payment_link%'`,
    );
    return rows[0].n;
  };

  async function submitDuring(link: LinkRecord, change: () => Promise<unknown>) {
    const release = await lockLink(world, link.id);
    const submitted = journey.submit(link, { installmentCount: 3 });
    try {
      await expect.poll(waiting).toBe(1);
      await change();
    } finally {
      await release();
    }
    return submitted;
  }

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ["the maximum", () => setLimits({ maxAmount: 41_799n }), () => setLimits({ maxAmount: null })],
    ["the minimum", () => setLimits({ minAmount: 41_801n }), () => setLimits({ minAmount: null })],
    ["the terminal", () => setTerminal({ active: false }), () => setTerminal({ active: true })],
    ["the virtual POS", () => setTerminal({ virtualPosActive: false }), () => setTerminal({ virtualPosActive: true })],
    ["the provider", () => setTerminal({ pspActive: false }), () => setTerminal({ pspActive: true })],
  ])("starts nothing: %s", async (_what, change, undo) => {
    const link = await journey.create(shared);
    expect(await submitDuring(link, change)).toMatchObject({ kind: "limit" });
    await undo();
    expect(await journey.listPayments(link)).toEqual([]);
    expect(world.bank.calls).toEqual([]);
    expect(await journey.getRow(link)).toMatchObject({ status: "launched" });
    expect(await journey.submit(link, { installmentCount: 3 })).toMatchObject({ kind: "form" });
  });

  test("starts the card when the limits still permit its total", async () => {
    const link = await journey.create(shared);
    expect(await submitDuring(link, () => setLimits({ maxAmount: 41_800n }))).toMatchObject({ kind: "form" });
  });
});

test("limits cost the page a statement only once, where the buyer's share decides and the terms are not cached", async () => {
  const open = (link: LinkRecord) => recordStatements(world.db, () => journey.getLinkState(link));
  const [plain, shares] = [await journey.create(), await journey.create(shared)];
  const usual = await open(plain);
  expect(usual).not.toEqual([]);
  await setLimits({ minAmount: 1n, maxAmount: 41_000n });
  // A change of the terminal makes the cached terms out of date.
  await setTerminal({ active: true });
  expect(await open(plain)).toEqual(usual);
  expect(await open(shares)).toEqual(expect.arrayContaining([...usual, "find-terms"]));
  expect(await open(shares)).toEqual(usual);
});
