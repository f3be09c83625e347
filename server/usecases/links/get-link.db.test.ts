import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { createLinkJourney, type LinkJourney } from "@/server/testing/journeys/link";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { getLink } from "./queries";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

const get = ({ id: linkId }: { readonly id: string }) =>
  getLink(world.ctx, { partnerId: world.caller.partnerId, linkId });

describe("due expiries are applied before a link is read (D-2)", () => {
  test("200 expired from the exact millisecond, once, also for concurrent readers", async () => {
    const link = await journey.create();
    journey.moveClock(link.expiresAt.getTime() - 1 - world.ctx.clock.now().getTime());
    expect(await get(link)).toEqual(link);
    journey.moveClock(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(link)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["expired"]));
    expect(await journey.listEvents(link)).toEqual(["payment_link.expired"]);
    const [event] = await world.db.prisma.outboxEvent.findMany({ where: { resourceId: link.id } });
    expect(event?.occurredAt).toEqual(link.expiresAt);
  });
  test("200 failed when the time for 3-D Secure has ended: it can be paid again", async () => {
    const link = await journey.createAtBank();
    expect(await get(link)).toMatchObject({ status: "initiated" });
    journey.moveClock(minutes(30));
    expect(await get(link)).toMatchObject({ status: "failed", firstOpenedAt: expect.any(Date) });
    expect(await journey.listPayments(link)).toMatchObject([{ status: "expired" }]);
    expect(await journey.listEvents(link)).toEqual(["payment.expired"]);
  });
  test("200 initiated while a capture is running, however long it takes", async () => {
    const link = await journey.createAtBank();
    world.bank.answer("capture", { kind: "unknown", cause: "timeout" });
    await journey.returnWithoutWaiting(link.callback);
    journey.moveClock(days(8));
    expect(await get(link)).toMatchObject({ status: "initiated" });
  });
});

test("404 for an unknown id, for the token, and for an empty id", async () => {
  const { token } = await journey.create();
  for (const linkId of ["pl_x", token, ""]) {
    const answer = getLink(world.ctx, { partnerId: world.caller.partnerId, linkId });
    await expect(answer).rejects.toMatchObject({ code: "payment_link_not_found" });
  }
});

test("200 with the times of the first and the last opening", async () => {
  const link = await journey.create();
  await journey.open(link);
  const first = world.ctx.clock.now();
  journey.moveClock(5000);
  await journey.open(link);
  const opened = await get(link);
  expect(opened).toMatchObject({
    status: "launched",
    firstOpenedAt: first,
    lastOpenedAt: plusMs(first, 5000),
  });
  expect(opened.updatedAt).toEqual(opened.lastOpenedAt);
  expect({
    ...opened,
    status: "pending",
    firstOpenedAt: null,
    lastOpenedAt: null,
    updatedAt: link.updatedAt,
  }).toEqual(link);
});
