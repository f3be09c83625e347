import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { writeEvent } from "@/server/store/webhooks/outbox";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { fireDue } from "../operations/fire-due";

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

/** A minute later the account's staff give it an address, or take it away. */
const set = (webhookUrl: string | null) => {
  world.clock.advanceMs(minutes(1));
  return updatePartnerSettings(world.ctx, { partnerId, changes: { webhookUrl } });
};
/** A minute later; what happens then is written down later still (D-48). */
const moment = (): Date => {
  world.clock.advanceMs(minutes(1));
  return world.clock.now();
};

let count = 0;
/** Where an event goes that happened at an instant and is written now. */
const tell = async (occurredAt: Date): Promise<string[]> => {
  const id = `pay_${++count}`;
  const event = { partnerId, type: "payment.expired", resourceType: "payment", resourceId: id } as const;
  await inTx(world.db, (tx) => writeEvent(tx, { ...event, subjectId: id, occurredAt }, world.clock.now()));
  await fireDue(world.ctx, { until: world.clock.now() });
  return world.receiver.sent.splice(0).map(({ url }) => url);
};

test("what happened before there was an address is told to nobody, although it is written later", async () => {
  const before = moment();
  await set(one);
  expect(await tell(before)).toEqual([]);
  expect(await tell(plusMs(world.clock.now(), -1))).toEqual([]);
  expect(await tell(world.clock.now())).toEqual([one]);
});

test("what happened while there was an address is told to the one of now, although it was away in between", async () => {
  await set(one);
  const during = moment();
  await set(null);
  await set(two);
  expect(await tell(during)).toEqual([two]);
});

test("what happened while there was none stays untold when there is one again", async () => {
  await set(one);
  await set(null);
  const between = moment();
  expect(await tell(between)).toEqual([]);
  await set(two);
  expect(await tell(between)).toEqual([]);
});

test("what happened before the address was taken away waits for the next one", async () => {
  await world.db.prisma.partner.update({ where: { id: partnerId }, data: { webhookUrl: one } });
  const during = moment();
  await set(null);
  expect(await tell(during)).toEqual([]);
  await set(two);
  world.clock.advanceMs(minutes(1));
  await fireDue(world.ctx, { until: world.clock.now() });
  expect(world.receiver.sent.map(({ url }) => url)).toEqual([two]);
});

test("a change from one address to another forgets nothing that happened before it", async () => {
  await set(one);
  const during = moment();
  await set(two);
  await set(two);
  expect(await tell(during)).toEqual([two]);
  expect(await tell(world.clock.now())).toEqual([two]);
});
