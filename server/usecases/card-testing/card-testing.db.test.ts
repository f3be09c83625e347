import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, hours, minutes, seconds } from "@/server/domain/clock";
import { countRefusals } from "@/server/store/card-testing/refusals";
import { type AnsweredCard, writeAnsweredCards } from "@/server/testing/journeys/answered-cards";
import { createLinkJourney, type LinkJourney } from "@/server/testing/journeys/link";
import { createPaymentJourney, handOver } from "@/server/testing/journeys/payment";
import { createPanelContext } from "@/server/testing/world/panel";
import { explainLastQuery } from "@/server/testing/world/queries";
import { approved, declined, openTestWorld, type TestWorld, testCard } from "@/server/testing/world/world";
import { getAttention } from "../accounts/queries";
import type { LinkRecord } from "../links/shared/link-record";

// The bank refuses cards before its page, as PosNet does, so that a refusal is one call.
let world: TestWorld;
let journey: LinkJourney;
let payments: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true }, refusalsMultiplier: 1, hasBrokenBooks: true });
  journey = createLinkJourney(world);
  payments = createPaymentJourney(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  // Every test begins a day later, so that no card of an earlier one counts.
  await journey.advance(hours(25));
  world.bank.answer("prepare", declined);
  world.bank.answer("capture", approved);
});

/** Writes answered cards of a place a minute ago. */
const write = (count: number, cards: Partial<AnsweredCard> = {}) =>
  writeAnsweredCards(world, count, { status: "rejected", network: null, linkId: null, bin: "552879", ...cards });

const listCoolings = () => world.db.prisma.cardCooling.findMany({ orderBy: { subject: "asc" } });
const alertOf = (subject: string) => world.db.prisma.staffAlert.findFirst({ where: { kind: "card_testing", subject } });

/** Everything that a card on a link could draw on or change. */
const snapshot = async (link: LinkRecord) => ({
  row: await journey.getRow(link),
  payments: await journey.listPayments(link),
  attempts: await journey.listAttempts(link),
  events: await journey.listEvents(link),
  calls: world.bank.calls.length,
});

const linkWith = async (refusals: number): Promise<LinkRecord> => {
  const link = await journey.create();
  await write(refusals, { linkId: link.id });
  return link;
};

describe("a link", () => {
  test("cools for five minutes at the 21st refusal, and a card then changes nothing", async () => {
    const link = await linkWith(20);
    expect(await journey.submit(link)).toMatchObject({ kind: "refused", code: "payment_declined" });
    const before = await snapshot(link);
    expect(await journey.submit(link)).toMatchObject({ kind: "cooling", retryAfterSeconds: 300 });
    world.clock.advanceMs(minutes(4));
    expect(await journey.submit(link, { pan: "4508030000000006" })).toMatchObject({ retryAfterSeconds: 60 });
    expect(await journey.submit(link, { pan: "x" })).toMatchObject({ kind: "cooling" });
    expect(await snapshot(link)).toEqual(before);
    expect(await journey.submit(await journey.create()), "another link").toMatchObject({ kind: "refused" });
  });

  test("takes cards again when the cooling ends, and cools longer when the refusals go on", async () => {
    const link = await linkWith(20);
    await journey.submit(link);
    world.clock.advanceMs(minutes(5));
    expect(await journey.submit(link)).toMatchObject({ kind: "refused" });
    expect(await journey.submit(link)).toMatchObject({ kind: "cooling", retryAfterSeconds: 600 });
    world.clock.advanceMs(minutes(10));
    world.bank.answer("prepare", approved);
    await journey.sendToBank(link);
  });

  test("alerts staff once, and the owners by mail in their language; both end after a calm hour", async () => {
    const { session } = await createPanelContext(world.ctx, "owner");
    await createPanelContext(world.ctx, "finance");
    const owner = session?.user.email as string;
    await world.db.prisma.panelUser.updateMany({ where: { email: owner }, data: { language: "en" } });
    const link = await linkWith(20);
    await journey.submit(link);
    const alert = await alertOf(link.id);
    expect(alert).toMatchObject({ closedAt: null, createdAt: world.clock.now() });
    expect(alert?.detail).toMatch(
      new RegExp(`^Link ${link.id} \\(number \\d+\\) of prt_ours: 21 refusals of 21 cards`),
    );
    const mails = () => world.db.prisma.mailMessage.findMany({ where: { kind: "card_testing", recipient: owner } });
    expect(await mails()).toMatchObject([{ language: "en" }]);
    world.clock.advanceMs(minutes(5));
    await journey.submit(link);
    expect((await mails()).length, "one mail for all repetitions").toBe(1);
    const finance = { kind: "card_testing", recipient: { startsWith: "finance" } };
    expect(await world.db.prisma.mailMessage.count({ where: finance })).toBe(0);
    await journey.advance(minutes(10) + hours(1) - seconds(1));
    expect(await alertOf(link.id)).toMatchObject({ closedAt: null });
    await journey.advance(seconds(1));
    expect(await alertOf(link.id)).toMatchObject({ closedAt: world.clock.now(), closedBy: null });
    expect(await listCoolings()).toEqual([]);
  });

  test("is shown to its account, with its number, the refusals and the end, and to no other", async () => {
    const link = await linkWith(20);
    await journey.submit(link);
    const seen = async (partnerId: string) => {
      const { session } = await createPanelContext(world.ctx, "support", partnerId);
      const sees = { webhooks: false, keys: false, refundRequests: false, chargebacks: false };
      const items = await getAttention(world.ctx, { account: session!.account, hasSecondFactor: true, sees });
      return items.filter(({ kind }) => kind === "card_testing");
    };
    const pause = { scope: "link", linkId: link.id, number: BigInt(link.partnerReference), refusals: 21, bin: null };
    expect(await seen("prt_ours")).toMatchObject([{ pauses: [{ ...pause, isOver: false }] }]);
    expect(await seen("prt_other")).toEqual([]);
    world.clock.advanceMs(minutes(5));
    expect(await seen("prt_ours")).toMatchObject([{ pauses: [{ ...pause, isOver: true }] }]);
  });

  test("lets no card more than the 21st reach the bank when eight are submitted at once", async () => {
    const link = await linkWith(20);
    const before = world.bank.calls.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => journey.submit(link)));
    expect(answers.filter(({ kind }) => kind === "refused")).toHaveLength(1);
    expect(world.bank.calls.length - before).toBe(1);
    expect(await journey.listAttempts(link)).toHaveLength(21);
    expect(await listCoolings()).toMatchObject([{ subject: link.id, offences: 1, refusals: 21 }]);
    expect(await journey.submit(link)).toMatchObject({ kind: "cooling" });
  });

  test("cools at the 61st refusal of a day, however slowly they come", async () => {
    const link = await journey.create();
    await write(60, { linkId: link.id, ageMs: hours(20) });
    await journey.submit(link);
    expect(await listCoolings()).toMatchObject([{ subject: link.id, rule: "link_day", refusals: 61 }]);
  });
});

describe("a direct payment", () => {
  const submit = async (buyerIp = "2001:db8::7", pan?: string) => {
    const { paymentRef } = await payments.create();
    return handOver(world.ctx, { paymentRef, raw: testCard(pan), language: "tr", buyerIp });
  };

  const places: readonly [
    scope: string,
    count: number,
    cards: Partial<AnsweredCard>,
    subject: string,
    elsewhere: Parameters<typeof submit>,
  ][] = [
    ["bin", 50, {}, "prt_ours/552879", ["2001:db8::7", "4508030000000006"]],
    [
      "network",
      25,
      { network: "2001:db8:0:0::/64", bin: null, partnerId: "prt_other" },
      "2001:db8:0:0::/64",
      ["2001:db8:1::7"],
    ],
    ["merchant", 100, { bin: null }, "prt_ours", []],
  ];

  test.each(places)(
    "%s: cools at the refusal after %i, and a card there draws on nothing",
    async (scope, count, cards, subject, elsewhere) => {
      await write(count, cards);
      expect(await submit("2001:db8::1")).toMatchObject({ code: "payment_declined" });
      expect(await listCoolings()).toMatchObject([{ scope, subject, refusals: count + 1 }]);
      expect(await alertOf(subject)).toMatchObject({ closedAt: null });
      const [calls, attempts] = [world.bank.calls.length, await world.db.prisma.attempt.count()];
      const { paymentRef, paymentCode } = await payments.create();
      const start = () => handOver(world.ctx, { paymentRef, raw: testCard(), language: "tr", buyerIp: "2001:db8::2" });
      const wait = scope === "merchant" ? 120 : 300;
      expect(await start()).toMatchObject({ kind: "rejected", code: "rate_limited", retryAfterSeconds: wait });
      const payment = { status: "initiated", attemptsUsed: 0, prepareStartedAt: null };
      expect(await world.db.prisma.payment.findUnique({ where: { id: paymentCode } })).toMatchObject(payment);
      expect([world.bank.calls.length, await world.db.prisma.attempt.count()]).toEqual([calls, attempts]);
      if (elsewhere.length > 0)
        expect(await submit(...elsewhere), "elsewhere").toMatchObject({ code: "payment_declined" });
      world.clock.advanceMs(seconds(wait));
      expect(await start()).toMatchObject({ code: "payment_declined" });
    },
  );

  test.each(places)("%s: does not cool where enough cards are captured", async (_, count, cards) => {
    await write(count, cards);
    await write(count, { ...cards, status: "captured" });
    await submit("2001:db8::1");
    expect(await listCoolings()).toEqual([]);
  });

  test.each(places)("%s: does not cool where all refusals are of one card, or are too old", async (_, count, cards) => {
    await write(count, { network: "home", ...cards, bin: "552879", last4: "0008" });
    await write(count, { ...cards, ageMs: hours(2) });
    await submit("2001:db8::1");
    expect(await listCoolings()).toEqual([]);
  });

  test("bin: cools where one card comes from many networks", async () => {
    await write(50, { last4: "0008" });
    await submit();
    expect(await listCoolings()).toMatchObject([{ scope: "bin", refusals: 51 }]);
  });

  const fail = async (verdict: "authenticated" | "not_authenticated") => {
    const { token } = await payments.createAtBank();
    await payments.returnFromBank(token, verdict);
  };

  test("counts failed 3-D Secure", async () => {
    world.bank.answer("prepare", approved);
    await write(50);
    await fail("not_authenticated");
    expect(await listCoolings()).toMatchObject([{ scope: "bin", refusals: 51 }]);
  });

  test("counts refused captures, but not what the bank's own trouble refused", async () => {
    world.bank.answer("prepare", approved);
    await write(50);
    world.bank.answer("capture", { kind: "declined", reason: "bank_unavailable", bankCode: "91" });
    await fail("authenticated");
    expect(await listCoolings()).toEqual([]);
    world.bank.answer("capture", declined);
    await fail("authenticated");
    expect(await listCoolings()).toMatchObject([{ scope: "bin", refusals: 51 }]);
  });

  test("cools a BIN once when several cards that are on their way are refused at once", async () => {
    await write(49);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => submit(`192.0.2.${n}`)));
    expect(answers.every((answer) => answer.kind === "rejected")).toBe(true);
    expect(await submit("192.0.2.9")).toMatchObject({ code: "rate_limited" });
    expect(await listCoolings()).toMatchObject([{ scope: "bin", offences: 1 }]);
  });
});

test("nothing cools where the multiplier is a thousand", async () => {
  const link = await linkWith(100);
  const raised = { ...world.ctx, refusalsMultiplier: 1_000 };
  const { paymentRef } = await payments.create();
  await handOver(raised, { paymentRef, raw: testCard(), language: "tr", buyerIp: "192.0.2.1" });
  expect(await listCoolings()).toEqual([]);
  expect(await journey.submit(link)).toMatchObject({ kind: "refused" });
});

test("counts by indexes, so that an account's old cards cost nothing", async () => {
  const link = await linkWith(10);
  await write(5_000, { ageMs: days(20), network: "192.0.2.0" });
  await world.db.pool.query("analyze attempt; analyze payment");
  const place = { linkId: link.id, linkReference: 1n, partnerId: "prt_ours", bin6: "552879", network: "192.0.2.0" };
  const attempt = { ...place, isCounted: true };
  const plan = await explainLastQuery(world.db, () => countRefusals(world.db.prisma, attempt, world.clock.now()));
  expect(plan).not.toContain("Seq Scan");
  for (const index of ["attempt_refused", "attempt_answered", "payment_captured"]) expect(plan).toContain(index);
});
