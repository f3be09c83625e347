import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, hours } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { asPartnerId } from "@/server/store/tenant";
import { newCode, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { approveRefund, rejectRefund, withdrawRefund } from "./decide-on-refund";
import { findRefundInWaiting, listRefundRequests } from "./list-refund-requests";
import { setRefundLimit } from "./refund-limit";
import { type RequestRefundInput, requestRefund } from "./request-refund";

// Payments of these tests are of 40,000 kuruş; a refund of more than 10,000 wants a second person.
let world: TestWorld;
let journey: RefundJourney;
const partnerId = asPartnerId("prt_ours");
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
  for (const id of ["usr_asker", "usr_second", "usr_third"]) await writeMember(world.ctx, id, "finance");
});
beforeEach(() => setRefundLimit(world.ctx, { partnerId, limitKurus: 10_000n }));
afterAll(() => world.close());

const [asker, second, third] = ["usr_asker", "usr_second", "usr_third"] as const;
type Changes = Partial<Omit<RequestRefundInput, "paymentCode">>;

const ask = (paymentCode: string, changes: Changes = {}) =>
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

/** The id of a request for a whole payment, which waits. */
const waiting = async (paymentCode: string, changes: Changes = {}): Promise<string> => {
  const made = await ask(paymentCode, changes);
  if (made.kind !== "waiting") throw new Error("The refund did not wait");
  return made.requestId;
};

const said = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (done) => done ?? "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

const by = (userId: string, requestId: string) => ({ account: world.caller, userId, requestId });
const approve = (requestId: string, userId: string = second) =>
  approveRefund(world.ctx, by(userId, requestId));
const reject = (requestId: string, userId: string = second) =>
  rejectRefund(world.ctx, { ...by(userId, requestId), note: null });
const withdraw = (requestId: string, userId: string = asker) =>
  withdrawRefund(world.ctx, by(userId, requestId));
const row = (id: string) => world.db.prisma.refundRequest.findUniqueOrThrow({ where: { id } });

describe("asking", () => {
  test("a refund within the limit begins at once", async () => {
    const payment = await journey.capturedYesterday();
    const started = { kind: "started", method: "credit", status: "approved" };
    expect(await ask(payment, { amountKurus: 10_000n })).toMatchObject(started);
  });

  test("a refund over the limit waits, and the bank is not asked", async () => {
    const payment = await journey.captured();
    const calls = await journey.callsOf(payment);
    const requestId = await waiting(payment, { reason: "Wrong size" });
    expect(await row(requestId)).toMatchObject({ status: "waiting", amount: 40_000n, reason: "Wrong size" });
    expect(await journey.refundsOf(payment)).toEqual([]);
    expect(await journey.callsOf(payment)).toEqual(calls);
    expect(
      await findRefundInWaiting(world.ctx, { partnerId, paymentCode: payment, userId: asker }),
    ).toMatchObject({ requestId, amount: 40_000n, isOwn: true });
  });

  test("parts that pass the limit together wait, also beside what came by the API", async () => {
    const payment = await journey.capturedYesterday();
    expect((await ask(payment, { amountKurus: 6_000n })).kind).toBe("started");
    expect(await row(await waiting(payment, { amountKurus: 6_000n }))).toMatchObject({ amount: 6_000n });
    const another = await journey.capturedYesterday();
    await journey.refund(another, { amountKurus: 6_000n });
    expect((await ask(another, { amountKurus: 6_000n })).kind).toBe("waiting");
  });

  test("parts that are asked for at once never pass the limit unseen", async () => {
    for (let round = 0; round < 5; round++) {
      const payment = await journey.capturedYesterday();
      await Promise.all(Array.from({ length: 4 }, () => said(ask(payment, { amountKurus: 6_000n }))));
      const refunds = await journey.refundsOf(payment);
      expect(refunds.map(({ amount }) => amount)).toEqual([6_000n]);
    }
  });

  test("one request of a payment waits at a time", async () => {
    const payment = await journey.captured();
    const answers = await Promise.all(Array.from({ length: 4 }, () => said(ask(payment))));
    expect(answers.filter((answer) => answer === "refund_in_progress")).toHaveLength(3);
  });

  test("refused by the rules of every refund, and for accounts that are not active", async () => {
    const payment = await journey.captured();
    expect(await said(ask(payment, { amountKurus: 40_001n }))).toBe("refund_amount_exceeds_remaining");
    expect(await said(ask(payment, { amountKurus: 20_000n }))).toBe("refund_not_yet_available");
    expect(await said(ask("pay_none"))).toBe("payment_not_found");
    expect(await said(ask(payment, { reason: "5528790000000008" }))).toBe("sensitive_data_not_allowed");
    for (const status of ["suspended", "closed"] as const) {
      const account = { ...world.caller, status };
      expect(await said(ask(payment, { account }))).toBe("partner_not_active");
    }
    expect(await journey.refundsOf(payment)).toEqual([]);
  });

  test("404 for a payment of another account", async () => {
    const account = { ...world.caller, partnerId: asPartnerId("prt_other") };
    const { id: userId } = await writeMember(world.ctx, "usr_theirs", "finance", account.partnerId);
    expect(await said(ask(await journey.captured(), { account, userId }))).toBe("payment_not_found");
  });
});

describe("deciding", () => {
  test("approved by a second person: the refund begins with the request's own code", async () => {
    const payment = await journey.captured();
    const requestId = await waiting(payment);
    const started = await approve(requestId);
    expect(started).toMatchObject({ method: "void", status: "approved" });
    const request = await row(requestId);
    expect(request).toMatchObject({ status: "sent", decidedBy: second, refundId: started.refundId });
    const asked = { partnerRefundCode: request.partnerRefundCode, amount: 40_000n };
    expect(await journey.refundRow(started.refundId)).toMatchObject(asked);
  });

  test("403 for who asked, and nothing is sent", async () => {
    const payment = await journey.captured();
    const requestId = await waiting(payment);
    expect(await said(approve(requestId, asker))).toBe("own_refund_request");
    expect(await said(reject(requestId, asker))).toBe("own_refund_request");
    expect(await journey.refundsOf(payment)).toEqual([]);
    await expect(
      world.db.prisma.refundRequest.update({ where: { id: requestId }, data: { decidedBy: asker } }),
      "the database refuses it, too",
    ).rejects.toThrow(/refund_request_second_person/);
  });

  test("only who asked withdraws, and then nobody approves", async () => {
    const requestId = await waiting(await journey.captured());
    expect(await said(withdraw(requestId, second))).toBe("access_denied");
    expect(await said(withdraw(requestId))).toBe("done");
    expect(await said(approve(requestId))).toBe("refund_request_decided");
    expect(await row(requestId)).toMatchObject({ status: "withdrawn", refundId: null });
  });

  test("rejected with a word to who asked; the payment can be refunded another time", async () => {
    const payment = await journey.captured();
    const requestId = await waiting(payment);
    await rejectRefund(world.ctx, { ...by(second, requestId), note: "Goods never came back" });
    expect(await row(requestId)).toMatchObject({ status: "rejected", decisionNote: "Goods never came back" });
    expect((await ask(payment)).kind).toBe("waiting");
  });

  test("404 for a request of another account, whoever decides", async () => {
    const requestId = await waiting(await journey.captured());
    const account = { ...world.caller, partnerId: asPartnerId("prt_other") };
    const input = { account, userId: second, requestId };
    expect(await said(approveRefund(world.ctx, input))).toBe("refund_not_found");
    expect(await said(rejectRefund(world.ctx, { ...input, note: null }))).toBe("refund_not_found");
    expect(await said(withdrawRefund(world.ctx, { ...input, userId: asker }))).toBe("refund_not_found");
  });

  test("nobody decides after seven days, and another one may be asked for", async () => {
    const payment = await journey.captured();
    const requestId = await waiting(payment);
    world.clock.advanceMs(days(7));
    expect(await said(approve(requestId))).toBe("refund_request_decided");
    expect((await row(requestId)).status).toBe("expired");
    const next = await waiting(payment);
    world.clock.advanceMs(days(8));
    expect((await ask(payment)).kind, "without anybody having looked").toBe("waiting");
    expect((await row(next)).status).toBe("expired");
  });

  test("failed where a part went back meanwhile, and where the method that was asked for is over", async () => {
    const [parted, sameDay] = [await journey.capturedYesterday(), await journey.captured()];
    const [whole, voided] = [await waiting(parted), await waiting(sameDay, { method: "void" })];
    await journey.refund(parted, { amountKurus: 1_000n });
    expect(await said(approve(whole))).toBe("refund_amount_exceeds_remaining");
    world.clock.advanceMs(hours(30));
    expect(await said(approve(voided))).toBe("refund_method_not_available");
    const rows = [await row(whole), await row(voided)];
    expect(rows.map(({ status, failureCode, decidedBy }) => [status, failureCode, decidedBy])).toEqual([
      ["failed", "refund_amount_exceeds_remaining", second],
      ["failed", "refund_method_not_available", second],
    ]);
  });

  test("failed where the refund is not possible any more, waiting while another is under way", async () => {
    const [payment, busy] = [await journey.capturedYesterday(), await journey.capturedYesterday()];
    const [requestId, blocked] = [await waiting(payment), await waiting(busy)];
    await journey.refund(payment, { partnerRefundCode: newCode() });
    expect(await said(approve(requestId))).toBe("payment_not_refundable");
    expect(await row(requestId)).toMatchObject({ status: "failed", failureCode: "payment_not_refundable" });
    world.bank.answer("credit", { kind: "unknown", cause: "timeout" });
    await journey.refund(busy, { amountKurus: 1_000n });
    expect(await said(approve(blocked))).toBe("refund_in_progress");
    expect((await row(blocked)).status).toBe("waiting");
  });

  test("403 to approve for an account that is not active; rejecting moves no money and is let be", async () => {
    const requestId = await waiting(await journey.captured());
    for (const status of ["suspended", "closed"] as const) {
      const account = { ...world.caller, status };
      expect(await said(approveRefund(world.ctx, { ...by(second, requestId), account }))).toBe(
        "partner_not_active",
      );
    }
    expect((await row(requestId)).status).toBe("waiting");
    const account = { ...world.caller, status: "suspended" as const };
    const input = { ...by(second, requestId), account, note: null };
    expect(await said(rejectRefund(world.ctx, input))).toBe("done");
  });

  test("400 to reject with a card number in the note; the request goes on waiting", async () => {
    const requestId = await waiting(await journey.captured());
    const input = { ...by(second, requestId), note: "5528790000000008" };
    expect(await said(rejectRefund(world.ctx, input))).toBe("sensitive_data_not_allowed");
    expect(await row(requestId)).toMatchObject({ status: "waiting", decisionNote: null });
  });

  test("a void that was waited with over day-end is a credit", async () => {
    const requestId = await waiting(await journey.captured());
    world.clock.advanceMs(hours(30));
    expect(await approve(requestId)).toMatchObject({ method: "credit" });
  });
});

describe("deciding at once", () => {
  const racers = {
    "two approvals": (id: string) => [approve(id), approve(id, third)],
    "an approval and a rejection": (id: string) => [approve(id), reject(id, third)],
    "an approval and a withdrawal": (id: string) => [approve(id), withdraw(id)],
    "a rejection and a withdrawal": (id: string) => [reject(id), withdraw(id)],
    "two rejections": (id: string) => [reject(id), reject(id, third)],
  };

  test.each(Object.entries(racers))("one of %s counts", async (_names, race) => {
    for (let round = 0; round < 8; round++) {
      const payment = await journey.captured();
      const requestId = await waiting(payment);
      const answers = await Promise.all(race(requestId).map(said));
      expect(answers.filter((answer) => answer === "refund_request_decided")).toHaveLength(1);
      const { status, refundId } = await row(requestId);
      const refunds = await journey.refundsOf(payment);
      expect(refunds.map(({ id }) => id)).toEqual(status === "sent" ? [refundId] : []);
    }
  });

  test("what is approved and what is refunded by the API at once is refunded once", async () => {
    for (let round = 0; round < 8; round++) {
      const payment = await journey.captured();
      const requestId = await waiting(payment);
      await Promise.all([said(approve(requestId)), said(journey.refund(payment))]);
      expect(await journey.refundsOf(payment)).toHaveLength(1);
    }
  });
});

test("requests are listed with what an approval would begin, the newest first, page by page", async () => {
  const before = await listRefundRequests(world.ctx, {
    partnerId,
    userId: asker,
    statuses: ["waiting"],
    cursor: null,
    countMax: 100,
  });
  for (const { requestId } of before.items) await withdraw(requestId);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.unshift(await waiting(await journey.captured()));
    world.clock.advanceMs(1_000);
  }
  const page = (cursor: string | null, userId: string = second) =>
    listRefundRequests(world.ctx, { partnerId, userId, statuses: ["waiting"], cursor, countMax: 2 });
  const first = await page(null);
  const rest = await page(first.nextCursor);
  expect([...first.items, ...rest.items].map(({ requestId }) => requestId)).toEqual(ids);
  expect(rest.nextCursor).toBeNull();
  const outlook = { method: "void", refusal: null };
  expect(first.items[0]).toMatchObject({ amount: 40_000n, isOwn: false, outlook, refundStatus: null });
  const others = { partnerId: asPartnerId("prt_other"), userId: second, cursor: null, countMax: 9 };
  expect((await listRefundRequests(world.ctx, { ...others, statuses: [] })).items).toEqual([]);
});
