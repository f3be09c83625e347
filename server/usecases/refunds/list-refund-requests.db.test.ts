import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { days } from "@/server/domain/clock";
import { asPartnerId } from "@/server/store/tenant";
import { patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { approveRefund, rejectRefund } from "./decide-on-refund";
import { countRefundsToDecide, findRefundInWaiting, listRefundRequests } from "./list-refund-requests";
import { setRefundLimit } from "./refund-limit";
import { requestRefund } from "./request-refund";

// Every refund of these tests wants a second person.
let world: TestWorld;
let journey: RefundJourney;
const partnerId = asPartnerId("prt_ours");
const foreign = asPartnerId("prt_other");
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
  for (const id of ["usr_asker", "usr_second"]) await writeMember(world.ctx, id, "finance");
  await setRefundLimit(world.ctx, { partnerId, limitKurus: 0n });
});
beforeEach(async () => {
  await world.db.prisma.refundRequest.deleteMany();
});
afterAll(() => world.close());

const [asker, second] = ["usr_asker", "usr_second"] as const;
const emailOf = (id: string): string => `${id}@prt_ours.test`;

const waiting = async (): Promise<{ paymentCode: string; requestId: string }> => {
  const paymentCode = await journey.captured();
  const made = await requestRefund(world.ctx, {
    account: world.caller,
    userId: asker,
    key: randomUUID(),
    paymentCode,
    amountKurus: null,
    method: "auto",
    reason: null,
  });
  if (made.kind !== "waiting") throw new Error("The refund did not wait");
  return { paymentCode, requestId: made.requestId };
};

const list = async (userId: string) =>
  (
    await listRefundRequests(world.ctx, { partnerId, userId, statuses: [], cursor: null, countMax: 10 })
  ).items.map(({ status, isOwn, requestedBy, decidedBy }) => ({ status, isOwn, requestedBy, decidedBy }));

test("what somebody asked for is their own to them, and is counted for everybody else of the account", async () => {
  const { paymentCode } = await waiting();
  const request = { status: "waiting", requestedBy: emailOf(asker), decidedBy: null };
  expect(await list(asker)).toEqual([{ ...request, isOwn: true }]);
  expect(await list(second)).toEqual([{ ...request, isOwn: false }]);
  const of = (userId: string, account = partnerId) =>
    countRefundsToDecide(world.ctx, { partnerId: account, userId });
  expect([await of(asker), await of(second), await of(second, foreign)]).toEqual([0, 1, 0]);
  const found = (userId: string, account = partnerId) =>
    findRefundInWaiting(world.ctx, { partnerId: account, paymentCode, userId });
  expect(await found(asker)).toMatchObject({ isOwn: true, requestedBy: emailOf(asker) });
  expect(await found(second)).toMatchObject({ isOwn: false });
  expect(await found(second, foreign)).toBeNull();
});

test("who decided stands beside who asked", async () => {
  const [approved, rejected] = [await waiting(), await waiting()];
  const by = { account: world.caller, userId: second };
  await approveRefund(world.ctx, { ...by, requestId: approved.requestId });
  await rejectRefund(world.ctx, { ...by, requestId: rejected.requestId, note: null });
  const decided = { isOwn: true, requestedBy: emailOf(asker), decidedBy: emailOf(second) };
  expect(await list(asker)).toEqual(
    expect.arrayContaining([
      { ...decided, status: "sent" },
      { ...decided, status: "rejected" },
    ]),
  );
});

test("a request waits for nobody after seven days, though nobody has looked at it since", async () => {
  const { paymentCode } = await waiting();
  world.clock.advanceMs(days(7) - 1);
  expect(await countRefundsToDecide(world.ctx, { partnerId, userId: second })).toBe(1);
  world.clock.advanceMs(1);
  expect(await countRefundsToDecide(world.ctx, { partnerId, userId: second })).toBe(0);
  expect(await findRefundInWaiting(world.ctx, { partnerId, paymentCode, userId: second })).toBeNull();
  expect(await list(second)).toMatchObject([{ status: "expired", decidedBy: null }]);
});
