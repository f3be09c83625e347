import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { hours, minutes } from "@/server/domain/clock";
import { type Buyer, createBuyer } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks } from "@/server/testing/journeys/bank-rules";
import { type BankWorld, openBankWorld } from "@/server/testing/journeys/bank-world";
import type { Ctx } from "../ctx";
import { doDueWork } from "../operations/do-due-work";

// A machine is suspended after it has connected to the simulated bank and before it writes the request: the row is read
// again and both machine clocks are checked before a byte is written (D-119).
let world: BankWorld;
let buyer: Buyer;
let other: Ctx;
beforeAll(async () => {
  world = await openBankWorld();
  buyer = createBuyer(world);
  other = world.open();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => world.close());

/** A process that is suspended as soon as its connection for the refund is open. */
const suspended = (method: "void" | "credit", meanwhile: () => Promise<void>): Ctx => ({
  ...world.ctx,
  openMoneyCalls: new Map(),
  banks: {
    ...world.ctx.banks,
    call: (protocol, operation, account, options) =>
      world.ctx.banks.call(protocol, operation, account, {
        ...options,
        ...(operation.kind === method && {
          maySend: async () => {
            await meanwhile();
            return options?.maySend?.() ?? true;
          },
        }),
      }),
  },
});

const sentCount = () => world.sent.length;

describe.each(["void", "credit"] as const)("a %s", (way) => {
  test("is not sent when another process declines it meanwhile; the next request is done once", async () => {
    const payment = await buyer.buy();
    const before = sentCount();
    const ctx = suspended(way, async () => {
      for (let look = 0; look < 3; look += 1) {
        world.clock.advanceMs(minutes(3));
        await doDueWork(other, { until: world.clock.now() });
      }
      expect((await buyer.getPayment(payment)).refund.items).toMatchObject([
        { status: "declined", failureCode: "not_processed" },
      ]);
      expect(await buyer.refund(payment, { way })).toBe(`${way} approved`);
    });
    expect(await buyer.refund(payment, { way, ctx })).toBe(`${way} declined`);
    expect(sentCount()).toBe(before + 1);
    await expectBankEqualsBooks(world, [payment]);
  });

  test("is not sent when the wall clock jumps by an hour while the monotonic clock stands still", async () => {
    const payment = await buyer.buy();
    const before = sentCount();
    const ctx = suspended(way, async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours(1) });
    });
    expect(await buyer.refund(payment, { way, ctx })).toBe(`${way} pending`);
    vi.useRealTimers();
    expect(sentCount()).toBe(before);
    await buyer.advance(minutes(15));
    expect((await buyer.getPayment(payment)).refund.items).toMatchObject([{ failureCode: "not_processed" }]);
    await expectBankEqualsBooks(world, [payment]);
  });

  test("is not sent when the machine is suspended during the statement that permits it", async () => {
    const payment = await buyer.buy();
    const before = sentCount();
    const ctx: Ctx = {
      ...suspended(way, async () => undefined),
      clock: {
        now() {
          // This clock is read between the two checks of the machine's clocks.
          if (isConnected) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours(1) });
          return world.clock.now();
        },
      },
    };
    let isConnected = false;
    const connecting = suspended(way, async () => {
      isConnected = true;
    });
    expect(await buyer.refund(payment, { way, ctx: { ...ctx, banks: connecting.banks } })).toBe(`${way} pending`);
    vi.useRealTimers();
    expect(sentCount()).toBe(before);
    await buyer.advance(hours(1));
    expect((await buyer.getPayment(payment)).refund.items).toMatchObject([{ failureCode: "not_processed" }]);
    await expectBankEqualsBooks(world, [payment]);
  });
});
