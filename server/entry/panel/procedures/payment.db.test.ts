import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { createRefundJourney } from "@/server/testing/journeys/refund";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { createPanelContext } from "@/server/testing/world/panel";
import { approved, declined, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { attemptDelivery } from "@/server/usecases/webhooks/attempt-delivery";
import { relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  await world.db.prisma.partner.updateMany({ data: { webhookUrl: "https://shop.test/hook" } });
});
afterAll(() => world.close());

const callerOf = async (role: "owner" | "support", partnerId = "prt_ours") =>
  createCallerFactory(panelRouter)(await createPanelContext(world.ctx, role, partnerId));

test("timeline lists the card, the capture, the refund and the webhooks in order", async () => {
  world.bank.answer("void", approved);
  const journey = createRefundJourney(world);
  const paymentCode = await journey.capture();
  world.clock.advanceMs(minutes(1));
  const owner = await callerOf("owner");
  await owner.refund.start({ key: randomUUID(), paymentCode, amount: null, method: "auto", reason: null });
  await relayOutbox(world.ctx);
  // The attempt's row may be updated after the payment that it ended.
  await world.db.prisma.attempt.updateMany({
    where: { paymentId: paymentCode },
    data: { updatedAt: plusMs(world.clock.now(), 1) },
  });
  const moments = await owner.payment.timeline({ paymentCode });
  expect(moments.map(({ kind }) => kind)).toEqual([
    "created",
    "card_entered",
    "returned",
    "capture_sent",
    "card_ended",
    "ended",
    "delivery_planned",
    "refund_started",
    "refund_ended",
    "delivery_planned",
  ]);
  expect(moments).toContainEqual(
    expect.objectContaining({ kind: "card_entered", maskedPan: "552879******0008", number: 1 }),
  );
  expect(moments).toContainEqual(expect.objectContaining({ kind: "refund_ended", method: "void", status: "approved" }));
  const seen = await (await callerOf("support")).payment.timeline({ paymentCode });
  expect(seen.some(({ kind }) => kind === "delivery_planned" || kind === "delivery_attempted")).toBe(false);
  const text = JSON.stringify(moments, (_key, value) => (typeof value === "bigint" ? String(value) : value));
  expect(text).not.toContain("5528790000000008");
});

test("timeline has the next inquiry of an unknown outcome, and the reason of a decline with the bank's code", async () => {
  const journey = createRefundJourney(world);
  world.bank.answer("capture", unknown);
  const open = await journey.createAtBank();
  await journey.returnWithoutWaiting(open.token);
  const owner = await callerOf("owner");
  const asked = (await owner.payment.timeline({ paymentCode: open.paymentCode })).find(
    ({ kind }) => kind === "capture_unknown",
  );
  expect(asked).toMatchObject({ nextInquiryAt: expect.any(Date) });
  world.bank.answer("capture", approved);
  world.bank.answer("void", unknown);
  const paid = await journey.capture();
  await owner.refund.start({
    key: randomUUID(),
    paymentCode: paid,
    amount: null,
    method: "auto",
    reason: null,
  });
  expect(await owner.payment.timeline({ paymentCode: paid })).toContainEqual(
    expect.objectContaining({ kind: "refund_unknown", method: "void", nextInquiryAt: expect.any(Date) }),
  );
  world.bank.answer("void", approved);
  world.bank.answer("capture", declined);
  const refused = await journey.createAtBank();
  await journey.returnFromBank(refused.token);
  const moments = await owner.payment.timeline({ paymentCode: refused.paymentCode });
  expect(moments).toContainEqual(
    expect.objectContaining({
      kind: "card_ended",
      status: "declined",
      declineReason: "insufficient_funds",
      bankCode: "51",
    }),
  );
  world.bank.answer("capture", approved);
});

test("timeline lists each delivery attempt, and the next one while there is one", async () => {
  const paymentCode = await createRefundJourney(world).capture();
  await relayOutbox(world.ctx);
  const { id: deliveryId } = await world.db.prisma.webhookDelivery.findFirstOrThrow({
    where: { resourceId: paymentCode },
  });
  const told = async () =>
    (await (await callerOf("owner")).payment.timeline({ paymentCode })).filter((moment) => "type" in moment);
  const common = { deliveryId, type: "payment.captured" };
  world.receiver.answer(answered(500), answered(200));
  await attemptDelivery(world.ctx, { deliveryId });
  const first = { ...common, kind: "delivery_attempted", number: 1, statusCode: 500, errorClass: "server_error" };
  expect(await told()).toMatchObject([first, { ...common, kind: "delivery_planned", inMs: 30_000 }]);
  world.clock.advanceMs(minutes(1));
  await attemptDelivery(world.ctx, { deliveryId });
  expect(await told()).toMatchObject([first, { ...common, kind: "delivery_attempted", number: 2, statusCode: 200 }]);
});

test("timeline has the link's event only for the payment that completed the link", async () => {
  const journey = createLinkJourney(world);
  const [paid, left] = [await journey.createAtBank(), await journey.createAtBank()];
  world.bank.answer("capture", approved, declined);
  for (const { callback } of [paid, left]) {
    await journey.returnFromBank(callback);
    await world.settled();
  }
  journey.setClock(plusMs(left.expiresAt, minutes(1)));
  await journey.expire(left);
  await relayOutbox(world.ctx);
  const owner = await callerOf("owner");
  const toldOf = async (link: typeof paid) => {
    const [payment] = await journey.listPayments(link);
    const moments = await owner.payment.timeline({ paymentCode: payment?.id ?? "" });
    return moments.flatMap((moment) => ("type" in moment ? [moment.type] : [])).sort();
  };
  expect(await toldOf(paid)).toEqual(["payment.captured", "payment_link.completed"]);
  expect(await toldOf(left)).toEqual(["payment.failed"]);
  const { events: moments } = await owner.link.timeline({ linkId: left.id });
  expect(moments.filter(({ kind }) => kind === "ended")).toEqual([
    { kind: "ended", at: left.expiresAt, status: "expired" },
  ]);
  world.bank.answer("capture", approved);
});

test("404 for another account's payment in every procedure", async () => {
  const journey = createRefundJourney(world);
  const { paymentCode } = await journey.create();
  const other = await callerOf("owner", "prt_other");
  for (const ask of [other.payment.get, other.payment.timeline]) {
    await expect(ask({ paymentCode })).rejects.toThrow("payment_not_found");
    await expect(ask({ paymentCode: "pay_none" })).rejects.toThrow("payment_not_found");
  }
  expect((await other.payment.list({ search: paymentCode })).items).toEqual([]);
});

test("get returns refund options that match the present time", async () => {
  const journey = createRefundJourney(world);
  const paymentCode = await journey.capture();
  const owner = await callerOf("owner");
  const today = await owner.payment.get({ paymentCode });
  expect(today.now).toEqual(world.clock.now());
  expect(today.refundOptions?.void.available).toBe(true);
  world.clock.advanceMs(days(1));
  const later = await owner.payment.get({ paymentCode });
  expect(later.refundOptions?.void).toMatchObject({ available: false, reason: "day_closed" });
});
