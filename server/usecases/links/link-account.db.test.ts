import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { createLinkJourney, type LinkJourney, readRedirect } from "@/server/testing/journeys/link";
import { expectConsistentLinks } from "@/server/testing/journeys/link-rules";
import { approved, declined, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { lockLinkPayment } from "./shared/link-payment";
import type { LinkRecord } from "./shared/link-record";
import { findCurrentLink } from "./shared/link-state";

// Tests the effect of the account's state on its links (§3.1, D-42, D-44), and captures of unknown outcome (D-46).
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
afterEach(() => expectConsistentLinks(world));

const status = async (link: LinkRecord) => (await journey.getRow(link)).status;
const set = (data: object) => world.db.prisma.partner.update({ where: { id: "prt_ours" }, data });
const usual = { status: "active", acceptanceHeld: false, paymentLinksEnabled: true } as const;

describe.each([
  ["suspended", { status: "suspended" }, "suspended"],
  ["closed", { status: "closed" }, "suspended"],
  ["on hold", { acceptanceHeld: true }, "on_hold"],
  ["without the feature", { paymentLinksEnabled: false }, "feature_off"],
] as const)("an account that is %s", (_what, change, kind) => {
  afterEach(() => set(usual));

  test("has links that show the state, take no card, and can be paid again afterwards", async () => {
    const failed = await journey.createAtBank();
    await journey.returnFromBank(failed.callback, "not_authenticated");
    const links: LinkRecord[] = [await journey.create(), failed];
    await set(change);
    for (const link of links) {
      const before = await journey.listPayments(link);
      expect(await journey.open(link)).toMatchObject({ kind });
      expect(await journey.submit(link)).toMatchObject({ kind: "state", state: { kind } });
      expect(await journey.listPayments(link)).toEqual(before);
    }
    // Only the opening is recorded (D-9).
    expect([await status(links[0]!), await status(links[1]!)]).toEqual(["launched", "failed"]);
    await set(usual);
    for (const link of links) expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });

  test("starts nothing for a card that was checked before and gets the lock afterwards", async () => {
    const link = await journey.create();
    const found = await findCurrentLink(world.ctx, link.token);
    await set(change);
    const charge = { installment: 1, amountKurus: 40_000n, shareKurus: 0n, tariffId: null, isForBank: true };
    const held = await inTx(world.db, (tx) => lockLinkPayment(world.ctx, tx, found!, charge));
    expect(held).toEqual({ obstacle: "not_payable" });
    expect(await journey.listPayments(link)).toEqual([]);
  });

  test("does not offer a new payment to a buyer who is at the bank", async () => {
    const link = await journey.createAtBank();
    expect(await journey.getLinkState(link)).toMatchObject({ progress: { canPayAgain: true } });
    await set(change);
    expect(await journey.getLinkState(link)).toMatchObject({ progress: { canPayAgain: false } });
  });

  test("completes an attempt that began before", async () => {
    const link = await journey.createAtBank({ redirectUrl: "https://shop.test" });
    await set(change);
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "in_progress" });
    await journey.returnFromBank(link.callback);
    await world.settled();
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "paid" });
    expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });

  test("has links that can still be cancelled and expire", async () => {
    const links = [await journey.create(), await journey.create()];
    await set(change);
    expect(await journey.tryCancel(links[0]!)).toBe("cancelled");
    journey.setClock(links[1]!.expiresAt);
    expect(await journey.getLinkState(links[1]!)).toMatchObject({ kind: "expired" });
    expect(await journey.listEvents(links[1]!)).toEqual(["payment_link.expired"]);
  });

  test("has paid links that still show their receipt", async () => {
    const link = await journey.createAtBank();
    await journey.returnFromBank(link.callback);
    await world.settled();
    await set(change);
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "paid" });
  });
});

describe("a link's capture with an unknown outcome", () => {
  const redirectUrl = "https://shop.test";

  /** Creates a link whose capture got no readable answer, and returns the URL to which its buyer was redirected. */
  async function lost(link?: LinkRecord) {
    world.bank.answer("capture", unknown);
    const started = await journey.sendToBank(link ?? (await journey.create({ redirectUrl })));
    const address = readRedirect(await journey.returnWithoutWaiting(started.callback));
    return { link: started, address };
  }

  test("keeps the buyer on our page, not on the merchant's, and permits no giving up, cancelling or paying again", async () => {
    const { link, address } = await lost();
    expect(address).toBe(`${link.url}/result?lang=tr`);
    journey.moveClock(minutes(2));
    expect(await journey.giveUp(link)).toMatchObject({ progress: { canGiveUpFrom: null } });
    expect(await journey.submit(link)).toMatchObject({ kind: "state", state: { kind: "in_progress" } });
    expect(await journey.tryCancel(link)).toBe("payment_link_already_paid");
    expect(await status(link)).toBe("initiated");
  });

  test("completes by the inquiry if the bank has the money, and the same return leads to the success page", async () => {
    const { link } = await lost();
    world.bank.answer("inquire", paid);
    await journey.advance(seconds(5));
    expect(await status(link)).toBe("completed");
    expect(readRedirect(await journey.returnFromBank(link.callback))).toBe(`${redirectUrl}/payment/success`);
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });

  test("fails by the inquiry if the bank declined, leads to the failure page, and stays payable", async () => {
    const { link } = await lost();
    world.bank.answer("inquire", declined);
    await journey.advance(seconds(5));
    expect(await status(link)).toBe("failed");
    expect(readRedirect(await journey.returnFromBank(link.callback))).toBe(`${redirectUrl}/payment/failure`);
    expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });

  test("expires the payment and fails the link after two not-found answers past its validity", async () => {
    const { link } = await lost();
    world.bank.answer("inquire", unknown);
    await journey.advance(minutes(31));
    expect(await status(link)).toBe("initiated");
    world.bank.answer("inquire", { kind: "not_found" });
    await journey.advance(hours(13));
    expect(await status(link)).toBe("failed");
    expect(await journey.listEvents(link)).toEqual(["payment.expired"]);
  });

  test.each([
    ["paid", paid, "completed", ["payment.captured", "payment_link.completed"]],
    ["declined", declined, "expired", ["payment.failed", "payment_link.expired"]],
  ] as const)(
    "makes the link wait beyond its window, then ends it by the outcome: %s",
    async (_what, outcome, ending, events) => {
      const created = await journey.create();
      journey.setClock(plusMs(created.expiresAt, -seconds(2)));
      const { link } = await lost(created);
      journey.moveClock(seconds(3));
      expect(await journey.expire(link)).toBe(false);
      expect(await status(link)).toBe("initiated");
      world.bank.answer("inquire", outcome);
      await journey.advance(seconds(5));
      expect(await status(link)).toBe(ending);
      expect(await journey.listEvents(link)).toEqual(events);
    },
  );
});
