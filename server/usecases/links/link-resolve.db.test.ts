import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { createLinkJourney, deferAnswer, type LinkJourney, readRedirect } from "@/server/testing/journeys/link";
import { expectConsistentLinks } from "@/server/testing/journeys/link-rules";
import { resolveAs } from "@/server/testing/journeys/payment";
import { approved, openTestWorld, returnFields, type TestWorld, unknown } from "@/server/testing/world/world";
import { completeThreeDSecure } from "../payments/complete-three-d-secure";
import { findLinkResult } from "./buyer-queries";
import type { LinkRecord } from "./shared/link-record";

// Tests links at a bank whose return only the bank itself can read, like PosNet, also while it is being asked.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = createLinkJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("prepare", approved);
  world.bank.answer("resolve", resolveAs("authenticated"));
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});
/** Releases the bank's pending answer that a failed test has left. */
let release = () => {};
afterEach(async () => {
  release();
  await world.settled();
  await expectConsistentLinks(world);
});

const redirectUrl = "https://shop.test/a";
const success = "https://shop.test/a/payment/success";
const failure = "https://shop.test/a/payment/failure";

const status = async (link: Pick<LinkRecord, "id">) => (await journey.getRow(link)).status;
const payment = async (link: Pick<LinkRecord, "id">) => (await journey.listPayments(link)).at(-1);
const cards = async (link: Pick<LinkRecord, "id">) =>
  (await journey.listAttempts(link)).map((attempt) => attempt.status);
const comeBack = (callback: string) => journey.returnFromBank(callback, "unresolved");
const listVerdicts = async ({ id: linkId }: Pick<LinkRecord, "id">) => {
  const found = await world.db.prisma.bankCallback.findMany({ where: { attempt: { payment: { linkId } } } });
  return found.map(({ verdict }) => verdict).sort();
};

describe("when the bank answers", () => {
  test("completes and leads to the merchant's page when it says authenticated", async () => {
    const link = await journey.createAtBank({ redirectUrl });
    expect(readRedirect(await comeBack(link.callback))).toBe(success);
    expect([await status(link), await cards(link)]).toEqual(["completed", ["captured"]]);
    expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
    expect(await listVerdicts(link)).toEqual(["authenticated"]);
  });

  test("fails without a capture when it says not authenticated, and another card can follow", async () => {
    world.bank.answer("resolve", resolveAs("not_authenticated"), resolveAs("authenticated"));
    const link = await journey.createAtBank({ redirectUrl });
    expect(readRedirect(await comeBack(link.callback))).toBe(failure);
    expect([await status(link), await cards(link)]).toEqual(["failed", ["not_authenticated"]]);
    const failed = { kind: "failed", failure: { code: "three_ds_failed" } };
    expect(await journey.getLinkState(link)).toMatchObject(failed);
    expect(world.bank.countCalls("capture")).toBe(0);
    const again = await journey.sendToBank(link);
    expect(readRedirect(await comeBack(again.callback))).toBe(success);
    expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment.failed", "payment_link.completed"]);
  });

  test("400 for another amount or order, which changes nothing; the genuine return still pays", async () => {
    world.bank.answer("resolve", resolveAs("refused"), resolveAs("authenticated"));
    const link = await journey.createAtBank({ redirectUrl });
    expect(readRedirect(await comeBack(link.callback))).toBe("refused");
    expect([await status(link), await cards(link)]).toEqual(["initiated", ["started"]]);
    expect(readRedirect(await comeBack(link.callback))).toBe(success);
    expect(await listVerdicts(link)).toEqual(["authenticated", "refused_amount"]);
  });

  test("captures once for repeated and 20 concurrent returns, with the same page for all", async () => {
    world.bank.answer("resolve", async (operation) => {
      await sleep(Math.random() * 200);
      return resolveAs("authenticated")(operation);
    });
    const link = await journey.createAtBank({ redirectUrl });
    const all = await Promise.all(Array.from({ length: 20 }, () => comeBack(link.callback)));
    expect(new Set(all.map(readRedirect))).toEqual(new Set([success]));
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });
});

describe("when the bank gives no clear answer", () => {
  test("completes after an unknown outcome and a resolved one", async () => {
    world.bank.answer("resolve", unknown, resolveAs("authenticated"));
    const link = await journey.createAtBank({ redirectUrl });
    expect(readRedirect(await comeBack(link.callback))).toBe(success);
    expect(await status(link)).toBe("completed");
  });

  test("fails without a capture after four unknown outcomes, and another card can follow", async () => {
    world.bank.answer("resolve", unknown);
    const link = await journey.createAtBank({ redirectUrl });
    expect(readRedirect(await comeBack(link.callback))).toBe(failure);
    expect(world.bank.countCalls("resolve")).toBe(4);
    expect(await payment(link)).toMatchObject({ status: "failed", failureCode: "three_ds_failed" });
    expect([await status(link), await listVerdicts(link)]).toEqual(["failed", ["unresolved"]]);
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });

  test("lets the buyer wait on the link's own page while the bank is slow, and shows the payment there", async () => {
    const bank = deferAnswer(world, "resolve");
    const link = await journey.createAtBank({ redirectUrl });
    const ctx = { ...world.ctx, captureWaitMs: 0 };
    const input = {
      token: link.callback,
      fields: returnFields("unresolved"),
      bodyDigest: Buffer.alloc(32, 1),
    };
    expect(readRedirect(await completeThreeDSecure(ctx, input))).toMatch(
      /^http:\/\/pay\.test\/l\/[^/]+\/result\?lang=tr$/,
    );
    expect(await findLinkResult(world.ctx, link)).toMatchObject({ kind: "waiting" });
    bank.answer(resolveAs("authenticated")(world.bank.calls.at(-1)!));
    await world.settled();
    expect(await findLinkResult(world.ctx, link)).toEqual({ kind: "redirect", url: success });
    expect(await status(link)).toBe("completed");
  });
});

describe("during the call to the bank", () => {
  async function resolving() {
    const link = await journey.createAtBank({ redirectUrl });
    const bank = deferAnswer(world, "resolve");
    const back = comeBack(link.callback);
    await bank.asked;
    const asked = world.bank.calls.at(-1)!;
    release = () => bank.answer(resolveAs("authenticated")(asked));
    const finish = async () => {
      release();
      return readRedirect(await back);
    };
    return { link, finish };
  }

  test("captures nothing if the link is cancelled, which it stays", async () => {
    const { link, finish } = await resolving();
    expect(await journey.tryCancel(link)).toBe("cancelled");
    expect(await finish()).toBe(failure);
    expect([await status(link), await cards(link)]).toEqual(["cancelled", ["abandoned"]]);
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
  });

  test("captures only the other card if the buyer gives up and pays with it", async () => {
    const { link, finish } = await resolving();
    journey.moveClock(minutes(2));
    expect(await journey.giveUp(link)).toMatchObject({ failure: { code: "abandoned" } });
    const again = await journey.sendToBank(link);
    expect(await finish()).toBe(failure);
    expect([await status(link), world.bank.countCalls("capture")]).toEqual(["initiated", 0]);
    world.bank.answer("resolve", resolveAs("authenticated"));
    expect(readRedirect(await comeBack(again.callback))).toBe(success);
    expect(await cards(link)).toEqual(["abandoned", "captured"]);
  });

  test("captures nothing if the window elapses and the periodic job has expired the link", async () => {
    const { link, finish } = await resolving();
    await world.db.prisma.payment.updateMany({
      where: { linkId: link.id },
      data: { expiresAt: plusMs(link.expiresAt, minutes(1)) },
    });
    journey.setClock(link.expiresAt);
    await journey.expire(link);
    expect(await finish()).toBe(failure);
    expect([await status(link), await cards(link)]).toEqual(["expired", ["abandoned"]]);
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.listEvents(link)).toEqual(["payment.failed", "payment_link.expired"]);
  });

  test("completes if the window elapses without a recorded expiry, because the browser returned in time", async () => {
    const { link, finish } = await resolving();
    journey.setClock(plusMs(link.expiresAt, 1));
    expect(await finish()).toBe(success);
    expect(await status(link)).toBe("completed");
  });

  test("expires without a capture if the payment's validity ends, and stays payable", async () => {
    const { link, finish } = await resolving();
    await journey.advance(minutes(31));
    expect(await finish()).toBe(failure);
    expect(await payment(link)).toMatchObject({ status: "expired" });
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  });

  test("pays once if the process dies and the same browser returns again", async () => {
    const link = await journey.createAtBank({ redirectUrl });
    world.bank.answer("resolve", () => {
      throw new Error("The process died");
    });
    await expect(comeBack(link.callback)).rejects.toThrow("died");
    expect([await status(link), await cards(link)]).toEqual(["initiated", ["started"]]);
    world.bank.answer("resolve", resolveAs("authenticated"));
    expect(readRedirect(await comeBack(link.callback))).toBe(success);
    expect(world.bank.countCalls("capture")).toBe(1);
  });
});

test("ends 20 links paid or cancelled, never both, when each is cancelled around the bank's answer", async () => {
  world.bank.answer("resolve", async (operation) => {
    await sleep(Math.random() * 40);
    return resolveAs("authenticated")(operation);
  });
  const links = await Promise.all(Array.from({ length: 20 }, () => journey.createAtBank({ redirectUrl })));
  await Promise.all(
    links.map(async (link) => {
      const [, cancelled] = await Promise.all([
        comeBack(link.callback),
        sleep(Math.random() * 60).then(() => journey.tryCancel(link)),
      ]);
      expect(["cancelled", "payment_link_already_paid"]).toContain(cancelled);
    }),
  );
  await world.settled();
  const states = await Promise.all(links.map(status));
  expect(states.filter((state) => state === "completed")).toHaveLength(world.bank.countCalls("capture"));
  expect(states.filter((state) => state !== "completed" && state !== "cancelled")).toEqual([]);
});
