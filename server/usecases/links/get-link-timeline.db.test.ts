import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { asPartnerId } from "@/server/store/tenant";
import { type LinkJourney, linkJourneyIn, pans } from "@/server/testing/journeys/link";
import { approved, declined, openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import { startRefund } from "../refunds/start-refund";
import { relayOutbox } from "../webhooks/relay-outbox";
import { getLinkTimeline } from "./get-link-timeline";
import type { LinkRecord } from "./link-record";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());

const timeline = ({ id: linkId }: Pick<LinkRecord, "id">, withDeliveries = false) =>
  getLinkTimeline(world.ctx, { partnerId: world.caller.partnerId, linkId, withDeliveries });

const kindsOf = async (link: Pick<LinkRecord, "id">, withDeliveries = false) =>
  (await timeline(link, withDeliveries)).moments.map((moment) => [
    moment.kind,
    ...("status" in moment ? [moment.status] : []),
  ]);

test("a link that was opened, declined and paid tells so in order, with what each card came to", async () => {
  const link = await journey.create({ customerShareBps: 10_000 });
  journey.pass(1_000);
  await journey.open(link);
  journey.pass(1_000);
  const first = await journey.toTheBank(link);
  world.bank.answer("capture", declined, approved);
  await journey.comeBack(first.callback);
  await world.settled();
  journey.pass(1_000);
  await journey.open(link);
  journey.pass(1_000);
  const second = await journey.toTheBank(link, { pan: pans.debit });
  await journey.comeBack(second.callback);
  await world.settled();
  expect(await kindsOf(link)).toEqual([
    ["created"],
    ["first_opened"],
    ["payment_started"],
    ["card", "declined"],
    ["payment_ended", "failed"],
    ["last_opened"],
    ["payment_started"],
    ["card", "captured"],
    ["payment_ended", "captured"],
    ["ended", "completed"],
  ]);
  const { moments, payments, terminal } = await timeline(link);
  expect(terminal).toEqual({ id: terminalOf.ours, name: terminalOf.ours });
  expect(moments[3]).toMatchObject({ last4: "0008", declineReason: "insufficient_funds" });
  expect(payments).toMatchObject([
    { status: "captured", amountKurus: 40_600n, netKurus: 39_991n, maskedPan: "450803******0006" },
    { status: "failed", netKurus: null },
  ]);
});

test("a cancelled link ends when it was cancelled, an expired one at its hour", async () => {
  const cancelled = await journey.create();
  await journey.open(cancelled);
  journey.pass(minutes(5));
  const at = world.clock.now();
  await journey.cancel(cancelled);
  const expired = await journey.create();
  journey.passTo(new Date(expired.expiresAt.getTime() + minutes(9)));
  expect((await timeline(cancelled)).moments.at(-1)).toEqual({ kind: "ended", status: "cancelled", at });
  // Opened once, it was not opened again.
  expect(await kindsOf(cancelled)).toEqual([["created"], ["first_opened"], ["ended", "cancelled"]]);
  expect((await timeline(expired)).moments.at(-1)).toEqual({
    kind: "ended",
    status: "expired",
    at: expired.expiresAt,
  });
});

test("webhooks are told only to who may know of them", async () => {
  await world.db.prisma.partner.update({
    where: { id: "prt_ours" },
    data: { webhookUrl: "http://shop.test/hook", webhookUrlSince: new Date(0) },
  });
  const link = await journey.create();
  const { callback } = await journey.toTheBank(link);
  await journey.comeBack(callback);
  await world.settled();
  await relayOutbox(world.ctx);
  const told = (await timeline(link, true)).moments.filter(({ kind }) => kind === "delivery");
  expect(told.map((moment) => "type" in moment && moment.type).sort()).toEqual([
    "payment.captured",
    "payment_link.completed",
  ]);
  expect((await kindsOf(link)).some(([kind]) => kind === "delivery")).toBe(false);
});

test("404 for another account's link", async () => {
  const link = await journey.create();
  const asked = { partnerId: asPartnerId("prt_other"), linkId: link.id, withDeliveries: true };
  await expect(getLinkTimeline(world.ctx, asked)).rejects.toMatchObject({ code: "payment_link_not_found" });
});

test("the net of a link's payment is what is left of it after refunds, as the payment says", async () => {
  const link = await journey.create();
  const { callback } = await journey.toTheBank(link);
  await journey.comeBack(callback);
  await world.settled();
  const [{ paymentCode, netKurus } = { paymentCode: "", netKurus: null }] = (await timeline(link)).payments;
  expect(netKurus).toBeGreaterThan(0n);
  const refund = {
    partnerId: world.caller.partnerId,
    paymentCode,
    partnerRefundCode: "net-1",
    amountKurus: null,
  };
  await startRefund(world.ctx, { ...refund, way: "automatic" });
  await world.settled();
  expect((await timeline(link)).payments).toMatchObject([{ netKurus: 0n, refundedKurus: 40_000n }]);
});

test("of more than fifty payments tells of the last fifty, and that there are older ones", async () => {
  const link = await journey.create();
  await journey.toTheBank(link);
  const [{ id } = { id: "" }] = await world.db.prisma.payment.findMany({ where: { linkId: link.id } });
  expect(await timeline(link)).toMatchObject({ payments: [{ paymentCode: id }], hasOlder: false });
  const older = `insert into payment select (jsonb_populate_record(p, jsonb_build_object(
      'id', 'pay_old_' || n, 'status', 'failed', 'failed_at', p.created_at, 'failure_code', 'superseded',
      'created_at', p.created_at - n * interval '1 minute', 'ref_hash', sha256(n::text::bytea)))).*
    from payment p cross join generate_series(1, 52) n where p.id = $1`;
  await world.db.pool.query(older, [id]);
  const { payments, hasOlder, moments } = await timeline(link);
  expect(payments.map(({ paymentCode }) => paymentCode)).toEqual([
    id,
    ...Array.from({ length: 49 }, (_, index) => `pay_old_${index + 1}`),
  ]);
  expect(hasOlder).toBe(true);
  expect(moments.filter(({ kind }) => kind === "payment_started")).toHaveLength(50);
});
