import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { type LinkJourney, linkJourneyIn, sentTo } from "@/server/testing/journeys/link";
import { expectWholeLinks } from "@/server/testing/journeys/link-rules";
import {
  approved,
  declined,
  openTestWorld,
  paid,
  type TestWorld,
  unknown,
} from "@/server/testing/world/world";
import { holdLinkPayment } from "./link-payment";
import type { LinkRecord } from "./link-record";
import { findLinkAt } from "./link-view";

// What the account's state does to its links (§3.1, D-42, D-44), and a capture whose outcome is unknown (D-46).
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 100 });
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});
afterEach(() => expectWholeLinks(world));

const status = async (link: LinkRecord) => (await journey.row(link)).status;
const set = (data: object) => world.db.prisma.partner.update({ where: { id: "prt_ours" }, data });
const usual = { status: "active", acceptanceHeld: false, paymentLinksEnabled: true } as const;

describe.each([
  ["suspended", { status: "suspended" }, "suspended"],
  ["closed", { status: "closed" }, "suspended"],
  ["on hold", { acceptanceHeld: true }, "on_hold"],
  ["without the feature", { paymentLinksEnabled: false }, "feature_off"],
] as const)("an account that is %s", (_what, change, kind) => {
  afterEach(() => set(usual));

  test("its links say so, take no card, and can be paid again afterwards", async () => {
    const failed = await journey.atTheBank();
    await journey.comeBack(failed.callback, "not_authenticated");
    const links: LinkRecord[] = [await journey.create(), failed];
    await set(change);
    for (const link of links) {
      const before = await journey.paymentsOf(link);
      expect(await journey.open(link)).toMatchObject({ kind });
      expect(await journey.submit(link)).toMatchObject({ kind: "scene", scene: { kind } });
      expect(await journey.paymentsOf(link)).toEqual(before);
    }
    // Opening counts (D-9), nothing else does.
    expect([await status(links[0]!), await status(links[1]!)]).toEqual(["launched", "failed"]);
    await set(usual);
    for (const link of links) expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });

  test("a card that was looked at before, and gets its turn after, starts nothing", async () => {
    const link = await journey.create();
    const found = await findLinkAt(world.ctx, link.token);
    await set(change);
    const charge = { installment: 1, amountKurus: 40_000n, shareKurus: 0n, tariffId: null };
    const held = await inTx(world.db, (tx) => holdLinkPayment(world.ctx, tx, found!, charge));
    expect(held).toEqual({ obstacle: "not_payable" });
    expect(await journey.paymentsOf(link)).toEqual([]);
  });

  test("who is at the bank is not told that the link could be paid anew", async () => {
    const link = await journey.atTheBank();
    expect(await journey.sceneOf(link)).toMatchObject({ progress: { canPayAgain: true } });
    await set(change);
    expect(await journey.sceneOf(link)).toMatchObject({ progress: { canPayAgain: false } });
  });

  test("an attempt that was begun before is completed", async () => {
    const link = await journey.atTheBank({ redirectUrl: "https://shop.test" });
    await set(change);
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "in_progress" });
    await journey.comeBack(link.callback);
    await world.settled();
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "paid" });
    expect(await journey.eventsOf(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });

  test("its links are cancelled and expire as ever", async () => {
    const links = [await journey.create(), await journey.create()];
    await set(change);
    expect(await journey.cancelled(links[0]!)).toBe("cancelled");
    journey.passTo(links[1]!.expiresAt);
    expect(await journey.sceneOf(links[1]!)).toMatchObject({ kind: "expired" });
    expect(await journey.eventsOf(links[1]!)).toEqual(["payment_link.expired"]);
  });

  test("a paid link goes on showing its receipt", async () => {
    const link = await journey.atTheBank();
    await journey.comeBack(link.callback);
    await world.settled();
    await set(change);
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "paid" });
  });
});

describe("unknown, then resolved", () => {
  const redirectUrl = "https://shop.test";

  /** A link whose capture got no readable answer; where its buyer was sent. */
  async function lost(link?: LinkRecord) {
    world.bank.answer("capture", unknown);
    const started = await journey.toTheBank(link ?? (await journey.create({ redirectUrl })));
    const address = sentTo(await journey.comeBack(started.callback));
    await world.settled();
    return { link: started, address };
  }

  test("the buyer waits on our page, not on the merchant's; nobody may give up, cancel or pay again", async () => {
    const { link, address } = await lost();
    expect(address).toBe(`${link.url}/result?lang=tr`);
    journey.pass(minutes(2));
    expect(await journey.giveUp(link)).toMatchObject({ progress: { canGiveUpFrom: null } });
    expect(await journey.submit(link)).toMatchObject({ kind: "scene", scene: { kind: "in_progress" } });
    expect(await journey.cancelled(link)).toBe("payment_link_already_paid");
    expect(await status(link)).toBe("initiated");
  });

  test("the bank has the money: completed by the inquiry, and the same return leads to the success page", async () => {
    const { link } = await lost();
    world.bank.answer("inquire", paid);
    await journey.advance(seconds(5));
    expect(await status(link)).toBe("completed");
    expect(sentTo(await journey.comeBack(link.callback))).toBe(`${redirectUrl}/payment/success`);
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await journey.eventsOf(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });

  test("the bank declined: failed by the inquiry, the failure page, and payable again", async () => {
    const { link } = await lost();
    world.bank.answer("inquire", declined);
    await journey.advance(seconds(5));
    expect(await status(link)).toBe("failed");
    expect(sentTo(await journey.comeBack(link.callback))).toBe(`${redirectUrl}/payment/failure`);
    expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });

  test("not found twice after the payment's time: expired, and the link is failed", async () => {
    const { link } = await lost();
    world.bank.answer("inquire", unknown);
    await journey.advance(minutes(31));
    expect(await status(link)).toBe("initiated");
    world.bank.answer("inquire", { kind: "not_found" });
    await journey.advance(hours(13));
    expect(await status(link)).toBe("failed");
    expect(await journey.eventsOf(link)).toEqual(["payment.expired"]);
  });

  test.each([
    ["paid", paid, "completed", ["payment.captured", "payment_link.completed"]],
    ["declined", declined, "expired", ["payment.failed", "payment_link.expired"]],
  ] as const)(
    "its window elapses meanwhile: the link waits, then %s",
    async (_what, outcome, ending, events) => {
      const created = await journey.create();
      journey.passTo(plusMs(created.expiresAt, -seconds(2)));
      const { link } = await lost(created);
      journey.pass(seconds(3));
      expect(await journey.expire(link)).toBe(false);
      expect(await status(link)).toBe("initiated");
      world.bank.answer("inquire", outcome);
      await journey.advance(seconds(5));
      expect(await status(link)).toBe(ending);
      expect(await journey.eventsOf(link)).toEqual(events);
    },
  );
});
