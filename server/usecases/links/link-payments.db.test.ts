import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, plusMs, seconds } from "@/server/domain/clock";
import { type LinkJourney, linkJourneyIn, pans } from "@/server/testing/journeys/link";
import { holdLink } from "@/server/testing/journeys/link-rows";
import { expectWholeLinks } from "@/server/testing/journeys/link-rules";
import { journeyIn } from "@/server/testing/journeys/payment";
import { expectTotalsOfPayments, expectUsageOfPayments } from "@/server/testing/world/totals";
import { openTestWorld, type TestWorld, terminalOf, usualPrices } from "@/server/testing/world/world";
import { getPaymentByCode } from "../payments/get-payment";
import { replaceTariff } from "../pricing/replace-tariff";
import type { LinkRecord } from "./link-record";

// The payments of a link (D-11): their codes, their cards, and what they take of the bank connection's limits.
let world: TestWorld;
let journey: LinkJourney;
let api: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 5_000 });
  journey = linkJourneyIn(world);
  api = journeyIn(world);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advanceMs(seconds(1)));

const refused = { pan: pans.debit, installmentCount: 3 };
const codeOf = (link: LinkRecord, attemptNo: number) => `PL-${link.partnerReference}-${attemptNo}`;
const codes = async (link: LinkRecord) => (await journey.paymentsOf(link)).map((row) => row.partnerTxCode);

describe("codes", () => {
  test("409 for the API's payment with the code of a link's; free again once that has failed", async () => {
    const link = await journey.atTheBank();
    const partnerTxCode = codeOf(link, 1);
    const same = { partnerTxCode, amountKurus: 40_000n, installment: 1 };
    const code = "duplicate_partner_tx_code";
    await expect(api.create(same)).rejects.toMatchObject({ code });
    await journey.comeBack(link.callback, "not_authenticated");
    expect(await api.create(same)).toMatchObject({ idempotentReplay: false });
  });

  test("409 for the code of a captured one", async () => {
    const link = await journey.atTheBank();
    await journey.comeBack(link.callback);
    const taken = api.create({ partnerTxCode: codeOf(link, 1) });
    await expect(taken).rejects.toMatchObject({ code: "duplicate_partner_tx_code" });
  });

  test("201 with the code of a payment whose link is due, though nobody has written that down", async () => {
    const link = await journey.create();
    journey.passTo(plusMs(link.expiresAt, -minutes(1)));
    await journey.toTheBank(link);
    journey.passTo(link.expiresAt);
    const created = await api.create({ partnerTxCode: codeOf(link, 1) });
    expect(created).toMatchObject({ idempotentReplay: false });
    expect(await journey.row(link)).toMatchObject({ status: "expired" });
  });

  test("a code that the merchant uses already is skipped", async () => {
    const link = await journey.create();
    await api.create({ partnerTxCode: codeOf(link, 1) });
    await api.create({ partnerTxCode: codeOf(link, 2) });
    await journey.submit(link, refused);
    journey.pass(1);
    await journey.toTheBank(link);
    expect(await codes(link)).toEqual([codeOf(link, 3), codeOf(link, 4)]);
    expect(await journey.row(link)).toMatchObject({ lastAttemptNo: 4 });
    await expectWholeLinks(world);
  });

  test("a query by the code shows the link that it pays, and no returnUrl where the link has none", async () => {
    const link = await journey.atTheBank({ description: "Order 7", customerShareBps: 5_000 });
    const { partnerId } = world.caller;
    const found = () => getPaymentByCode(world.ctx, { partnerId, partnerTxCode: codeOf(link, 1) });
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
    await journey.comeBack(link.callback);
    expect(await found()).toMatchObject({
      status: "captured",
      commission: { customerShareBps: 5_000, customerShareAmount: 500n },
    });
  });
});

describe("another card", () => {
  test("at the same count: the same payment, with what this card is charged", async () => {
    const link = await journey.create({ customerShareBps: 10_000 });
    await journey.submit(link, refused);
    const [first] = await journey.paymentsOf(link);
    expect(first).toMatchObject({ attemptsUsed: 1, amount: 40_000n, customerShareAmount: 0n });
    await journey.toTheBank(link, { installmentCount: 3 });
    const share = { amount: 41_800n, customerShareAmount: 1_800n };
    expect(await journey.paymentsOf(link)).toMatchObject([{ id: first!.id, attemptsUsed: 1, ...share }]);
    expect(await journey.eventsOf(link)).toEqual([]);
  });

  test("at another count: a new payment, the old one is superseded", async () => {
    const link = await journey.create();
    await journey.submit(link, refused);
    journey.pass(1);
    await journey.toTheBank(link, { installmentCount: 1 });
    expect(await journey.paymentsOf(link)).toMatchObject([
      { status: "failed", failureCode: "superseded", installment: 3 },
      { status: "initiated", attemptsUsed: 0, installment: 1 },
    ]);
    expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
  });

  test("when the payment's time is over: expired when it was due, and a new one", async () => {
    const link = await journey.create();
    await journey.submit(link, refused);
    const [first] = await journey.paymentsOf(link);
    journey.pass(minutes(31));
    await journey.toTheBank(link, { installmentCount: 3 });
    expect(await journey.paymentsOf(link)).toMatchObject([
      { status: "expired", expiredAt: first!.expiresAt },
      { status: "initiated", attemptsUsed: 0 },
    ]);
  });

  test.each([
    ["in that very moment", 0],
    ["a little later", seconds(30)],
  ])("when the payment's time ends while the card waits for the lock, %s: the same", async (_what, ms) => {
    const link = await journey.create();
    await journey.submit(link, refused);
    const [first] = await journey.paymentsOf(link);
    journey.passTo(plusMs(first!.expiresAt, -1));
    const letGo = await holdLink(world, link.id);
    const submitted = journey.submit(link, { installmentCount: 3 });
    const looked = await Promise.race([submitted, sleep(300).then(() => "waits")]);
    journey.passTo(plusMs(first!.expiresAt, ms));
    await letGo();
    expect(looked).toBe("waits");
    expect(await submitted).toMatchObject({ kind: "form" });
    expect(await journey.paymentsOf(link)).toMatchObject([
      { status: "expired", expiredAt: first!.expiresAt },
      { status: "initiated", attemptsUsed: 0 },
    ]);
  });

  test("at the same count under another tariff: the same payment, by the tariff of now", async () => {
    const link = await journey.create();
    await journey.submit(link, refused);
    const { id: tariffId } = await replaceTariff(world.ctx, {
      terminalId: terminalOf.ours,
      validFrom: "now",
      validTo: null,
      prices: usualPrices,
    });
    await journey.toTheBank(link, { installmentCount: 3 });
    expect(await journey.paymentsOf(link)).toMatchObject([{ amount: 40_000n, attemptsUsed: 1, tariffId }]);
  });

  test("400 with the form again: not the price that was shown, nothing chosen, not the card of the first digits", async () => {
    const link = await journey.create({ customerShareBps: 10_000 });
    const ask = async (changes: object) => {
      const answer = await journey.submit(link, changes);
      return answer.kind === "refused" ? answer.trouble?.name : answer.kind;
    };
    expect(await ask({ installmentCount: 3, seenTotalKurus: 41_799n })).toBe("price_changed");
    expect(await ask({ installmentCount: null })).toBe("choose_installment");
    expect(await ask({ installmentCount: 6 })).toBe("installment_not_allowed");
    expect(await ask({ bin8: "45080300" })).toBe("other_card");
    expect(await journey.row(link)).toMatchObject({ status: "pending" });
    expect(await journey.paymentsOf(link)).toEqual([]);
    expect(await ask({ installmentCount: 3, seenTotalKurus: 41_800n, bin8: "55287900" })).toBe("form");
  });

  test("422 an option above what one payment may be; 422 a count that the link does not allow", async () => {
    const dear = await journey.create({ amountKurus: 1_000_000_000n, customerShareBps: 10_000 });
    const over = { code: "installment_not_allowed", trouble: { name: "over_bound" } };
    expect(await journey.submit(dear)).toMatchObject(over);
    const narrow = await journey.create({ allowedCounts: [3] });
    const why = { name: "installment_not_allowed", why: "count_not_offered" };
    expect(await journey.submit(narrow)).toMatchObject({ code: "installment_not_allowed", trouble: why });
    for (const link of [dear, narrow]) expect(await journey.paymentsOf(link)).toEqual([]);
  });
});

describe("a bank connection with limits", () => {
  const limited = { terminalId: terminalOf.limited };
  const setLimits = (limitDaily: bigint, limitPerTx: bigint | null = null) =>
    world.db.prisma.terminal.update({ where: { id: terminalOf.limited }, data: { limitDaily, limitPerTx } });
  beforeEach(() => world.clock.advanceMs(days(1)));

  async function expectTotals(): Promise<void> {
    await expectTotalsOfPayments(world, terminalOf.limited);
    await expectUsageOfPayments(world, terminalOf.limited);
  }

  test("a card that is not charged there is told so before limits are looked at (D-20)", async () => {
    await setLimits(80_000n);
    for (const _ of [1, 2]) await journey.submit(await journey.create(limited));
    const full = await journey.create(limited);
    expect(await journey.submit(full)).toMatchObject({ kind: "limit" });
    const refused = await journey.submit(full, { pan: pans.debit, installmentCount: 3 });
    expect(refused).toMatchObject({ kind: "refused", code: "installment_not_allowed" });
    expect(await journey.row(full)).toMatchObject({ status: "failed" });
  });

  test("its own share of the limit is in no payment's way: another card may use it", async () => {
    await setLimits(40_000n);
    const link = await journey.create(limited);
    await journey.submit(link, refused);
    expect(await journey.submit(link, { installmentCount: 3 })).toMatchObject({ kind: "form" });
    expect(await journey.submit(await journey.create(limited))).toMatchObject({ kind: "limit" });
  });

  test("a payment counts with the amount that it has now", async () => {
    await setLimits(1_000_000n);
    const link = await journey.create({ ...limited, customerShareBps: 10_000 });
    await journey.submit(link, refused);
    await expectTotals();
    // In the very same millisecond, and a second later.
    await journey.toTheBank(link, { installmentCount: 3 });
    await expectTotals();
    const later = await journey.create({ ...limited, customerShareBps: 10_000 });
    await journey.submit(later, refused);
    journey.pass(seconds(1));
    await journey.toTheBank(later, { installmentCount: 3 });
    await expectTotals();
  });

  test("the sterile page, and nothing is written: no payment, no end of the one before", async () => {
    await setLimits(100_000n);
    const link = await journey.create({ ...limited, amountKurus: 60_000n });
    await journey.submit(link, refused);
    const before = { payments: await journey.paymentsOf(link), events: await journey.eventsOf(link) };
    await setLimits(59_999n);
    expect(await journey.submit(link, { installmentCount: 1 })).toMatchObject({ kind: "limit" });
    expect(await journey.submit(link, { installmentCount: 3 })).toMatchObject({ kind: "limit" });
    expect({
      payments: await journey.paymentsOf(link),
      events: await journey.eventsOf(link),
    }).toEqual(before);
    await expectTotals();
  });

  test.each([
    ["far away: nobody waits for one who waits", 1_000],
    ["reached: never passed", 30],
  ])("links and the API's payments at once, the limit is %s", async (_what, countMax) => {
    await setLimits(BigInt(countMax) * 40_000n);
    const since = world.clock.now();
    const links: LinkRecord[] = [];
    for (let n = 0; n < 40; n += 1) links.push(await journey.create(limited));
    // A payment that makes way for another takes its amount off the totals first.
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
    await expectWholeLinks(world);
  });
});
