import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { days, seconds } from "@/server/domain/clock";
import type { RefundWay } from "@/server/domain/refunds/refund-policy";
import { createLinkJourney, type LinkJourney, readRedirect } from "@/server/testing/journeys/link";
import { approved, declined, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { startRefund } from "../refunds/start-refund";

// Tests what the buyer of a paid link sees after its payment was refunded (D-25: the link stays completed).
let world: TestWorld;
let journey: LinkJourney;
let codes = 0;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.clock.advanceMs(seconds(1));
});

async function paidLink() {
  const link = await journey.createAtBank({ redirectUrl: "https://shop.test" });
  await journey.returnFromBank(link.callback);
  await world.settled();
  const [payment] = await journey.listPayments(link);
  const refund = (way: RefundWay, amountKurus: bigint | null = null) =>
    startRefund(world.ctx, {
      caller: world.caller,
      paymentCode: payment!.id,
      way,
      amountKurus,
      partnerRefundCode: `code-${++codes}`,
    });
  return { link, refund };
}

const shopUrl = "https://shop.test/payment/success";

test("shows a void on the receipt, drops the link to the shop's success page, and keeps the link completed", async () => {
  const { link, refund } = await paidLink();
  expect(await journey.getLinkState(link)).toMatchObject({
    kind: "paid",
    receipt: { moneyBack: null },
    shopUrl,
  });
  expect(await refund("automatic")).toMatchObject({ method: "void", status: "approved" });
  expect(await journey.getLinkState(link)).toMatchObject({
    kind: "paid",
    receipt: { amountKurus: 40_000n, moneyBack: { kind: "voided", amountKurus: 40_000n } },
    shopUrl: null,
  });
  expect(await journey.getRow(link)).toMatchObject({ status: "completed" });
  expect(await journey.submit(link)).toMatchObject({ kind: "state", state: { kind: "paid" } });
  // A browser that returns from the bank only now still goes where the contract sends a completed payment.
  expect(readRedirect(await journey.returnFromBank(link.callback))).toBe(shopUrl);
});

test("shows credits as partly refunded by their sum, until everything is refunded", async () => {
  const { link, refund } = await paidLink();
  world.clock.advanceMs(days(1));
  const moneyBack = async () => {
    const state = await journey.getLinkState(link);
    return state.kind === "paid" ? [state.receipt.moneyBack, state.shopUrl] : null;
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
] as const)("shows no refund while a refund is %s", async (status, outcome) => {
  world.bank.answer("void", outcome);
  const { link, refund } = await paidLink();
  expect(await refund("void")).toMatchObject({ status });
  expect(await journey.getLinkState(link)).toMatchObject({
    kind: "paid",
    receipt: { moneyBack: null },
    shopUrl,
  });
});
