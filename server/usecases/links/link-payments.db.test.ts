import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, plusMs, seconds } from "@/server/domain/clock";
import { createLinkJourney, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { lockLink } from "@/server/testing/journeys/link-rows";
import { expectConsistentLinks } from "@/server/testing/journeys/link-rules";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { expectTotalsEqualPayments, expectUsageEqualsPayments } from "@/server/testing/world/totals";
import { watchForWait } from "@/server/testing/world/waiting";
import { openTestWorld, type TestWorld, testTerminals, usualPrices } from "@/server/testing/world/world";
import { getPaymentByCode } from "../payments/queries";
import { replaceTariff } from "../pricing/replace-tariff";
import type { LinkRecord } from "./shared/link-record";

// Tests the payments of a link (D-11): their codes, their cards, and their use of the bank connection's limits.
let world: TestWorld;
let journey: LinkJourney;
let api: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
  api = createPaymentJourney(world);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advanceMs(seconds(1)));

const refused = { pan: pans.debit, installmentCount: 3 };
const buildCode = (link: LinkRecord, attemptNo: number) => `PL-${link.partnerReference}-${attemptNo}`;
const codes = async (link: LinkRecord) => (await journey.listPayments(link)).map((row) => row.partnerTxCode);

describe("codes", () => {
  test("409 for an API payment with the code of a link's payment; 201 after that one has failed", async () => {
    const link = await journey.createAtBank();
    const partnerTxCode = buildCode(link, 1);
    const same = { partnerTxCode, amountKurus: 40_000n, installment: 1 };
    const code = "duplicate_partner_tx_code";
    await expect(api.create(same)).rejects.toMatchObject({ code });
    await journey.returnFromBank(link.callback, "not_authenticated");
    expect(await api.create(same)).toMatchObject({ idempotentReplay: false });
  });

  test("409 for the code of a captured payment", async () => {
    const link = await journey.createAtBank();
    await journey.returnFromBank(link.callback);
    const taken = api.create({ partnerTxCode: buildCode(link, 1) });
    await expect(taken).rejects.toMatchObject({ code: "duplicate_partner_tx_code" });
  });

  test("201 with the code of a payment whose link is due but not yet written as expired", async () => {
    const link = await journey.create();
    journey.setClock(plusMs(link.expiresAt, -minutes(1)));
    await journey.sendToBank(link);
    journey.setClock(link.expiresAt);
    const created = await api.create({ partnerTxCode: buildCode(link, 1) });
    expect(created).toMatchObject({ idempotentReplay: false });
    expect(await journey.getRow(link)).toMatchObject({ status: "expired" });
  });

  test("skips a code that the merchant already uses", async () => {
    const link = await journey.create();
    await api.create({ partnerTxCode: buildCode(link, 1) });
    await api.create({ partnerTxCode: buildCode(link, 2) });
    await journey.submit(link, refused);
    journey.moveClock(1);
    await journey.sendToBank(link);
    expect(await codes(link)).toEqual([buildCode(link, 3), buildCode(link, 4)]);
    expect(await journey.getRow(link)).toMatchObject({ lastAttemptNo: 4 });
    await expectConsistentLinks(world);
  });

  test("finds the payment with its link by the code, and without a returnUrl if the link has none", async () => {
    const link = await journey.createAtBank({ description: "Order 7", customerShareBps: 5_000 });
    const { partnerId } = world.caller;
    const found = () => getPaymentByCode(world.ctx, { partnerId, partnerTxCode: buildCode(link, 1) });
    expect(await found()).toMatchObject({
      status: "initiated",
      source: "payment_link",
      paymentLinkId: link.id,
      returnUrl: null,
      description: "Order 7",
      amount: 40_500n,
      installment: 1,
      commission: null,
    });
    await journey.returnFromBank(link.callback);
    expect(await found()).toMatchObject({
      status: "captured",
      commission: { customerShareBps: 5_000, customerShareAmount: 500n },
    });
  });
});

describe("another card on the link", () => {
  test("reuses the payment at the same count, with this card's amount", async () => {
    const link = await journey.create({ customerShareBps: 10_000 });
    await journey.submit(link, refused);
    const [first] = await journey.listPayments(link);
    expect(first).toMatchObject({ attemptsUsed: 1, amount: 40_000n, customerShareAmount: 0n });
    await journey.sendToBank(link, { installmentCount: 3 });
    const share = { amount: 41_800n, customerShareAmount: 1_800n };
    expect(await journey.listPayments(link)).toMatchObject([{ id: first!.id, attemptsUsed: 1, ...share }]);
    expect(await journey.listEvents(link)).toEqual([]);
  });

  test("supersedes the payment at another count by a new one", async () => {
    const link = await journey.create();
    await journey.submit(link, refused);
    journey.moveClock(1);
    await journey.sendToBank(link, { installmentCount: 1 });
    expect(await journey.listPayments(link)).toMatchObject([
      { status: "failed", failureCode: "superseded", installment: 3 },
      { status: "initiated", attemptsUsed: 0, installment: 1 },
    ]);
    expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
  });

  test("expires a due payment at its due instant and creates a new one", async () => {
    const link = await journey.create();
    await journey.submit(link, refused);
    const [first] = await journey.listPayments(link);
    journey.moveClock(minutes(31));
    await journey.sendToBank(link, { installmentCount: 3 });
    expect(await journey.listPayments(link)).toMatchObject([
      { status: "expired", expiredAt: first!.expiresAt },
      { status: "initiated", attemptsUsed: 0 },
    ]);
  });

  test.each([
    ["at the same instant", 0],
    ["a little later", seconds(30)],
  ])("does the same when the payment's validity ends while the card waits for the lock, %s", async (_what, ms) => {
    const link = await journey.create();
    await journey.submit(link, refused);
    const [first] = await journey.listPayments(link);
    journey.setClock(plusMs(first!.expiresAt, -1));
    const letGo = await lockLink(world, link.id);
    const submitted = journey.submit(link, { installmentCount: 3 });
    const looked = await watchForWait(world.db, submitted);
    journey.setClock(plusMs(first!.expiresAt, ms));
    await letGo();
    expect(looked).toBe("waits");
    expect(await submitted).toMatchObject({ kind: "form" });
    expect(await journey.listPayments(link)).toMatchObject([
      { status: "expired", expiredAt: first!.expiresAt },
      { status: "initiated", attemptsUsed: 0 },
    ]);
  });

  test("reuses the payment at the same count under a new tariff, with the new tariff", async () => {
    const link = await journey.create();
    await journey.submit(link, refused);
    const { id: tariffId } = await replaceTariff(world.ctx, {
      terminalId: testTerminals.ours,
      validFrom: "now",
      validTo: null,
      prices: usualPrices,
    });
    await journey.sendToBank(link, { installmentCount: 3 });
    expect(await journey.listPayments(link)).toMatchObject([{ amount: 40_000n, attemptsUsed: 1, tariffId }]);
  });

  test("400 with the form again for a changed price, a missing choice, or a card with other first digits", async () => {
    const link = await journey.create({ customerShareBps: 10_000 });
    const ask = async (changes: object) => {
      const answer = await journey.submit(link, changes);
      return answer.kind === "refused" ? answer.trouble?.name : answer.kind;
    };
    expect(await ask({ installmentCount: 3, seenTotalKurus: 41_799n })).toBe("price_changed");
    expect(await ask({ installmentCount: null })).toBe("choose_installment");
    expect(await ask({ installmentCount: 6 })).toBe("installment_not_allowed");
    expect(await ask({ bin8: "45080300" })).toBe("other_card");
    expect(await journey.getRow(link)).toMatchObject({ status: "pending" });
    expect(await journey.listPayments(link)).toEqual([]);
    expect(await ask({ installmentCount: 3, seenTotalKurus: 41_800n, bin8: "55287900" })).toBe("form");
  });

  test("422 for an option above the maximum of one payment, and for a count that the link does not allow", async () => {
    const dear = await journey.create({ amountKurus: 1_000_000_000n, customerShareBps: 10_000 });
    const over = { code: "installment_not_allowed", trouble: { name: "over_bound" } };
    expect(await journey.submit(dear)).toMatchObject(over);
    const narrow = await journey.create({ allowedCounts: [3] });
    const why = { name: "installment_not_allowed", why: "count_not_offered" };
    expect(await journey.submit(narrow)).toMatchObject({ code: "installment_not_allowed", trouble: why });
    for (const link of [dear, narrow]) expect(await journey.listPayments(link)).toEqual([]);
  });
});

describe("a bank connection with limits", () => {
  const limited = { terminalId: testTerminals.limited };
  const setLimits = (limitDaily: bigint, limitPerTx: bigint | null = null) =>
    world.db.prisma.terminal.update({
      where: { id: testTerminals.limited },
      data: { limitDaily, limitPerTx },
    });
  beforeEach(() => world.clock.advanceMs(days(1)));

  async function expectTotals(): Promise<void> {
    await expectTotalsEqualPayments(world, testTerminals.limited);
    await expectUsageEqualsPayments(world, testTerminals.limited);
  }

  test("refuses a card that is not charged before it checks limits (D-20)", async () => {
    await setLimits(80_000n);
    for (const _ of [1, 2]) await journey.submit(await journey.create(limited));
    const full = await journey.create(limited);
    expect(await journey.submit(full)).toMatchObject({ kind: "limit" });
    const refused = await journey.submit(full, { pan: pans.debit, installmentCount: 3 });
    expect(refused).toMatchObject({ kind: "refused", code: "installment_not_allowed" });
    expect(await journey.getRow(full)).toMatchObject({ status: "failed" });
  });

  test("does not count a payment's own reservation against its next card", async () => {
    await setLimits(40_000n);
    const link = await journey.create(limited);
    await journey.submit(link, refused);
    expect(await journey.submit(link, { installmentCount: 3 })).toMatchObject({ kind: "form" });
    expect(await journey.submit(await journey.create(limited))).toMatchObject({ kind: "limit" });
  });

  test("counts a payment with its current amount", async () => {
    await setLimits(1_000_000n);
    const link = await journey.create({ ...limited, customerShareBps: 10_000 });
    await journey.submit(link, refused);
    await expectTotals();
    // Checks this in the same millisecond and one second later.
    await journey.sendToBank(link, { installmentCount: 3 });
    await expectTotals();
    const later = await journey.create({ ...limited, customerShareBps: 10_000 });
    await journey.submit(later, refused);
    journey.moveClock(seconds(1));
    await journey.sendToBank(later, { installmentCount: 3 });
    await expectTotals();
  });

  test("shows the sterile page and writes nothing: no new payment, no end of the earlier one", async () => {
    await setLimits(100_000n);
    const link = await journey.create({ ...limited, amountKurus: 60_000n });
    await journey.submit(link, refused);
    const before = { payments: await journey.listPayments(link), events: await journey.listEvents(link) };
    await setLimits(59_999n);
    expect(await journey.submit(link, { installmentCount: 1 })).toMatchObject({ kind: "limit" });
    expect(await journey.submit(link, { installmentCount: 3 })).toMatchObject({ kind: "limit" });
    expect({
      payments: await journey.listPayments(link),
      events: await journey.listEvents(link),
    }).toEqual(before);
    await expectTotals();
  });

  test.each([
    ["far away: no deadlock", 1_000],
    ["reached: never passed", 30],
  ])("handles links and API payments at once with a limit that is %s", async (_what, countMax) => {
    await setLimits(BigInt(countMax) * 40_000n);
    const since = world.clock.now();
    const links: LinkRecord[] = [];
    for (let n = 0; n < 40; n += 1) links.push(await journey.create(limited));
    // A superseded payment first takes its own amount off the totals.
    await Promise.all(links.slice(0, 15).map((link) => journey.submit(link, refused)));
    let isOver = false;
    const creations = [1, 2, 3].map(async () => {
      while (!isOver) {
        const creation = api.create({ ...limited, installment: 1 });
        await creation.catch(({ code }) => expect(code).toBe("pos_daily_limit_exceeded"));
      }
    });
    const kinds = await Promise.all(links.map(async (link) => (await journey.submit(link)).kind));
    isOver = true;
    await Promise.all(creations);
    for (const kind of kinds) expect(["form", "limit"]).toContain(kind);
    const open = { ...limited, status: "initiated" as const, createdAt: { gte: since } };
    const taken = await world.db.prisma.payment.count({ where: open });
    if (countMax === 30) expect(taken).toBe(30);
    else expect(kinds).toEqual(Array(40).fill("form"));
    await expectTotals();
    await expectConsistentLinks(world);
  });
});
