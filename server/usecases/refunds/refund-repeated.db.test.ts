import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import type { PanelRole } from "@/server/domain/people/access";
import { asPartnerId } from "@/server/store/tenant";
import { newCode, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changeRole } from "../people/change-role";
import { removeMember } from "../people/remove-member";
import { approveRefund } from "./decide-on-refund";
import { setRefundLimit } from "./refund-limit";
import { type RequestRefundInput, requestRefund } from "./request-refund";

// Payments of these tests are of 40,000 kuruş; a refund of more than 10,000 wants a second person.
let world: TestWorld;
let journey: RefundJourney;
const partnerId = asPartnerId("prt_ours");
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
  await writeMember(world.ctx, "usr_owner", "owner");
});
let [asker, second] = ["", ""];
beforeEach(async () => {
  await setRefundLimit(world.ctx, { partnerId, limitKurus: 10_000n });
  [asker, second] = [await colleague("finance"), await colleague("finance")];
});
afterAll(() => world.close());

async function colleague(role: PanelRole): Promise<string> {
  const id = `usr_${randomUUID()}`;
  await writeMember(world.ctx, id, role);
  return id;
}

const ask = (paymentCode: string, changes: Partial<RequestRefundInput> = {}) =>
  requestRefund(world.ctx, {
    account: world.caller,
    userId: asker,
    key: randomUUID(),
    paymentCode,
    amountKurus: null,
    method: "auto",
    reason: null,
    ...changes,
  });

const approve = (requestId: string) =>
  approveRefund(world.ctx, { account: world.caller, userId: second, requestId });

const said = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

const countOf = async (...payments: string[]) => {
  const rows = { where: { paymentId: { in: payments } } };
  return [await world.db.prisma.refund.count(rows), await world.db.prisma.refundRequest.count(rows)];
};

test("a refund that is asked for again with its key, as no answer came, is one, and its answer the same", async () => {
  const payment = await journey.capturedYesterday();
  const part = { key: randomUUID(), amountKurus: 4_000n };
  const first = await ask(payment, part);
  expect(first).toMatchObject({ kind: "started", status: "approved" });
  expect(await ask(payment, part)).toEqual(first);
  expect(await countOf(payment)).toEqual([1, 0]);
  expect(await ask(payment, { ...part, key: randomUUID() })).toMatchObject({ kind: "started" });
  expect(await countOf(payment)).toEqual([2, 0]);
});

test("409 for another amount or payment with a key that was used", async () => {
  const [payment, other] = [await journey.capturedYesterday(), await journey.capturedYesterday()];
  const part = { key: randomUUID(), amountKurus: 4_000n };
  await ask(payment, part);
  expect(await said(ask(payment, { ...part, amountKurus: 5_000n }))).toBe("refund_in_progress");
  expect(await said(ask(other, part))).toBe("refund_in_progress");
  expect(await countOf(payment, other)).toEqual([1, 0]);
});

test("a key whose refund was refused is good for the next try", async () => {
  const payment = await journey.capturedYesterday();
  const key = randomUUID();
  expect(await said(ask(payment, { key, amountKurus: 40_001n }))).toBe("refund_amount_exceeds_remaining");
  expect(await ask(payment, { key, amountKurus: 4_000n })).toMatchObject({ kind: "started" });
});

test("asked for ten times at once with its key a refund is one, also where it waits", async () => {
  const [payment, costly] = [await journey.capturedYesterday(), await journey.capturedYesterday()];
  const [key, other] = [randomUUID(), randomUUID()];
  const ten = Array.from({ length: 10 });
  const begun = await Promise.all(ten.map(() => ask(payment, { key, amountKurus: 4_000n })));
  expect(new Set(begun.map((made) => made.kind === "started" && made.refundId)).size).toBe(1);
  const asked = await Promise.all(ten.map(() => ask(costly, { key: other })));
  expect(new Set(asked.map((made) => made.kind === "waiting" && made.requestId)).size).toBe(1);
  expect(await countOf(payment, costly)).toEqual([1, 1]);
});

test("403 for whoever was removed, or may not any more, since their session was read", async () => {
  const [payment, costly] = [await journey.capturedYesterday(), await journey.capturedYesterday()];
  const made = await ask(costly);
  const requestId = made.kind === "waiting" ? made.requestId : "";
  await changeRole(world.ctx, { partnerId, userId: second, role: "support" });
  expect(await said(approve(requestId))).toBe("access_denied");
  await removeMember(world.ctx, { partnerId, userId: asker });
  expect(await said(ask(payment, { amountKurus: 1n }))).toBe("access_denied");
  expect(await countOf(payment)).toEqual([0, 0]);
});

test("of a removal and a request of the same person at once none leaves a request that waits", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [payment, userId] = [await journey.capturedYesterday(), await colleague("finance")];
    const [asked, removed] = await Promise.all([
      said(ask(payment, { userId })),
      said(removeMember(world.ctx, { partnerId, userId })),
    ]);
    expect(["done", "access_denied"]).toContain(asked);
    expect(removed).toBe("done");
    const where = { paymentId: payment, status: "waiting" } as const;
    expect(await world.db.prisma.refundRequest.count({ where })).toBe(0);
  }
});

test("the same code is another refund for another account", async () => {
  const partnerRefundCode = newCode();
  const ours = await journey.captured();
  await journey.refund(ours, { partnerRefundCode });
  const theirs = await journey.captured();
  // The account of a payment and of its settlement never change; only this test gives them one.
  await world.db.pool.query(
    `set local session_replication_role = replica; update payment set partner_id = 'prt_other' where id = '${theirs}';
     update settlement set partner_id = 'prt_other' where payment_id = '${theirs}'`,
  );
  expect(await journey.asked(theirs, { partnerRefundCode, partnerId: asPartnerId("prt_other") })).toBe(
    "void approved",
  );
});
