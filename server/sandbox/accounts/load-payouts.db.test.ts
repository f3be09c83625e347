import { afterAll, beforeAll, expect, test } from "vitest";
import { payoutItemStates } from "@/server/domain/states";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { loadPayouts } from "./load-payouts";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  const settings = { id: "prt_demo", name: "Demo", webhookSecret: new Uint8Array([1]) };
  await world.db.prisma.partner.create({ data: { ...settings, createdAt: world.clock.now() } });
});
afterAll(() => world.close());

const rows = () => world.db.prisma.payoutItem.findMany({ orderBy: { id: "asc" } });

test("adds one payout of each state and no settlement, and changes none that exists", async () => {
  await loadPayouts(world.db);
  const first = await rows();
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set(payoutItemStates));
  for (const { status, sentAt, resolvedAt } of first) {
    expect(sentAt === null).toBe(status === "prepared");
    expect(resolvedAt === null).toBe(status === "prepared" || status === "sent");
  }
  expect(await world.db.prisma.settlement.count()).toBe(0);
  await world.db.prisma.payoutItem.update({ where: { id: first[0]?.id ?? "" }, data: { amount: 1n } });
  const changed = await rows();
  await loadPayouts(world.db);
  expect(await rows()).toEqual(changed);
});
