import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, plusMs, seconds } from "@/server/domain/clock";
import { linkStates } from "@/server/domain/states";
import { createLinkJourney, type LinkJourney, pans, readRedirect } from "@/server/testing/journeys/link";
import { approved, declined, openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import type { LinkRecord } from "./shared/link-record";
import { findCurrentLink, findLinkState } from "./shared/link-state";

// Tests the table of D-10 row by row: the link's new state, its payment's state, and the merchant's events, once each.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.calls.length = 0;
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

/** The ways that lead a link to each state; each step takes one second. */
const ways: Record<string, () => Promise<Link>> = {
  pending: () => journey.create({ redirectUrl }),
  launched: async () => {
    const link = await journey.create({ redirectUrl });
    await journey.open(link);
    return link;
  },
  initiated: () => journey.createAtBank({ redirectUrl }),
  "failed, a card refused": async () => refuse(await journey.create({ redirectUrl })),
  "failed, 3-D Secure failed": async () => {
    const link = await journey.createAtBank({ redirectUrl });
    await journey.returnFromBank(link.callback, "not_authenticated");
    return link;
  },
  completed: async () => {
    const link = await journey.createAtBank({ redirectUrl });
    await journey.returnFromBank(link.callback);
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
const toState = (way: string) => way.split(",")[0];

async function given(way: string): Promise<Link> {
  const link = await ways[way]!();
  expect(await journey.getRow(link)).toMatchObject({ status: toState(way) });
  world.clock.advanceMs(seconds(1));
  return link;
}

const last = async (link: Link) => (await journey.listPayments(link)).at(-1);
const added = (before: string[], ...events: string[]) => [...before, ...events].sort();

test("covers every state as a start", () => {
  expect(new Set([...open, ...final].map(toState))).toEqual(new Set(linkStates));
});

test("creates a link as pending, valid for seven days and not opened", async () => {
  const link = await journey.create();
  expect(link).toMatchObject({ status: "pending", firstOpenedAt: null, lastOpenedAt: null });
  expect(link.expiresAt).toEqual(plusMs(link.createdAt, days(7)));
  expect(await journey.listEvents(link)).toEqual([]);
});

describe("when a link is opened", () => {
  test.each(open)("records the opening from %s", async (way) => {
    const before = await journey.getRow(await given(way));
    await journey.open({ token: await readToken(before.id) });
    const now = world.clock.now();
    expect(await journey.getRow(before)).toMatchObject({
      status: way === "pending" ? "launched" : before.status,
      firstOpenedAt: before.firstOpenedAt ?? now,
      lastOpenedAt: now,
      updatedAt: now,
    });
  });

  test.each(final)("changes nothing from %s", async (way) => {
    const link = await given(way);
    const before = await journey.getRow(link);
    expect(await journey.open(link)).toMatchObject({ kind: way === "completed" ? "paid" : way });
    expect(await journey.getRow(link)).toEqual(before);
  });

  const readToken = async (id: string) => {
    const { tokenCipher } = await world.db.prisma.paymentLink.findUniqueOrThrow({ where: { id } });
    return world.ctx.vault.open(`link-token:${id}`, tokenCipher);
  };
});

describe("when a card is submitted and 3-D Secure starts", () => {
  test.each(payable)("becomes initiated from %s", async (way) => {
    const link = await given(way);
    const before = { row: await journey.getRow(link), events: await journey.listEvents(link) };
    expect(await journey.submit(link)).toMatchObject({ kind: "form", amountKurus: 40_000n, installment: 1 });
    const now = world.clock.now();
    const opened = before.row.firstOpenedAt ?? now;
    expect(await journey.getRow(link)).toMatchObject({ status: "initiated", firstOpenedAt: opened });
    expect(await last(link)).toMatchObject({
      status: "initiated",
      source: "payment_link",
      prepareStartedAt: now,
      amount: 40_000n,
      partnerTxCode: `PL-${link.partnerReference}-${(await journey.listPayments(link)).length}`,
    });
    // The count differs from the refused card's, so the earlier payment is superseded.
    const superseded = way === "failed, a card refused" ? ["payment.failed"] : [];
    expect(await journey.listEvents(link)).toEqual(added(before.events, ...superseded));
  });

  test.each(["initiated", ...final])("does not start from %s", async (way) => {
    const link = await given(way);
    const before = { row: await journey.getRow(link), payments: await journey.listPayments(link) };
    const kinds: Record<string, string> = { initiated: "in_progress", completed: "paid" };
    const state = { kind: kinds[way] ?? way };
    expect(await journey.submit(link)).toMatchObject({ kind: "state", state });
    expect({ row: await journey.getRow(link), payments: await journey.listPayments(link) }).toEqual(before);
  });
});

test.each(payable)(
  "becomes failed from %s when a card is refused before 3-D Secure, and counts the card",
  async (way) => {
    const link = await given(way);
    const before = await last(link);
    const used = before?.status === "initiated" ? before.attemptsUsed : 0;
    expect(await journey.submit(link, { pan: pans.debit, installmentCount: 3 })).toMatchObject({
      kind: "refused",
      code: "installment_not_allowed",
      trouble: { why: "card_not_eligible" },
    });
    const row = await journey.getRow(link);
    expect(row.status).toBe("failed");
    expect(row.firstOpenedAt).not.toBeNull();
    const payment = { status: "initiated", attemptsUsed: used + 1, prepareStartedAt: null };
    expect(await last(link)).toMatchObject(payment);
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "failed", failure: { code: null } });
  },
);

describe("shows the sterile page without an attempt", () => {
  const terminal = (data: object) => world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data });
  const obstacles: Record<string, [object, object]> = {
    "a bank limit": [{ limitPerTx: 39_999n }, { limitPerTx: null }],
    "an inactive bank connection": [{ virtualPosActive: false }, { virtualPosActive: true }],
    "an inactive provider": [{ pspActive: false }, { pspActive: true }],
    "an inactive terminal": [{ active: false }, { active: true }],
  };
  const cases = Object.keys(obstacles).flatMap((what) => payable.map((way) => [what, way] as const));

  test.each(cases)("for %s, from %s", async (what, way) => {
    const link = await given(way);
    const [on, off] = obstacles[what]!;
    const before = { payments: await journey.listPayments(link), events: await journey.listEvents(link) };
    await terminal(on);
    try {
      expect(await journey.submit(link)).toMatchObject({ kind: "limit" });
    } finally {
      await terminal(off);
    }
    expect(await journey.getRow(link)).toMatchObject({
      status: way === "pending" ? "launched" : toState(way),
    });
    expect({
      payments: await journey.listPayments(link),
      events: await journey.listEvents(link),
    }).toEqual(before);
  });
});

describe("when the attempt ends", () => {
  test("becomes failed after failed 3-D Secure, with payment.failed and the merchant's failure page", async () => {
    const link = await given("initiated");
    expect(readRedirect(await journey.returnFromBank(link.callback!, "not_authenticated"))).toBe(failure);
    expect(await journey.getRow(link)).toMatchObject({ status: "failed" });
    expect(await last(link)).toMatchObject({ status: "failed", failureCode: "three_ds_failed" });
    expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
    expect(world.bank.countCalls("capture")).toBe(0);
  });

  test("becomes failed after a declined capture, with payment.failed and the merchant's failure page", async () => {
    world.bank.answer("capture", declined);
    const link = await given("initiated");
    expect(readRedirect(await journey.returnFromBank(link.callback!))).toBe(failure);
    expect(await journey.getRow(link)).toMatchObject({ status: "failed" });
    expect(await last(link)).toMatchObject({ status: "failed", failureCode: "capture_declined" });
    expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
    const failed = { code: "capture_declined", declineReason: "insufficient_funds" };
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "failed", failure: failed });
  });

  test("becomes completed after an approved capture, with both events and the merchant's success page", async () => {
    const link = await given("initiated");
    expect(readRedirect(await journey.returnFromBank(link.callback!))).toBe(success);
    expect(await journey.getRow(link)).toMatchObject({ status: "completed" });
    expect(await last(link)).toMatchObject({ status: "captured", amount: 40_000n });
    expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
    expect(await journey.getLinkState(link)).toMatchObject({
      kind: "paid",
      receipt: { amountKurus: 40_000n },
      shopUrl: success,
    });
  });

  test.each([30, 135])(
    "becomes failed with payment.expired if it is not completed within %i minutes",
    async (validityMinutes) => {
      const data = { validityMinutes };
      await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data });
      const link = await given("initiated");
      const startedAt = plusMs(world.clock.now(), -seconds(1));
      await journey.advance(minutes(validityMinutes) - seconds(1) - 1);
      expect(await journey.getRow(link)).toMatchObject({ status: "initiated" });
      await journey.advance(1);
      expect(await journey.getRow(link)).toMatchObject({ status: "failed" });
      const expiredAt = plusMs(startedAt, minutes(validityMinutes));
      expect(await last(link)).toMatchObject({ status: "expired", expiredAt });
      expect(await journey.listEvents(link)).toEqual(["payment.expired"]);
      expect(await journey.getLinkState(link)).toMatchObject({ failure: { code: "expired" } });
      expect(readRedirect(await journey.returnFromBank(link.callback!))).toBe(failure);
      expect(world.bank.countCalls("capture")).toBe(0);
    },
  );

  test("becomes failed when the buyer gives up after two minutes; a late return captures nothing", async () => {
    const link = await given("initiated");
    await journey.advance(minutes(2) - seconds(1) - 1);
    expect(await journey.giveUp(link)).toMatchObject({ kind: "in_progress" });
    expect(await journey.getRow(link)).toMatchObject({ status: "initiated" });
    await journey.advance(1);
    expect(await journey.giveUp(link)).toMatchObject({ kind: "failed", failure: { code: "abandoned" } });
    expect(await last(link)).toMatchObject({ status: "failed", failureCode: "abandoned" });
    expect(readRedirect(await journey.returnFromBank(link.callback!))).toBe(failure);
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.giveUp(link)).toMatchObject({ kind: "failed" });
    expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
    expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });
});

test("shows a link that is read while its attempt ends as in progress, never as payable", async () => {
  const link = await journey.createAtBank();
  const before = await findCurrentLink(world.ctx, link.token);
  await journey.returnFromBank(link.callback);
  const after = await findCurrentLink(world.ctx, link.token);
  if (!before || !after) throw new Error("There is no such link");
  expect(await findLinkState(world.ctx, { ...before, payment: after.payment })).toMatchObject({ kind: "in_progress" });
  expect(await findLinkState(world.ctx, after)).toMatchObject({ kind: "paid" });
});

describe("without a redirectUrl", () => {
  test.each([
    ["authenticated", "captured"],
    ["not_authenticated", "failed"],
  ] as const)("redirects a return that is %s to our own result page", async (verdict, status) => {
    const link = await journey.createAtBank();
    expect(readRedirect(await journey.returnFromBank(link.callback, verdict))).toBe(`${link.url}/result?lang=tr`);
    expect(await last(link)).toMatchObject({ status, returnUrl: null });
  });
});
