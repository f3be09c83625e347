import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loosenedAfterMs } from "@/server/domain/refunds/refund-approval";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { getPaymentTimeline } from "../payments/get-payment-timeline";
import { setRefundLimit } from "./set-refund-limit";

// Payments of these tests have 40,000 kuruş.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const partnerId = () => world.caller.partnerId;
const limitedKey = (refundLimitKurus: bigint) => ({
  ...world.caller,
  rights: { ...world.caller.rights, refundLimitKurus },
});
const reason = (work: Promise<unknown>) => work.catch((error) => error.details?.problem ?? error.code);

describe("the limit of a key for one refund", () => {
  test("403 above it and nothing is recorded; a refund of exactly the limit starts, with the key's name", async () => {
    const payment = await journey.captureYesterday();
    const caller = limitedKey(10_000n);
    expect(await journey.tryRefund(payment, { caller, amountKurus: 10_001n })).toBe("access_denied");
    const refused = journey.refund(payment, { caller, amountKurus: 10_001n });
    expect(await reason(refused)).toBe("key_refund_limit 10000");
    expect(await journey.listRefunds(payment)).toEqual([]);
    expect(await journey.tryRefund(payment, { caller, amountKurus: 10_000n })).toBe("credit approved");
    const events = await getPaymentTimeline(world.ctx, {
      partnerId: partnerId(),
      paymentCode: payment,
      withDeliveries: false,
    });
    expect(events.find(({ kind }) => kind === "refund_started")).toMatchObject({ apiKey: "k" });
  });

  test("without an amount, what is left decides, after payment_not_refundable", async () => {
    const payment = await journey.captureYesterday();
    const caller = limitedKey(30_000n);
    expect(await journey.tryRefund(payment, { caller })).toBe("access_denied");
    await journey.refund(payment, { amountKurus: 10_000n });
    expect(await journey.tryRefund(payment, { caller })).toBe("credit approved");
    expect(await journey.tryRefund(payment, { caller: limitedKey(1n) })).toBe("payment_not_refundable");
  });

  test("a stated amount above it is refused before the payment is looked for", async () => {
    expect(await journey.tryRefund("pay_none", { caller: limitedKey(1n), amountKurus: 2n })).toBe("access_denied");
    expect(await journey.tryRefund("pay_none", { caller: limitedKey(2n), amountKurus: 2n })).toBe("payment_not_found");
  });
});

describe("the account's limit for a second person, extended to the API", () => {
  test("is off at first, holds at once when it is switched on, and a day longer when it is switched off", async () => {
    await setRefundLimit(world.ctx, { partnerId: partnerId(), limitKurus: 10_000n });
    const today = async () => world.signIn();
    const payment = await journey.captureYesterday();
    expect(await journey.tryRefund(payment, { caller: await today(), amountKurus: 10_001n })).toBe("credit approved");

    await setRefundLimit(world.ctx, { partnerId: partnerId(), limitKurus: 10_000n, inApi: true });
    const another = await journey.captureYesterday();
    const caller = await today();
    const refused = journey.refund(another, { caller, amountKurus: 10_001n });
    expect(await reason(refused)).toBe("refund_bound_in_api 10000");
    expect(await journey.tryRefund(another, { caller, amountKurus: 10_000n })).toBe("credit approved");
    expect(await journey.tryRefund(another, { caller, amountKurus: 1n }), "earlier parts count").toBe("access_denied");

    await setRefundLimit(world.ctx, { partnerId: partnerId(), limitKurus: 10_000n, inApi: false });
    expect(await journey.tryRefund(another, { caller: await today(), amountKurus: 1n })).toBe("access_denied");
    await setRefundLimit(world.ctx, { partnerId: partnerId(), limitKurus: 10_000n, inApi: false });
    await journey.advance(loosenedAfterMs);
    expect(await journey.tryRefund(another, { caller: await today(), amountKurus: 1n })).toBe("credit approved");
  });

  test("parallel parts never pass it together", async () => {
    await setRefundLimit(world.ctx, { partnerId: partnerId(), limitKurus: 10_000n, inApi: true });
    const caller = await world.signIn();
    const payment = await journey.captureYesterday();
    await Promise.all(Array.from({ length: 4 }, () => journey.tryRefund(payment, { caller, amountKurus: 6_000n })));
    expect((await journey.listRefunds(payment)).map(({ amount }) => amount)).toEqual([6_000n]);
  });
});
