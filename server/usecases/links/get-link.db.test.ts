import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { type LinkJourney, linkJourneyIn } from "@/server/testing/journeys/link";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { getLink } from "./get-link";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());

const get = ({ id: linkId }: { readonly id: string }) =>
  getLink(world.ctx, { partnerId: world.caller.partnerId, linkId });

describe("whatever is due is applied before a link is read (D-2)", () => {
  test("200 expired from the very millisecond on, once, whoever asks", async () => {
    const link = await journey.create();
    journey.pass(link.expiresAt.getTime() - 1 - world.ctx.clock.now().getTime());
    expect(await get(link)).toEqual(link);
    journey.pass(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(link)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["expired"]));
    expect(await journey.eventsOf(link)).toEqual(["payment_link.expired"]);
    const [event] = await world.db.prisma.outboxEvent.findMany({ where: { resourceId: link.id } });
    expect(event?.occurredAt).toEqual(link.expiresAt);
  });
  test("200 failed when the time for 3-D Secure is over: it can be paid again", async () => {
    const link = await journey.atTheBank();
    expect(await get(link)).toMatchObject({ status: "initiated" });
    journey.pass(minutes(30));
    expect(await get(link)).toMatchObject({ status: "failed", firstOpenedAt: expect.any(Date) });
    expect(await journey.paymentsOf(link)).toMatchObject([{ status: "expired" }]);
    expect(await journey.eventsOf(link)).toEqual(["payment.expired"]);
  });
  test("200 initiated while the bank is asked for the money, however late it is", async () => {
    const link = await journey.atTheBank();
    world.bank.answer("capture", { kind: "unknown", cause: "timeout" });
    await journey.comeBack(link.callback);
    journey.pass(days(8));
    expect(await get(link)).toMatchObject({ status: "initiated" });
  });
});

test("404 an id that nobody has, the token, and nothing at all", async () => {
  const { token } = await journey.create();
  for (const linkId of ["pl_x", token, ""]) {
    const answer = getLink(world.ctx, { partnerId: world.caller.partnerId, linkId });
    await expect(answer).rejects.toMatchObject({ code: "payment_link_not_found" });
  }
});

test("200 the record of a link that was opened shows when, first and last", async () => {
  const link = await journey.create();
  await journey.open(link);
  const first = world.ctx.clock.now();
  journey.pass(5000);
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
