import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import type { PanelRole } from "@/server/domain/people/access";
import { asPartnerId } from "@/server/store/tenant";
import { createRefundJourney, longWaits, newRefundCode, type RefundJourney } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changeRole } from "../people/change-role";
import { removeMember } from "../people/remove-member";
import { approveRefundRequest } from "./approve-refund-request";
import { type RequestPanelRefundInput, requestPanelRefund } from "./request-panel-refund";
import { setRefundLimit } from "./set-refund-limit";

// Payments of these tests have 40,000 kuruş; a refund above 10,000 kuruş needs a second person.
let world: TestWorld;
let journey: RefundJourney;
const partnerId = asPartnerId("prt_ours");
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
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

const ask = (paymentCode: string, changes: Partial<RequestPanelRefundInput> = {}) =>
  requestPanelRefund(world.ctx, {
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
  approveRefundRequest(world.ctx, { account: world.caller, userId: second, requestId });

const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

const countRows = async (...payments: string[]) => {
  const rows = { where: { paymentId: { in: payments } } };
  return [await world.db.prisma.refund.count(rows), await world.db.prisma.refundRequest.count(rows)];
};

test("returns the first outcome when a refund is retried with its key, and refunds once", async () => {
  const payment = await journey.captureYesterday();
  const part = { key: randomUUID(), amountKurus: 4_000n };
  const first = await ask(payment, part);
  expect(first).toMatchObject({ kind: "started", status: "approved" });
  expect(await ask(payment, part)).toEqual(first);
  expect(await countRows(payment)).toEqual([1, 0]);
  expect(await ask(payment, { ...part, key: randomUUID() })).toMatchObject({ kind: "started" });
  expect(await countRows(payment)).toEqual([2, 0]);
});

test("409 for another amount or payment with a used key", async () => {
  const [payment, other] = [await journey.captureYesterday(), await journey.captureYesterday()];
  const part = { key: randomUUID(), amountKurus: 4_000n };
  await ask(payment, part);
  expect(await code(ask(payment, { ...part, amountKurus: 5_000n }))).toBe("refund_in_progress");
  expect(await code(ask(other, part))).toBe("refund_in_progress");
  expect(await countRows(payment, other)).toEqual([1, 0]);
});

test("accepts the key again when its refund was refused", async () => {
  const payment = await journey.captureYesterday();
  const key = randomUUID();
  expect(await code(ask(payment, { key, amountKurus: 40_001n }))).toBe("refund_amount_exceeds_remaining");
  expect(await ask(payment, { key, amountKurus: 4_000n })).toMatchObject({ kind: "started" });
});

test("creates one refund, or one waiting request, for ten parallel requests with the same key", async () => {
  const [payment, costly] = [await journey.captureYesterday(), await journey.captureYesterday()];
  const [key, other] = [randomUUID(), randomUUID()];
  const ten = Array.from({ length: 10 });
  const begun = await Promise.all(ten.map(() => ask(payment, { key, amountKurus: 4_000n })));
  expect(new Set(begun.map((made) => made.kind === "started" && made.refundId)).size).toBe(1);
  const asked = await Promise.all(ten.map(() => ask(costly, { key: other })));
  expect(new Set(asked.map((made) => made.kind === "waiting" && made.requestId)).size).toBe(1);
  expect(await countRows(payment, costly)).toEqual([1, 1]);
});

test("403 for a user who was removed or lost the permission after the session was read", async () => {
  const [payment, costly] = [await journey.captureYesterday(), await journey.captureYesterday()];
  const made = await ask(costly);
  const requestId = made.kind === "waiting" ? made.requestId : "";
  await changeRole(world.ctx, { partnerId, userId: second, role: "support" });
  expect(await code(approve(requestId))).toBe("access_denied");
  await removeMember(world.ctx, { partnerId, userId: asker });
  expect(await code(ask(payment, { amountKurus: 1n }))).toBe("access_denied");
  expect(await countRows(payment)).toEqual([0, 0]);
});

test("leaves no waiting request when its requester is removed in parallel", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [payment, userId] = [await journey.captureYesterday(), await colleague("finance")];
    const [asked, removed] = await Promise.all([
      code(ask(payment, { userId })),
      code(removeMember(world.ctx, { partnerId, userId })),
    ]);
    expect(["done", "access_denied"]).toContain(asked);
    expect(removed).toBe("done");
    const where = { paymentId: payment, status: "waiting" } as const;
    expect(await world.db.prisma.refundRequest.count({ where })).toBe(0);
  }
});

test("accepts the same code for another account", async () => {
  const partnerRefundCode = newRefundCode();
  const ours = await journey.capture();
  await journey.refund(ours, { partnerRefundCode });
  const theirs = await journey.capture();
  // A payment and what it moved normally never change their account, so the triggers are switched off here.
  await world.db.pool.query(
    `set local session_replication_role = replica; update payment set partner_id = 'prt_other' where id = '${theirs}';
     update settlement set partner_id = 'prt_other' where payment_id = '${theirs}';
     update ledger_entry set partner_id = 'prt_other' where payment_id = '${theirs}'`,
  );
  expect(
    await journey.tryRefund(theirs, {
      partnerRefundCode,
      caller: { ...world.caller, partnerId: asPartnerId("prt_other") },
    }),
  ).toBe("void approved");
});
