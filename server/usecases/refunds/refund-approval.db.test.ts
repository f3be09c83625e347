import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, hours } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { asPartnerId } from "@/server/store/tenant";
import { createRefundJourney, longWaits, newRefundCode, type RefundJourney } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { approveRefundRequest } from "./approve-refund-request";
import { findWaitingRefundRequest } from "./queries";
import { rejectRefundRequest } from "./reject-refund-request";
import { type RequestPanelRefundInput, requestPanelRefund } from "./request-panel-refund";
import { setRefundLimit } from "./set-refund-limit";
import { withdrawRefundRequest } from "./withdraw-refund-request";

// Payments of these tests have 40,000 kuruş; a refund above 10,000 kuruş needs a second person.
let world: TestWorld;
let journey: RefundJourney;
const partnerId = asPartnerId("prt_ours");
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  for (const id of ["usr_asker", "usr_second", "usr_third"]) await writeMember(world.ctx, id, "finance");
});
beforeEach(() => setRefundLimit(world.ctx, { partnerId, limitKurus: 10_000n }));
afterAll(() => world.close());

const [asker, second, third] = ["usr_asker", "usr_second", "usr_third"] as const;
type Changes = Partial<Omit<RequestPanelRefundInput, "paymentCode">>;

const ask = (paymentCode: string, changes: Changes = {}) =>
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

/** Requests the refund of a whole payment and returns the id of the waiting request. */
const waiting = async (paymentCode: string, changes: Changes = {}): Promise<string> => {
  const made = await ask(paymentCode, changes);
  if (made.kind !== "waiting") throw new Error("The refund did not wait");
  return made.requestId;
};

const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (done) => done ?? "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

const by = (userId: string, requestId: string) => ({ account: world.caller, userId, requestId });
const approve = (requestId: string, userId: string = second) => approveRefundRequest(world.ctx, by(userId, requestId));
const reject = (requestId: string, userId: string = second) =>
  rejectRefundRequest(world.ctx, { ...by(userId, requestId), note: null });
const withdraw = (requestId: string, userId: string = asker) => withdrawRefundRequest(world.ctx, by(userId, requestId));
const row = (id: string) => world.db.prisma.refundRequest.findUniqueOrThrow({ where: { id } });

describe("requests", () => {
  test("starts a refund within the limit immediately", async () => {
    const payment = await journey.captureYesterday();
    const started = { kind: "started", method: "credit", status: "approved" };
    expect(await ask(payment, { amountKurus: 10_000n })).toMatchObject(started);
  });

  test("makes a refund above the limit wait and does not call the bank", async () => {
    const payment = await journey.capture();
    const calls = await journey.listBankCalls(payment);
    const requestId = await waiting(payment, { reason: "Wrong size" });
    expect(await row(requestId)).toMatchObject({ status: "waiting", amount: 40_000n, reason: "Wrong size" });
    expect(await journey.listRefunds(payment)).toEqual([]);
    expect(await journey.listBankCalls(payment)).toEqual(calls);
    expect(await findWaitingRefundRequest(world.ctx, { partnerId, paymentCode: payment, userId: asker })).toMatchObject(
      { requestId, amount: 40_000n, isOwn: true },
    );
  });

  test("counts earlier parts against the limit, also those from the API", async () => {
    const payment = await journey.captureYesterday();
    expect((await ask(payment, { amountKurus: 6_000n })).kind).toBe("started");
    expect(await row(await waiting(payment, { amountKurus: 6_000n }))).toMatchObject({ amount: 6_000n });
    const another = await journey.captureYesterday();
    await journey.refund(another, { amountKurus: 6_000n });
    expect((await ask(another, { amountKurus: 6_000n })).kind).toBe("waiting");
  });

  test("never lets parallel parts pass the limit together", async () => {
    for (let round = 0; round < 5; round++) {
      const payment = await journey.captureYesterday();
      await Promise.all(Array.from({ length: 4 }, () => code(ask(payment, { amountKurus: 6_000n }))));
      const refunds = await journey.listRefunds(payment);
      expect(refunds.map(({ amount }) => amount)).toEqual([6_000n]);
    }
  });

  test("409 for a second waiting request of the same payment", async () => {
    const payment = await journey.capture();
    const answers = await Promise.all(Array.from({ length: 4 }, () => code(ask(payment))));
    expect(answers.filter((answer) => answer === "refund_in_progress")).toHaveLength(3);
  });

  test("applies the rules of every refund and refuses accounts that are not active", async () => {
    const payment = await journey.capture();
    expect(await code(ask(payment, { amountKurus: 40_001n }))).toBe("refund_amount_exceeds_remaining");
    expect(await code(ask(payment, { amountKurus: 20_000n }))).toBe("refund_not_yet_available");
    expect(await code(ask("pay_none"))).toBe("payment_not_found");
    expect(await code(ask(payment, { reason: "5528790000000008" }))).toBe("sensitive_data_not_allowed");
    for (const status of ["suspended", "closed"] as const) {
      const account = { ...world.caller, status };
      expect(await code(ask(payment, { account }))).toBe("partner_not_active");
    }
    expect(await journey.listRefunds(payment)).toEqual([]);
  });

  test("404 for a payment of another account", async () => {
    const account = { ...world.caller, partnerId: asPartnerId("prt_other") };
    const { id: userId } = await writeMember(world.ctx, "usr_theirs", "finance", account.partnerId);
    expect(await code(ask(await journey.capture(), { account, userId }))).toBe("payment_not_found");
  });
});

describe("decisions", () => {
  test("starts the refund with the request's code when a second person approves", async () => {
    const payment = await journey.capture();
    const requestId = await waiting(payment);
    const started = await approve(requestId);
    expect(started).toMatchObject({ method: "void", status: "approved" });
    const request = await row(requestId);
    expect(request).toMatchObject({ status: "sent", decidedBy: second, refundId: started.refundId });
    const asked = { partnerRefundCode: request.partnerRefundCode, amount: 40_000n };
    expect(await journey.getRefundRow(started.refundId)).toMatchObject(asked);
  });

  test("403 when the requester decides, and nothing is sent", async () => {
    const payment = await journey.capture();
    const requestId = await waiting(payment);
    expect(await code(approve(requestId, asker))).toBe("own_refund_request");
    expect(await code(reject(requestId, asker))).toBe("own_refund_request");
    expect(await journey.listRefunds(payment)).toEqual([]);
    await expect(
      world.db.prisma.refundRequest.update({ where: { id: requestId }, data: { decidedBy: asker } }),
      "the database refuses it, too",
    ).rejects.toThrow(/refund_request_second_person/);
  });

  test("lets only the requester withdraw; a withdrawn request cannot be approved", async () => {
    const requestId = await waiting(await journey.capture());
    expect(await code(withdraw(requestId, second))).toBe("access_denied");
    expect(await code(withdraw(requestId))).toBe("done");
    expect(await code(approve(requestId))).toBe("refund_request_decided");
    expect(await row(requestId)).toMatchObject({ status: "withdrawn", refundId: null });
  });

  test("stores the note of a rejection; the payment can be refunded afterwards", async () => {
    const payment = await journey.capture();
    const requestId = await waiting(payment);
    await rejectRefundRequest(world.ctx, { ...by(second, requestId), note: "Goods never came back" });
    expect(await row(requestId)).toMatchObject({ status: "rejected", decisionNote: "Goods never came back" });
    expect((await ask(payment)).kind).toBe("waiting");
  });

  test("404 for a request of another account, for approval, rejection and withdrawal", async () => {
    const requestId = await waiting(await journey.capture());
    const account = { ...world.caller, partnerId: asPartnerId("prt_other") };
    const input = { account, userId: second, requestId };
    expect(await code(approveRefundRequest(world.ctx, input))).toBe("refund_not_found");
    expect(await code(rejectRefundRequest(world.ctx, { ...input, note: null }))).toBe("refund_not_found");
    expect(await code(withdrawRefundRequest(world.ctx, { ...input, userId: asker }))).toBe("refund_not_found");
  });

  test("expires after seven days, and a new request is possible", async () => {
    const payment = await journey.capture();
    const requestId = await waiting(payment);
    world.clock.advanceMs(days(7));
    expect(await code(approve(requestId))).toBe("refund_request_decided");
    expect((await row(requestId)).status).toBe("expired");
    const next = await waiting(payment);
    world.clock.advanceMs(days(8));
    expect((await ask(payment)).kind, "although no one has read it").toBe("waiting");
    expect((await row(next)).status).toBe("expired");
  });

  test("fails the request when a part was refunded meanwhile or the requested method is no longer possible", async () => {
    const [parted, sameDay] = [await journey.captureYesterday(), await journey.capture()];
    const [whole, voided] = [await waiting(parted), await waiting(sameDay, { method: "void" })];
    await journey.refund(parted, { amountKurus: 1_000n });
    expect(await code(approve(whole))).toBe("refund_amount_exceeds_remaining");
    world.clock.advanceMs(hours(30));
    expect(await code(approve(voided))).toBe("refund_method_not_available");
    const rows = [await row(whole), await row(voided)];
    expect(rows.map(({ status, failureCode, decidedBy }) => [status, failureCode, decidedBy])).toEqual([
      ["failed", "refund_amount_exceeds_remaining", second],
      ["failed", "refund_method_not_available", second],
    ]);
  });

  test("fails the request when no refund is possible any more; keeps it waiting while another refund is pending", async () => {
    const [payment, busy] = [await journey.captureYesterday(), await journey.captureYesterday()];
    const [requestId, blocked] = [await waiting(payment), await waiting(busy)];
    await journey.refund(payment, { partnerRefundCode: newRefundCode() });
    expect(await code(approve(requestId))).toBe("payment_not_refundable");
    expect(await row(requestId)).toMatchObject({ status: "failed", failureCode: "payment_not_refundable" });
    world.bank.answer("credit", { kind: "unknown", cause: "timeout" });
    await journey.refund(busy, { amountKurus: 1_000n });
    expect(await code(approve(blocked))).toBe("refund_in_progress");
    expect((await row(blocked)).status).toBe("waiting");
  });

  test("403 when an account that is not active approves; rejecting is allowed because it moves no money", async () => {
    const requestId = await waiting(await journey.capture());
    for (const status of ["suspended", "closed"] as const) {
      const account = { ...world.caller, status };
      expect(await code(approveRefundRequest(world.ctx, { ...by(second, requestId), account }))).toBe(
        "partner_not_active",
      );
    }
    expect((await row(requestId)).status).toBe("waiting");
    const account = { ...world.caller, status: "suspended" as const };
    const input = { ...by(second, requestId), account, note: null };
    expect(await code(rejectRefundRequest(world.ctx, input))).toBe("done");
  });

  test("400 for a rejection with a card number in the note; the request keeps waiting", async () => {
    const requestId = await waiting(await journey.capture());
    const input = { ...by(second, requestId), note: "5528790000000008" };
    expect(await code(rejectRefundRequest(world.ctx, input))).toBe("sensitive_data_not_allowed");
    expect(await row(requestId)).toMatchObject({ status: "waiting", decisionNote: null });
  });

  test("approves as a credit when the request for a void waited beyond day-end", async () => {
    const requestId = await waiting(await journey.capture());
    world.clock.advanceMs(hours(30));
    expect(await approve(requestId)).toMatchObject({ method: "credit" });
  });
});

describe("parallel decisions", () => {
  const racers = {
    "two approvals": (id: string) => [approve(id), approve(id, third)],
    "an approval and a rejection": (id: string) => [approve(id), reject(id, third)],
    "an approval and a withdrawal": (id: string) => [approve(id), withdraw(id)],
    "a rejection and a withdrawal": (id: string) => [reject(id), withdraw(id)],
    "two rejections": (id: string) => [reject(id), reject(id, third)],
  };

  test.each(Object.entries(racers))("accepts one of %s", async (_names, race) => {
    for (let round = 0; round < 8; round++) {
      const payment = await journey.capture();
      const requestId = await waiting(payment);
      const answers = await Promise.all(race(requestId).map(code));
      expect(answers.filter((answer) => answer === "refund_request_decided")).toHaveLength(1);
      const { status, refundId } = await row(requestId);
      const refunds = await journey.listRefunds(payment);
      expect(refunds.map(({ id }) => id)).toEqual(status === "sent" ? [refundId] : []);
    }
  });

  test("refunds once when an approval and an API refund run in parallel", async () => {
    for (let round = 0; round < 8; round++) {
      const payment = await journey.capture();
      const requestId = await waiting(payment);
      await Promise.all([code(approve(requestId)), code(journey.refund(payment))]);
      expect(await journey.listRefunds(payment)).toHaveLength(1);
    }
  });
});
