import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { writeEvent } from "@/server/store/webhooks/outbox";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { doDueWork } from "../operations/do-due-work";

const partnerId = "prt_ours";
const [one, two] = ["https://one.test/hook", "https://two.test/hook"];

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.prisma.partner.update({
    where: { id: partnerId },
    data: { webhookUrl: null, webhookUrlSince: null, webhookUrlUntil: null },
  });
  world.receiver.sent.length = 0;
});

/** Sets or removes the account's address a minute later. */
const set = (webhookUrl: string | null) => {
  world.clock.advanceMs(minutes(1));
  return updatePartnerSettings(world.ctx, { partnerId, changes: { webhookUrl } });
};
/** Returns the instant a minute later; an event of that instant may be written later still (D-48). */
const nextInstant = (): Date => {
  world.clock.advanceMs(minutes(1));
  return world.clock.now();
};

let count = 0;
/** Writes an event of an earlier instant now and returns the addresses to which it is sent. */
const writeAndSend = async (occurredAt: Date): Promise<string[]> => {
  const id = `pay_${++count}`;
  const event = { partnerId, type: "payment.expired", resourceType: "payment", resourceId: id } as const;
  await inTx(world.db, (tx) => writeEvent(tx, { ...event, subjectId: id, occurredAt }, world.clock.now()));
  await doDueWork(world.ctx, { until: world.clock.now() });
  return world.receiver.sent.splice(0).map(({ url }) => url);
};

test("sends nothing for an event from before the address, although it is written later", async () => {
  const before = nextInstant();
  await set(one);
  expect(await writeAndSend(before)).toEqual([]);
  expect(await writeAndSend(plusMs(world.clock.now(), -1))).toEqual([]);
  expect(await writeAndSend(world.clock.now())).toEqual([one]);
});

test("sends an event from the time of an address to the current one, although there was none in between", async () => {
  await set(one);
  const during = nextInstant();
  await set(null);
  await set(two);
  expect(await writeAndSend(during)).toEqual([two]);
});

test("never sends an event from a time without an address", async () => {
  await set(one);
  await set(null);
  const between = nextInstant();
  expect(await writeAndSend(between)).toEqual([]);
  await set(two);
  expect(await writeAndSend(between)).toEqual([]);
});

test("keeps an event from before the address was removed until the next address", async () => {
  await world.db.prisma.partner.update({ where: { id: partnerId }, data: { webhookUrl: one } });
  const during = nextInstant();
  await set(null);
  expect(await writeAndSend(during)).toEqual([]);
  await set(two);
  world.clock.advanceMs(minutes(1));
  await doDueWork(world.ctx, { until: world.clock.now() });
  expect(world.receiver.sent.map(({ url }) => url)).toEqual([two]);
});

test("loses no earlier event when one address replaces another", async () => {
  await set(one);
  const during = nextInstant();
  await set(two);
  await set(two);
  expect(await writeAndSend(during)).toEqual([two]);
  expect(await writeAndSend(world.clock.now())).toEqual([two]);
});
