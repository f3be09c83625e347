import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { days, seconds } from "@/server/domain/clock";
import type { RefundWay } from "@/server/domain/refunds/refund-policy";
import { type LinkJourney, linkJourneyIn, sentTo } from "@/server/testing/journeys/link";
import { approved, declined, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { startRefund } from "../refunds/start-refund";

// What the buyer of a paid link reads once its payment was refunded (D-25: the link stays completed).
let world: TestWorld;
let journey: LinkJourney;
let codes = 0;
beforeAll(async () => {
  world = await openTestWorld();
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.clock.advanceMs(seconds(1));
});

async function paidLink() {
  const link = await journey.atTheBank({ redirectUrl: "https://shop.test" });
  await journey.comeBack(link.callback);
  await world.settled();
  const [payment] = await journey.paymentsOf(link);
  const refund = (way: RefundWay, amountKurus: bigint | null = null) =>
    startRefund(world.ctx, {
      partnerId: world.caller.partnerId,
      paymentCode: payment!.id,
      way,
      amountKurus,
      partnerRefundCode: `code-${++codes}`,
    });
  return { link, refund };
}

const shopUrl = "https://shop.test/payment/success";

test("voided: the receipt says so and no longer leads to the shop's thanks; the link stays completed", async () => {
  const { link, refund } = await paidLink();
  expect(await journey.sceneOf(link)).toMatchObject({ kind: "paid", receipt: { moneyBack: null }, shopUrl });
  expect(await refund("automatic")).toMatchObject({ method: "void", status: "approved" });
  expect(await journey.sceneOf(link)).toMatchObject({
    kind: "paid",
    receipt: { amountKurus: 40_000n, moneyBack: { kind: "voided", amountKurus: 40_000n } },
    shopUrl: null,
  });
  expect(await journey.row(link)).toMatchObject({ status: "completed" });
  expect(await journey.submit(link)).toMatchObject({ kind: "scene", scene: { kind: "paid" } });
  // Whoever comes from the bank only now is where the contract sends a completed payment.
  expect(sentTo(await journey.comeBack(link.callback))).toBe(shopUrl);
});

test("credited in parts: partly refunded, by their sum, until nothing is left", async () => {
  const { link, refund } = await paidLink();
  world.clock.advanceMs(days(1));
  const moneyBack = async () => {
    const scene = await journey.sceneOf(link);
    return scene.kind === "paid" ? [scene.receipt.moneyBack, scene.shopUrl] : null;
  };
  await refund("automatic", 15_000n);
  await refund("credit", 5_000n);
  expect(await moneyBack()).toEqual([{ kind: "partly_refunded", amountKurus: 20_000n }, shopUrl]);
  await refund("automatic");
  expect(await moneyBack()).toEqual([{ kind: "refunded", amountKurus: 40_000n }, null]);
});

test.each([
  ["declined", declined],
  ["pending", unknown],
] as const)("a refund that is %s has given nothing back", async (status, outcome) => {
  world.bank.answer("void", outcome);
  const { link, refund } = await paidLink();
  expect(await refund("void")).toMatchObject({ status });
  expect(await journey.sceneOf(link)).toMatchObject({ kind: "paid", receipt: { moneyBack: null }, shopUrl });
});
