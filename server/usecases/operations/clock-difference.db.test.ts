import { afterAll, beforeAll, expect, test } from "vitest";
import { plusMs } from "@/server/domain/clock";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { createRefundJourney } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";

let world: TestWorld;

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** Moves the clock back, as it is in a process whose machine is behind. */
const fallBehind = (ms: number): void => world.clock.set(plusMs(world.clock.now(), -ms));

test("a payment, a link and a refund that a process with a slower clock changes keep the later time of change", async () => {
  const [payments, links] = [createRefundJourney(world), createLinkJourney(world)];
  const { prisma } = world.db;
  const paymentCode = await payments.capture();
  const link = await links.create();
  await payments.refund(paymentCode);
  const readAll = async () => {
    const [payment, itsLink, refund] = await Promise.all([
      prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } }),
      prisma.paymentLink.findUniqueOrThrow({ where: { id: link.id } }),
      prisma.refund.findFirstOrThrow({ where: { paymentId: paymentCode } }),
    ]);
    return [payment.updatedAt, itsLink.updatedAt, refund.updatedAt];
  };
  const before = await readAll();
  fallBehind(500);
  const earlier = { updatedAt: world.clock.now() };
  await prisma.payment.update({ where: { id: paymentCode }, data: earlier });
  await prisma.refund.updateMany({ where: { paymentId: paymentCode }, data: earlier });
  await links.cancel(link);
  expect(await readAll()).toEqual(before);
  expect((await links.getRow(link)).status).toBe("cancelled");
});
