import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, plusMs, seconds } from "@/server/domain/clock";
import { linkStates } from "@/server/domain/states";
import { type LinkJourney, linkJourneyIn, pans, sentTo } from "@/server/testing/journeys/link";
import { approved, declined, openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import type { LinkRecord } from "./link-record";
import { findLinkAt, sceneOfFound } from "./link-view";

// The table of D-10, row by row: where the link goes, what becomes of its payment, what the merchant is told, once.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 10_000 });
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});

const redirectUrl = "https://shop.test/a/?x=1#f";
const success = "https://shop.test/a/payment/success?x=1";
const failure = "https://shop.test/a/payment/failure?x=1";

type Link = LinkRecord & { callback?: string };

const refuse = async (link: Link): Promise<Link> => {
  await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
  return link;
};

/** A link in each state, by the ways that lead there; one second passes with each step. */
const ways: Record<string, () => Promise<Link>> = {
  pending: () => journey.create({ redirectUrl }),
  launched: async () => {
    const link = await journey.create({ redirectUrl });
    await journey.open(link);
    return link;
  },
  initiated: () => journey.atTheBank({ redirectUrl }),
  "failed, a card refused": async () => refuse(await journey.create({ redirectUrl })),
  "failed, 3-D Secure failed": async () => {
    const link = await journey.atTheBank({ redirectUrl });
    await journey.comeBack(link.callback, "not_authenticated");
    return link;
  },
  completed: async () => {
    const link = await journey.atTheBank({ redirectUrl });
    await journey.comeBack(link.callback);
    return link;
  },
  expired: async () => {
    const link = await journey.create({ redirectUrl });
    await journey.advance(days(7));
    await journey.expire(link);
    return link;
  },
  cancelled: async () => {
    const link = await journey.create({ redirectUrl });
    await journey.cancel(link);
    return link;
  },
};
const payable = ["pending", "launched", "failed, a card refused", "failed, 3-D Secure failed"];
const open = [...payable, "initiated"];
const final = ["completed", "expired", "cancelled"];
const stateOf = (way: string) => way.split(",")[0];

async function given(way: string): Promise<Link> {
  const link = await ways[way]!();
  expect(await journey.row(link)).toMatchObject({ status: stateOf(way) });
  world.clock.advanceMs(seconds(1));
  return link;
}

const last = async (link: Link) => (await journey.paymentsOf(link)).at(-1);
const added = (before: string[], ...events: string[]) => [...before, ...events].sort();

test("every state is begun from", () => {
  expect(new Set([...open, ...final].map(stateOf))).toEqual(new Set(linkStates));
});

test("created: pending, seven days, not opened", async () => {
  const link = await journey.create();
  expect(link).toMatchObject({ status: "pending", firstOpenedAt: null, lastOpenedAt: null });
  expect(link.expiresAt).toEqual(plusMs(link.createdAt, days(7)));
  expect(await journey.eventsOf(link)).toEqual([]);
});

describe("opened", () => {
  test.each(open)("from %s", async (way) => {
    const before = await journey.row(await given(way));
    await journey.open({ token: await tokenOf(before.id) });
    const now = world.clock.now();
    expect(await journey.row(before)).toMatchObject({
      status: way === "pending" ? "launched" : before.status,
      firstOpenedAt: before.firstOpenedAt ?? now,
      lastOpenedAt: now,
      updatedAt: now,
    });
  });

  test.each(final)("changes nothing from %s", async (way) => {
    const link = await given(way);
    const before = await journey.row(link);
    expect(await journey.open(link)).toMatchObject({ kind: way === "completed" ? "paid" : way });
    expect(await journey.row(link)).toEqual(before);
  });

  const tokenOf = async (id: string) => {
    const { tokenCipher } = await world.db.prisma.paymentLink.findUniqueOrThrow({ where: { id } });
    return world.ctx.vault.open(`link-token:${id}`, tokenCipher);
  };
});

describe("a card is submitted and 3-D Secure starts", () => {
  test.each(payable)("initiated from %s", async (way) => {
    const link = await given(way);
    const before = { row: await journey.row(link), events: await journey.eventsOf(link) };
    expect(await journey.submit(link)).toMatchObject({ kind: "form", amountKurus: 40_000n, installment: 1 });
    const now = world.clock.now();
    const opened = before.row.firstOpenedAt ?? now;
    expect(await journey.row(link)).toMatchObject({ status: "initiated", firstOpenedAt: opened });
    expect(await last(link)).toMatchObject({
      status: "initiated",
      source: "payment_link",
      prepareStartedAt: now,
      amount: 40_000n,
      partnerTxCode: `PL-${link.partnerReference}-${(await journey.paymentsOf(link)).length}`,
    });
    // Another count than the refused card's: its payment makes way.
    const superseded = way === "failed, a card refused" ? ["payment.failed"] : [];
    expect(await journey.eventsOf(link)).toEqual(added(before.events, ...superseded));
  });

  test.each(["initiated", ...final])("is not begun from %s", async (way) => {
    const link = await given(way);
    const before = { row: await journey.row(link), payments: await journey.paymentsOf(link) };
    const kinds: Record<string, string> = { initiated: "in_progress", completed: "paid" };
    const scene = { kind: kinds[way] ?? way };
    expect(await journey.submit(link)).toMatchObject({ kind: "scene", scene });
    expect({ row: await journey.row(link), payments: await journey.paymentsOf(link) }).toEqual(before);
  });
});

test.each(payable)(
  "failed from %s: a card is refused before 3-D Secure and draws from the allowance",
  async (way) => {
    const link = await given(way);
    const before = await last(link);
    const used = before?.status === "initiated" ? before.attemptsUsed : 0;
    expect(await journey.submit(link, { pan: pans.debit, installmentCount: 3 })).toMatchObject({
      kind: "refused",
      code: "installment_not_allowed",
      trouble: { why: "card_not_eligible" },
    });
    const row = await journey.row(link);
    expect(row.status).toBe("failed");
    expect(row.firstOpenedAt).not.toBeNull();
    const payment = { status: "initiated", attemptsUsed: used + 1, prepareStartedAt: null };
    expect(await last(link)).toMatchObject(payment);
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "failed", failure: { code: null } });
  },
);

describe("nothing is tried, the sterile page is shown", () => {
  const terminal = (data: object) =>
    world.db.prisma.terminal.update({ where: { id: terminalOf.ours }, data });
  const obstacles: Record<string, [object, object]> = {
    "a bank limit": [{ limitPerTx: 39_999n }, { limitPerTx: null }],
    "an inactive bank connection": [{ virtualPosActive: false }, { virtualPosActive: true }],
    "an inactive provider": [{ pspActive: false }, { pspActive: true }],
    "an inactive terminal": [{ active: false }, { active: true }],
  };
  const cases = Object.keys(obstacles).flatMap((what) => payable.map((way) => [what, way] as const));

  test.each(cases)("%s, from %s", async (what, way) => {
    const link = await given(way);
    const [on, off] = obstacles[what]!;
    const before = { payments: await journey.paymentsOf(link), events: await journey.eventsOf(link) };
    await terminal(on);
    try {
      expect(await journey.submit(link)).toMatchObject({ kind: "limit" });
    } finally {
      await terminal(off);
    }
    expect(await journey.row(link)).toMatchObject({ status: way === "pending" ? "launched" : stateOf(way) });
    expect({
      payments: await journey.paymentsOf(link),
      events: await journey.eventsOf(link),
    }).toEqual(before);
  });
});

describe("the attempt ends", () => {
  test("3-D Secure failed: failed, payment.failed, the merchant's failure page", async () => {
    const link = await given("initiated");
    expect(sentTo(await journey.comeBack(link.callback!, "not_authenticated"))).toBe(failure);
    expect(await journey.row(link)).toMatchObject({ status: "failed" });
    expect(await last(link)).toMatchObject({ status: "failed", failureCode: "three_ds_failed" });
    expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
    expect(world.bank.countOf("capture")).toBe(0);
  });

  test("capture declined: failed, payment.failed, the merchant's failure page", async () => {
    world.bank.answer("capture", declined);
    const link = await given("initiated");
    expect(sentTo(await journey.comeBack(link.callback!))).toBe(failure);
    expect(await journey.row(link)).toMatchObject({ status: "failed" });
    expect(await last(link)).toMatchObject({ status: "failed", failureCode: "capture_declined" });
    expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
    const failed = { code: "capture_declined", declineReason: "insufficient_funds" };
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "failed", failure: failed });
  });

  test("capture approved: completed, both events, the merchant's success page", async () => {
    const link = await given("initiated");
    expect(sentTo(await journey.comeBack(link.callback!))).toBe(success);
    expect(await journey.row(link)).toMatchObject({ status: "completed" });
    expect(await last(link)).toMatchObject({ status: "captured", amount: 40_000n });
    expect(await journey.eventsOf(link)).toEqual(["payment.captured", "payment_link.completed"]);
    expect(await journey.sceneOf(link)).toMatchObject({
      kind: "paid",
      receipt: { amountKurus: 40_000n },
      shopUrl: success,
    });
  });

  test.each([30, 135])(
    "not completed within %i minutes: failed, payment.expired",
    async (validityMinutes) => {
      const data = { validityMinutes };
      await world.db.prisma.terminal.update({ where: { id: terminalOf.ours }, data });
      const link = await given("initiated");
      const startedAt = plusMs(world.clock.now(), -seconds(1));
      await journey.advance(minutes(validityMinutes) - seconds(1) - 1);
      expect(await journey.row(link)).toMatchObject({ status: "initiated" });
      await journey.advance(1);
      expect(await journey.row(link)).toMatchObject({ status: "failed" });
      const expiredAt = plusMs(startedAt, minutes(validityMinutes));
      expect(await last(link)).toMatchObject({ status: "expired", expiredAt });
      expect(await journey.eventsOf(link)).toEqual(["payment.expired"]);
      expect(await journey.sceneOf(link)).toMatchObject({ failure: { code: "expired" } });
      expect(sentTo(await journey.comeBack(link.callback!))).toBe(failure);
      expect(world.bank.countOf("capture")).toBe(0);
    },
  );

  test("given up, not before two minutes: failed, abandoned; a late return captures nothing", async () => {
    const link = await given("initiated");
    await journey.advance(minutes(2) - seconds(1) - 1);
    expect(await journey.giveUp(link)).toMatchObject({ kind: "in_progress" });
    expect(await journey.row(link)).toMatchObject({ status: "initiated" });
    await journey.advance(1);
    expect(await journey.giveUp(link)).toMatchObject({ kind: "failed", failure: { code: "abandoned" } });
    expect(await last(link)).toMatchObject({ status: "failed", failureCode: "abandoned" });
    expect(sentTo(await journey.comeBack(link.callback!))).toBe(failure);
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.giveUp(link)).toMatchObject({ kind: "failed" });
    expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
    expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });
});

test("a link read while its attempt ends is shown as in progress, never as one that takes a card", async () => {
  const link = await journey.atTheBank();
  const before = await findLinkAt(world.ctx, link.token);
  await journey.comeBack(link.callback);
  const after = await findLinkAt(world.ctx, link.token);
  if (!before || !after) throw new Error("There is no such link");
  expect(sceneOfFound({ ...before, payment: after.payment })).toMatchObject({ kind: "in_progress" });
  expect(sceneOfFound(after)).toMatchObject({ kind: "paid" });
});

describe("without a redirectUrl", () => {
  test.each([
    ["authenticated", "captured"],
    ["not_authenticated", "failed"],
  ] as const)("a return that is %s leads to our own result page", async (verdict, status) => {
    const link = await journey.atTheBank();
    expect(sentTo(await journey.comeBack(link.callback, verdict))).toBe(`${link.url}/result?lang=tr`);
    expect(await last(link)).toMatchObject({ status, returnUrl: null });
  });
});
