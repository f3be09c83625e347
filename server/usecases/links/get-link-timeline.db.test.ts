import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { asPartnerId } from "@/server/store/tenant";
import { createLinkJourney, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { approved, declined, openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { startRefund } from "../refunds/start-refund";
import { relayOutbox } from "../webhooks/relay-outbox";
import { getLinkTimeline } from "./get-link-timeline";
import type { LinkRecord } from "./shared/link-record";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

const timeline = ({ id: linkId }: Pick<LinkRecord, "id">, withDeliveries = false) =>
  getLinkTimeline(world.ctx, { partnerId: world.caller.partnerId, linkId, withDeliveries });

const listKinds = async (link: Pick<LinkRecord, "id">, withDeliveries = false) =>
  (await timeline(link, withDeliveries)).events.map((moment) => [
    moment.kind,
    ...("status" in moment ? [moment.status] : []),
  ]);

test("lists the opening, the declined card and the payment of a link in order", async () => {
  const link = await journey.create({ customerShareBps: 10_000 });
  journey.moveClock(1_000);
  await journey.open(link);
  journey.moveClock(1_000);
  const first = await journey.sendToBank(link);
  world.bank.answer("capture", declined, approved);
  await journey.returnFromBank(first.callback);
  await world.settled();
  journey.moveClock(1_000);
  await journey.open(link);
  journey.moveClock(1_000);
  const second = await journey.sendToBank(link, { pan: pans.debit });
  await journey.returnFromBank(second.callback);
  await world.settled();
  expect(await listKinds(link)).toEqual([
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
  const { events: moments, payments, terminal } = await timeline(link);
  expect(terminal).toEqual({ id: testTerminals.ours, name: testTerminals.ours });
  expect(moments[3]).toMatchObject({ last4: "0008", declineReason: "insufficient_funds" });
  expect(payments).toMatchObject([
    { status: "captured", amountKurus: 40_600n, netKurus: 39_991n, maskedPan: "450803******0006" },
    { status: "failed", netKurus: null },
  ]);
});

test("ends a cancelled link when it was cancelled, and an expired one at its expiry", async () => {
  const cancelled = await journey.create();
  await journey.open(cancelled);
  journey.moveClock(minutes(5));
  const at = world.clock.now();
  await journey.cancel(cancelled);
  const expired = await journey.create();
  journey.setClock(new Date(expired.expiresAt.getTime() + minutes(9)));
  expect((await timeline(cancelled)).events.at(-1)).toEqual({ kind: "ended", status: "cancelled", at });
  // The link was opened only once, so there is no event for a last opening.
  expect(await listKinds(cancelled)).toEqual([["created"], ["first_opened"], ["ended", "cancelled"]]);
  expect((await timeline(expired)).events.at(-1)).toEqual({
    kind: "ended",
    status: "expired",
    at: expired.expiresAt,
  });
});

test("lists webhook deliveries only for callers that may see them", async () => {
  await world.db.prisma.partner.update({
    where: { id: "prt_ours" },
    data: { webhookUrl: "http://shop.test/hook", webhookUrlSince: new Date(0) },
  });
  const link = await journey.create();
  const { callback } = await journey.sendToBank(link);
  await journey.returnFromBank(callback);
  await world.settled();
  await relayOutbox(world.ctx);
  const deliveries = (await timeline(link, true)).events.filter(({ kind }) => kind === "delivery");
  expect(deliveries.map((moment) => "type" in moment && moment.type).sort()).toEqual([
    "payment.captured",
    "payment_link.completed",
  ]);
  expect((await listKinds(link)).some(([kind]) => kind === "delivery")).toBe(false);
});

test("404 for another account's link", async () => {
  const link = await journey.create();
  const asked = { partnerId: asPartnerId("prt_other"), linkId: link.id, withDeliveries: true };
  await expect(getLinkTimeline(world.ctx, asked)).rejects.toMatchObject({ code: "payment_link_not_found" });
});

test("shows the same net after refunds as the payment itself", async () => {
  const link = await journey.create();
  const { callback } = await journey.sendToBank(link);
  await journey.returnFromBank(callback);
  await world.settled();
  const [{ paymentCode, netKurus } = { paymentCode: "", netKurus: null }] = (await timeline(link)).payments;
  expect(netKurus).toBeGreaterThan(0n);
  const refund = {
    caller: world.caller,
    paymentCode,
    partnerRefundCode: "net-1",
    amountKurus: null,
  };
  await startRefund(world.ctx, { ...refund, way: "automatic" });
  await world.settled();
  expect((await timeline(link)).payments).toMatchObject([{ netKurus: 0n, refundedKurus: 40_000n }]);
});

test("lists the last fifty payments and reports that there are older ones", async () => {
  const link = await journey.create();
  await journey.sendToBank(link);
  const [{ id } = { id: "" }] = await world.db.prisma.payment.findMany({ where: { linkId: link.id } });
  expect(await timeline(link)).toMatchObject({ payments: [{ paymentCode: id }], hasOlder: false });
  const older = `insert into payment select (jsonb_populate_record(p, jsonb_build_object(
      'id', 'pay_old_' || n, 'status', 'failed', 'failed_at', p.created_at, 'failure_code', 'superseded',
      'created_at', p.created_at - n * interval '1 minute', 'ref_hash', sha256(n::text::bytea)))).*
    from payment p cross join generate_series(1, 52) n where p.id = $1`;
  await world.db.pool.query(older, [id]);
  const { payments, hasOlder, events: moments } = await timeline(link);
  expect(payments.map(({ paymentCode }) => paymentCode)).toEqual([
    id,
    ...Array.from({ length: 49 }, (_, index) => `pay_old_${index + 1}`),
  ]);
  expect(hasOlder).toBe(true);
  expect(moments.filter(({ kind }) => kind === "payment_started")).toHaveLength(50);
});
