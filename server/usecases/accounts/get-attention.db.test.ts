import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { createRefundJourney, longWaits, newRefundCode, type RefundJourney } from "@/server/testing/journeys/refund";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { createPanelContext } from "@/server/testing/world/panel";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { getAttention } from "./queries";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, hasBrokenBooks: true });
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const deliveries = createDeliveryHelpers(() => world);
beforeEach(() => deliveries.reset());

const everything = { webhooks: true, keys: true, refundRequests: true, chargebacks: true };

/** Lists the items for a user who may see everything and has a second factor. */
const seen = async (changes: object = {}, sees = everything, partnerId = "prt_ours") => {
  const { account } = (await createPanelContext(world.ctx, "owner", partnerId)).session as {
    account: object;
  };
  return getAttention(world.ctx, {
    account: { ...account, ...changes } as Parameters<typeof getAttention>[1]["account"],
    hasSecondFactor: true,
    sees,
  });
};
/** Lists the items of the other account, to which nothing happens. */
const seenByOther = () => seen({}, everything, "prt_other");
const kinds = async (...asked: Parameters<typeof seen>) => (await seen(...asked)).map(({ kind }) => kind);

test("returns nothing where nothing needs attention, also after a completed payment", async () => {
  await journey.capture();
  expect(await seen()).toEqual([]);
});

test("a suspended account and a hold of acceptance come first, with the reason", async () => {
  const heldSince = world.clock.now();
  const held = { acceptanceHeld: true, holdReason: "missing_documents", heldSince };
  expect(await seen({ status: "suspended", ...held })).toEqual([
    { kind: "account_suspended" },
    { kind: "acceptance_held", reason: "missing_documents", at: heldSince },
  ]);
});

test("a closed account comes first and a missing second factor last", async () => {
  const { session } = await createPanelContext(world.ctx, "owner");
  const account = { ...session!.account, status: "closed" } as const;
  const asked = { account, hasSecondFactor: false, sees: everything };
  await deliveries.setUrl(null);
  expect(await getAttention(world.ctx, asked)).toEqual([
    { kind: "account_closed" },
    { kind: "no_webhook_address" },
    { kind: "no_second_factor" },
  ]);
});

test("lists attempted deliveries of the last day that have not succeeded, with the next attempt, if the user may see them", async () => {
  const at = world.clock.now();
  await deliveries.createPending();
  expect(await seen()).toEqual([]);
  world.receiver.answer(answered(500));
  await deliveries.attempt(await deliveries.createPending());
  const [item] = await seen();
  expect(item).toMatchObject({ kind: "undelivered", count: 1, at });
  expect(item && "nextAttemptAt" in item && item.nextAttemptAt && item.nextAttemptAt > at).toBe(true);
  expect(await kinds({}, { ...everything, webhooks: false })).toEqual([]);
  expect(await seenByOther()).toEqual([]);
  world.receiver.answer(answered(404));
  await deliveries.attempt(await deliveries.createPending());
  expect(await seen()).toMatchObject([{ kind: "undelivered", count: 2 }]);
  world.clock.set(plusMs(at, days(1) + 1_000));
  expect(await seen()).toEqual([]);
});

test("lists a missing webhook address only if the user may see webhooks", async () => {
  await deliveries.setUrl(null);
  expect(await kinds()).toEqual(["no_webhook_address"]);
  expect(await kinds({}, { ...everything, webhooks: false })).toEqual([]);
});

test("lists captures and refunds with an unknown outcome until the bank has answered", async () => {
  await journey.advanceToNoon();
  world.bank.answer("capture", unknown, approved);
  world.bank.answer("inquire", unknown);
  const { token } = await journey.createAtBank();
  await journey.returnWithoutWaiting(token);
  expect(await seen()).toEqual([{ kind: "captures_unknown", count: 1, at: world.clock.now() }]);
  const paid = await journey.capture();
  world.bank.answer("void", unknown);
  await journey.refund(paid);
  expect(await kinds()).toEqual(["captures_unknown", "refunds_pending"]);
  expect(await seenByOther()).toEqual([]);
  world.receiver.answer(answered(500));
  await deliveries.attempt(await deliveries.createPending());
  expect(await kinds()).toEqual(["captures_unknown", "undelivered", "refunds_pending"]);
  await deliveries.reset();
  await world.db.prisma.attempt.updateMany({ where: { status: "unknown" }, data: { status: "declined" } });
  expect(await kinds()).toEqual(["refunds_pending"]);
  const refund = await world.db.prisma.refund.findFirstOrThrow({ where: { status: "pending" } });
  const failureCode = "not_processed" as const;
  const data = { status: "declined", failureCode, resolvedAt: world.clock.now() } as const;
  await world.db.prisma.refund.update({ where: { id: refund.id }, data });
  expect(await seen()).toEqual([]);
});

test("counts the account's open links that expire within a day, with the first expiry", async () => {
  const now = world.clock.now();
  const early = plusMs(now, hours(2) - days(7));
  await writeLinks(world, [
    { createdAt: plusMs(early, -hours(3)) },
    { createdAt: early, status: "failed" },
    { createdAt: plusMs(early, hours(1)), status: "completed" },
    { createdAt: plusMs(early, hours(2)) },
    { createdAt: plusMs(now, -days(6)) },
    { createdAt: plusMs(early, days(2)) },
    { createdAt: early, partnerId: "prt_other" },
  ]);
  expect(await seen()).toEqual([{ kind: "links_expiring", count: 3, at: plusMs(now, hours(2)) }]);
  const where = { status: { not: "completed" } } as const;
  await world.db.prisma.paymentLink.updateMany({ where, data: { status: "cancelled" } });
});

test("counts the account's keys in use that end within seven days, with the first end, only if the user may see keys", async () => {
  const now = world.clock.now();
  const key = (id: string, changes: object) => ({
    id,
    partnerId: "prt_ours",
    name: id,
    prefix: id,
    keyHash: Buffer.from(id),
    createdAt: now,
    scopes: ["payments:read"],
    ...changes,
  });
  await world.db.prisma.apiKey.createMany({
    data: [
      key("ending_soon", { expiresAt: plusMs(now, days(7)) }),
      key("ending_first", { expiresAt: plusMs(now, hours(1)) }),
      key("ending_later", { expiresAt: plusMs(now, days(7) + 1) }),
      key("ending_ended", { expiresAt: now }),
      key("ending_revoked", { expiresAt: plusMs(now, days(1)), revokedAt: now }),
      key("ending_other", { expiresAt: plusMs(now, days(1)), partnerId: "prt_other" }),
    ],
  });
  expect(await seen()).toEqual([{ kind: "keys_ending", count: 2, at: plusMs(now, hours(1)) }]);
  expect(await kinds({}, { ...everything, keys: false })).toEqual([]);
  await world.db.prisma.apiKey.deleteMany({ where: { id: { startsWith: "ending_" } } });
});

test("lists refunds that wait for a second person until they expire, only if the user may decide on them", async () => {
  const [now, paymentId] = [world.clock.now(), await journey.capture()];
  await world.db.prisma.refundRequest.create({
    data: {
      id: "rfq_1",
      partnerId: "prt_ours",
      paymentId,
      partnerRefundCode: newRefundCode(),
      method: "auto",
      amount: 100n,
      status: "waiting",
      requestedBy: "usr_1",
      createdAt: now,
      updatedAt: now,
      expiresAt: plusMs(now, days(1)),
    },
  });
  expect(await seen()).toEqual([{ kind: "refund_requests", count: 1, at: now }]);
  expect(await seenByOther()).toEqual([]);
  expect(await kinds({}, { ...everything, refundRequests: false })).toEqual([]);
  world.clock.set(plusMs(now, days(1)));
  expect(await seen()).toEqual([]);
});

test("counts the chargebacks that wait for an answer, with the first last day, only if the user may see them", async () => {
  const [first, second, third] = [await journey.capture(), await journey.capture(), await journey.capture()];
  await chargeBack(first, "open", "2026-12-24");
  await chargeBack(second, "open", "2026-12-20");
  await chargeBack(third, "contested", "2026-12-01");
  expect(await seen()).toEqual([{ kind: "chargebacks_open", count: 2, at: new Date("2026-12-20T00:00:00+03:00") }]);
  expect(await kinds({}, { ...everything, chargebacks: false })).toEqual([]);
  expect(await seenByOther()).toEqual([]);
});

/** Inserts a chargeback without the file of a bank's day that brings it. */
const chargeBack = (paymentCode: string, status: "open" | "contested", respondBy: string) =>
  world.db.prisma.$transaction([
    world.db.prisma.$executeRaw`set local session_replication_role = replica`,
    world.db.prisma.$executeRaw`
      insert into chargeback (id, partner_id, payment_id, terminal_id, case_number, status, amount, bank_at, respond_by,
                              created_at, updated_at, answered_at, answered_by)
      select 'cbk_' || id, partner_id, id, terminal_id, id, ${status}::"ChargebackStatus", 1, created_at,
             ${respondBy}::date, created_at, created_at, case when ${status} = 'contested' then created_at end,
             case when ${status} = 'contested' then 'staff@vezne.test' end
        from payment where id = ${paymentCode}`,
  ]);
