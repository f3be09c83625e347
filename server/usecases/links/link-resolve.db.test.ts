import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { type LinkJourney, linkJourneyIn, sentTo, slowAnswer } from "@/server/testing/journeys/link";
import { expectWholeLinks } from "@/server/testing/journeys/link-rules";
import { resolvedAs } from "@/server/testing/journeys/payment";
import { approved, openTestWorld, returned, type TestWorld, unknown } from "@/server/testing/world/world";
import { completeHandoff } from "../payments/complete-handoff";
import { findLinkResult } from "./find-link-result";
import type { LinkRecord } from "./link-record";

// A bank whose return only the bank can read, as PosNet's is, and links that it pays: what happens to them while it is asked.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true }, captureWaitMs: 8_000 });
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("prepare", approved);
  world.bank.answer("resolve", resolvedAs("authenticated"));
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});
/** Lets a bank that a failed test has left without its word say it. */
let release = () => {};
afterEach(async () => {
  release();
  await world.settled();
  await expectWholeLinks(world);
});

const redirectUrl = "https://shop.test/a";
const success = "https://shop.test/a/payment/success";
const failure = "https://shop.test/a/payment/failure";

const status = async (link: Pick<LinkRecord, "id">) => (await journey.row(link)).status;
const payment = async (link: Pick<LinkRecord, "id">) => (await journey.paymentsOf(link)).at(-1);
const cards = async (link: Pick<LinkRecord, "id">) =>
  (await journey.attemptsOf(link)).map((attempt) => attempt.status);
const comeBack = (callback: string) => journey.comeBack(callback, "unresolved");
const verdictsOf = async ({ id: linkId }: Pick<LinkRecord, "id">) => {
  const found = await world.db.prisma.bankCallback.findMany({ where: { attempt: { payment: { linkId } } } });
  return found.map(({ verdict }) => verdict).sort();
};

describe("the bank says", () => {
  test("authenticated: completed, on the merchant's page", async () => {
    const link = await journey.atTheBank({ redirectUrl });
    expect(sentTo(await comeBack(link.callback))).toBe(success);
    expect([await status(link), await cards(link)]).toEqual(["completed", ["captured"]]);
    expect(await journey.eventsOf(link)).toEqual(["payment.captured", "payment_link.completed"]);
    expect(await verdictsOf(link)).toEqual(["authenticated"]);
  });

  test("not authenticated: failed, nothing is captured, and another card may follow", async () => {
    world.bank.answer("resolve", resolvedAs("not_authenticated"), resolvedAs("authenticated"));
    const link = await journey.atTheBank({ redirectUrl });
    expect(sentTo(await comeBack(link.callback))).toBe(failure);
    expect([await status(link), await cards(link)]).toEqual(["failed", ["not_authenticated"]]);
    const failed = { kind: "failed", failure: { code: "three_ds_failed" } };
    expect(await journey.sceneOf(link)).toMatchObject(failed);
    expect(world.bank.countOf("capture")).toBe(0);
    const again = await journey.toTheBank(link);
    expect(sentTo(await comeBack(again.callback))).toBe(success);
    expect(await journey.eventsOf(link)).toEqual([
      "payment.captured",
      "payment.failed",
      "payment_link.completed",
    ]);
  });

  test("400 another amount or order: nothing changes, and the genuine return still pays", async () => {
    world.bank.answer("resolve", resolvedAs("refused"), resolvedAs("authenticated"));
    const link = await journey.atTheBank({ redirectUrl });
    expect(sentTo(await comeBack(link.callback))).toBe("refused");
    expect([await status(link), await cards(link)]).toEqual(["initiated", ["started"]]);
    expect(sentTo(await comeBack(link.callback))).toBe(success);
    expect(await verdictsOf(link)).toEqual(["authenticated", "refused_amount"]);
  });

  test("twice and 20 times at once: one capture, one page for all", async () => {
    world.bank.answer("resolve", async (operation) => {
      await sleep(Math.random() * 200);
      return resolvedAs("authenticated")(operation);
    });
    const link = await journey.atTheBank({ redirectUrl });
    const all = await Promise.all(Array.from({ length: 20 }, () => comeBack(link.callback)));
    expect(new Set(all.map(sentTo))).toEqual(new Set([success]));
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await journey.eventsOf(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });
});

describe("the bank does not say", () => {
  test("unknown, then resolved: completed", async () => {
    world.bank.answer("resolve", unknown, resolvedAs("authenticated"));
    const link = await journey.atTheBank({ redirectUrl });
    expect(sentTo(await comeBack(link.callback))).toBe(success);
    expect(await status(link)).toBe("completed");
  });

  test("failed after four times unknown, nothing is captured, and another card may follow", async () => {
    world.bank.answer("resolve", unknown);
    const link = await journey.atTheBank({ redirectUrl });
    expect(sentTo(await comeBack(link.callback))).toBe(failure);
    expect(world.bank.countOf("resolve")).toBe(4);
    expect(await payment(link)).toMatchObject({ status: "failed", failureCode: "three_ds_failed" });
    expect([await status(link), await verdictsOf(link)]).toEqual(["failed", ["unresolved"]]);
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });

  test("the buyer waits on the link's own page while it takes its time, and finds the payment there", async () => {
    const bank = slowAnswer(world, "resolve");
    const link = await journey.atTheBank({ redirectUrl });
    const ctx = { ...world.ctx, captureWaitMs: 50 };
    const input = { token: link.callback, fields: returned("unresolved"), bodyDigest: Buffer.alloc(32, 1) };
    expect(sentTo(await completeHandoff(ctx, input))).toMatch(
      /^http:\/\/pay\.test\/l\/[^/]+\/result\?lang=tr$/,
    );
    expect(await findLinkResult(world.ctx, link)).toMatchObject({ kind: "waiting" });
    bank.answer(resolvedAs("authenticated")(world.bank.asked.at(-1)!));
    await world.settled();
    expect(await findLinkResult(world.ctx, link)).toEqual({ kind: "redirect", url: success });
    expect(await status(link)).toBe("completed");
  });
});

describe("while the bank is being asked", () => {
  async function resolving() {
    const link = await journey.atTheBank({ redirectUrl });
    const bank = slowAnswer(world, "resolve");
    const back = comeBack(link.callback);
    await bank.asked;
    const asked = world.bank.asked.at(-1)!;
    release = () => bank.answer(resolvedAs("authenticated")(asked));
    const finish = async () => {
      release();
      return sentTo(await back);
    };
    return { link, finish };
  }

  test("the link is cancelled: it stays so, and nothing is captured", async () => {
    const { link, finish } = await resolving();
    expect(await journey.cancelled(link)).toBe("cancelled");
    expect(await finish()).toBe(failure);
    expect([await status(link), await cards(link)]).toEqual(["cancelled", ["abandoned"]]);
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
  });

  test("the buyer gives the attempt up and pays with another card: that one alone is captured", async () => {
    const { link, finish } = await resolving();
    journey.pass(minutes(2));
    expect(await journey.giveUp(link)).toMatchObject({ failure: { code: "abandoned" } });
    const again = await journey.toTheBank(link);
    expect(await finish()).toBe(failure);
    expect([await status(link), world.bank.countOf("capture")]).toEqual(["initiated", 0]);
    world.bank.answer("resolve", resolvedAs("authenticated"));
    expect(sentTo(await comeBack(again.callback))).toBe(success);
    expect(await cards(link)).toEqual(["abandoned", "captured"]);
  });

  test("its window elapses, and the sweep has seen it: expired, and nothing is captured", async () => {
    const { link, finish } = await resolving();
    await world.db.prisma.payment.updateMany({
      where: { linkId: link.id },
      data: { expiresAt: plusMs(link.expiresAt, minutes(1)) },
    });
    journey.passTo(link.expiresAt);
    await journey.expire(link);
    expect(await finish()).toBe(failure);
    expect([await status(link), await cards(link)]).toEqual(["expired", ["abandoned"]]);
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.eventsOf(link)).toEqual(["payment.failed", "payment_link.expired"]);
  });

  test("its window elapses, and nobody has looked: completed, for the browser was back in time", async () => {
    const { link, finish } = await resolving();
    journey.passTo(plusMs(link.expiresAt, 1));
    expect(await finish()).toBe(success);
    expect(await status(link)).toBe("completed");
  });

  test("the payment's time runs out: expired, nothing is captured, and it can be paid anew", async () => {
    const { link, finish } = await resolving();
    await journey.advance(minutes(31));
    expect(await finish()).toBe(failure);
    expect(await payment(link)).toMatchObject({ status: "expired" });
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });

  test("the process dies: the same browser may come back again, and pays once", async () => {
    const link = await journey.atTheBank({ redirectUrl });
    world.bank.answer("resolve", () => {
      throw new Error("The process died");
    });
    await expect(comeBack(link.callback)).rejects.toThrow("died");
    expect([await status(link), await cards(link)]).toEqual(["initiated", ["started"]]);
    world.bank.answer("resolve", resolvedAs("authenticated"));
    expect(sentTo(await comeBack(link.callback))).toBe(success);
    expect(world.bank.countOf("capture")).toBe(1);
  });
});

test("20 links at once, each cancelled around the bank's word: paid or cancelled, never both, and no capture too many", async () => {
  world.bank.answer("resolve", async (operation) => {
    await sleep(Math.random() * 40);
    return resolvedAs("authenticated")(operation);
  });
  const links = await Promise.all(Array.from({ length: 20 }, () => journey.atTheBank({ redirectUrl })));
  await Promise.all(
    links.map(async (link) => {
      const [, cancelled] = await Promise.all([
        comeBack(link.callback),
        sleep(Math.random() * 60).then(() => journey.cancelled(link)),
      ]);
      expect(["cancelled", "payment_link_already_paid"]).toContain(cancelled);
    }),
  );
  await world.settled();
  const states = await Promise.all(links.map(status));
  expect(states.filter((state) => state === "completed")).toHaveLength(world.bank.countOf("capture"));
  expect(states.filter((state) => state !== "completed" && state !== "cancelled")).toEqual([]);
});
