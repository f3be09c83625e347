import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { days } from "@/server/domain/clock";
import { asPartnerId } from "@/server/store/tenant";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { approveRefundRequest } from "./approve-refund-request";
import { countRefundsToDecide, findWaitingRefundRequest, listRefundRequests } from "./queries";
import { rejectRefundRequest } from "./reject-refund-request";
import { requestPanelRefund } from "./request-panel-refund";
import { setRefundLimit } from "./set-refund-limit";

// Every refund of these tests needs a second person.
let world: TestWorld;
let journey: RefundJourney;
const partnerId = asPartnerId("prt_ours");
const foreign = asPartnerId("prt_other");
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  for (const id of ["usr_asker", "usr_second"]) await writeMember(world.ctx, id, "finance");
  await setRefundLimit(world.ctx, { partnerId, limitKurus: 0n });
});
beforeEach(async () => {
  await world.db.prisma.refundRequest.deleteMany();
});
afterAll(() => world.close());

const [asker, second] = ["usr_asker", "usr_second"] as const;
const toEmail = (id: string): string => `${id}@prt_ours.test`;

const waiting = async (): Promise<{ paymentCode: string; requestId: string }> => {
  const paymentCode = await journey.capture();
  const made = await requestPanelRefund(world.ctx, {
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
  (await listRefundRequests(world.ctx, { partnerId, userId, statuses: [], cursor: null, countMax: 10 })).items.map(
    ({ status, isOwn, requestedBy, decidedBy }) => ({ status, isOwn, requestedBy, decidedBy }),
  );

test("marks a request as the requester's own and counts it for every other user of the account", async () => {
  const { paymentCode } = await waiting();
  const request = { status: "waiting", requestedBy: toEmail(asker), decidedBy: null };
  expect(await list(asker)).toEqual([{ ...request, isOwn: true }]);
  expect(await list(second)).toEqual([{ ...request, isOwn: false }]);
  const countFor = (userId: string, account = partnerId) =>
    countRefundsToDecide(world.ctx, { partnerId: account, userId });
  expect([await countFor(asker), await countFor(second), await countFor(second, foreign)]).toEqual([0, 1, 0]);
  const findFor = (userId: string, account = partnerId) =>
    findWaitingRefundRequest(world.ctx, { partnerId: account, paymentCode, userId });
  expect(await findFor(asker)).toMatchObject({ isOwn: true, requestedBy: toEmail(asker) });
  expect(await findFor(second)).toMatchObject({ isOwn: false });
  expect(await findFor(second, foreign)).toBeNull();
});

test("lists who decided together with who requested", async () => {
  const [approved, rejected] = [await waiting(), await waiting()];
  const by = { account: world.caller, userId: second };
  await approveRefundRequest(world.ctx, { ...by, requestId: approved.requestId });
  await rejectRefundRequest(world.ctx, { ...by, requestId: rejected.requestId, note: null });
  const decided = { isOwn: true, requestedBy: toEmail(asker), decidedBy: toEmail(second) };
  expect(await list(asker)).toEqual(
    expect.arrayContaining([
      { ...decided, status: "sent" },
      { ...decided, status: "rejected" },
    ]),
  );
});

test("expires a request after seven days even when no one has read it since", async () => {
  const { paymentCode } = await waiting();
  world.clock.advanceMs(days(7) - 1);
  expect(await countRefundsToDecide(world.ctx, { partnerId, userId: second })).toBe(1);
  world.clock.advanceMs(1);
  expect(await countRefundsToDecide(world.ctx, { partnerId, userId: second })).toBe(0);
  expect(await findWaitingRefundRequest(world.ctx, { partnerId, paymentCode, userId: second })).toBeNull();
  expect(await list(second)).toMatchObject([{ status: "expired", decidedBy: null }]);
});

test("lists requests with the method that an approval would start, newest first, in pages", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.unshift((await waiting()).requestId);
    world.clock.advanceMs(1_000);
  }
  const page = (cursor: string | null) =>
    listRefundRequests(world.ctx, {
      partnerId,
      userId: second,
      statuses: ["waiting"],
      cursor,
      countMax: 2,
    });
  const first = await page(null);
  const rest = await page(first.nextCursor);
  expect([...first.items, ...rest.items].map(({ requestId }) => requestId)).toEqual(ids);
  expect(rest.nextCursor).toBeNull();
  const outlook = { method: "void", refusal: null };
  expect(first.items[0]).toMatchObject({ amount: 40_000n, isOwn: false, outlook, refundStatus: null });
  const others = { partnerId: foreign, userId: second, cursor: null, countMax: 9 };
  expect((await listRefundRequests(world.ctx, { ...others, statuses: [] })).items).toEqual([]);
});
