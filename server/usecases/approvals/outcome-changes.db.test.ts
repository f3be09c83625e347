import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { endInquiries } from "@/server/testing/journeys/given-up";
import { createLostRefundJourney } from "@/server/testing/journeys/lost-refund";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { newApprover } from "@/server/testing/world/approvers";
import { createContradiction } from "@/server/testing/world/staff";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { inquireCapture } from "../captures/inquire-capture";
import { approveCorrection } from "../corrections/approve-correction";
import { proposeCorrection } from "../corrections/propose-correction";
import { approveChange } from "./approve-change";
import { proposeChange } from "./propose-change";

let world: TestWorld;
let journey: RefundJourney;
let ada: string;
let bora: string;
let cem: string;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  [ada, bora, cem] = [await newApprover(world), await newApprover(world), await newApprover(world)];
});
afterAll(() => world.close());
afterEach(() => endInquiries(world));
beforeEach(() => {
  world.bank.answer("capture", approved);
  world.bank.answer("inquire", unknown);
});

/** Creates a payment whose capture has had no outcome for 20 minutes. */
async function loseCapture(): Promise<string> {
  world.bank.answer("capture", unknown);
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnWithoutWaiting(token);
  await journey.advance(minutes(20));
  return paymentCode;
}

const why = { reason: "Seen at the bank", evidence: "RRN 123", partnerId: "prt_ours" };
const propose = async (kind: "capture_outcome" | "refund_outcome", subject: string, verdict: string) =>
  (await proposeChange(world.ctx, { kind, subject, payload: { verdict }, staffId: ada, ...why })).changeId;
const approve = (changeId: string, staffId = bora) => approveChange(world.ctx, { changeId, staffId, note: null });

describe("how an open capture ended", () => {
  test("counts with the approval of a second person, who is on record with the proposer", async () => {
    const paymentCode = await loseCapture();
    const changeId = await propose("capture_outcome", paymentCode, "captured");
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    await expect(approve(changeId, ada)).rejects.toMatchObject({ code: "second_person_required" });
    expect((await approve(changeId)).failureCode).toBeNull();
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    const [decision] = await world.db.prisma.captureDecision.findMany({ where: { paymentId: paymentCode } });
    expect(decision).toMatchObject({ verdict: "captured", reason: why.reason, evidence: why.evidence });
    expect(decision?.decidedBy.split(", ")).toHaveLength(2);
  });

  test("is decided once where two people approve it at once while the bank's late answer arrives", async () => {
    const paymentCode = await loseCapture();
    const changeId = await propose("capture_outcome", paymentCode, "captured");
    world.bank.answer("inquire", paid);
    const { id: attemptId } = await journey.getAttempt(paymentCode);
    await world.db.prisma.attempt.update({ where: { id: attemptId }, data: { nextInquiryAt: world.clock.now() } });
    const outcomes = await Promise.allSettled([
      approve(changeId, bora),
      approve(changeId, cem),
      inquireCapture(world.ctx, { attemptId }),
    ]);
    expect(outcomes.slice(0, 2).filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
    expect(outcomes[2]).toMatchObject({ status: "fulfilled" });
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
    expect(await world.db.prisma.settlement.count({ where: { paymentId: paymentCode } })).toBe(1);
  });

  test("cannot be proposed without evidence, in the first 15 minutes, or with a verdict that does not fit", async () => {
    const paymentCode = await loseCapture();
    const refused = { code: "validation_error" };
    const bare = { kind: "capture_outcome", subject: paymentCode, staffId: ada, partnerId: null, reason: "x" } as const;
    await expect(proposeChange(world.ctx, { ...bare, payload: { verdict: "captured" } })).rejects.toMatchObject(
      refused,
    );
    await expect(propose("capture_outcome", paymentCode, "refunded")).rejects.toMatchObject(refused);
    await expect(propose("capture_outcome", "pay_none", "captured")).rejects.toMatchObject({
      code: "payment_not_found",
    });
    world.bank.answer("inquire", paid);
    const changeId = await propose("capture_outcome", paymentCode, "not_taken");
    await journey.advance(minutes(60));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    await expect(approve(changeId)).rejects.toMatchObject(refused);
    await expect(propose("capture_outcome", paymentCode, "captured")).rejects.toMatchObject(refused);
  });
});

describe("how a pending refund ended", () => {
  test.each(["approved", "declined"] as const)("%s, with the approval of a second person, once", async (verdict) => {
    const lost = createLostRefundJourney(world, journey);
    const { refundId } = await lost.lose();
    await expect(propose("refund_outcome", refundId, verdict)).rejects.toMatchObject({ code: "refund_in_progress" });
    world.bank.answer("history", unknown);
    await journey.advance(minutes(16));
    const changeId = await propose("refund_outcome", refundId, verdict);
    const outcomes = await Promise.allSettled([approve(changeId, bora), approve(changeId, cem)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await journey.getRefund(refundId)).toMatchObject({ status: verdict });
    await expect(propose("refund_outcome", refundId, verdict)).rejects.toMatchObject({ code: "validation_error" });
    await expect(propose("refund_outcome", "rf_none", verdict)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a correction is decided on screen by a second person only, and closes the alerts that hold the payment", async () => {
  const paymentCode = await journey.capture();
  await createContradiction(world, paymentCode);
  const terms = { paymentCode, kind: "none", amountKurus: 0n, refundId: null } as const;
  const texts = { reason: why.reason, evidence: why.evidence };
  const correctionId = await proposeCorrection(world.ctx, { ...terms, ...texts, by: { staffId: ada } });
  const decide = (staffId: string) => approveCorrection(world.ctx, { correctionId, by: { staffId } });
  await expect(decide(ada)).rejects.toMatchObject({ code: "second_person_required" });
  const recently = new Date();
  const before = await world.db.prisma.staffUser.findUniqueOrThrow({ where: { id: cem } });
  await world.db.prisma.staffUser.update({ where: { id: cem }, data: { createdAt: recently } });
  await expect(decide(cem)).rejects.toMatchObject({ code: "second_person_required" });
  await world.db.prisma.staffUser.update({ where: { id: cem }, data: { createdAt: before.createdAt } });
  const outcomes = await Promise.allSettled([decide(bora), decide(cem)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } })).toMatchObject({
    heldSince: null,
  });
  expect(await world.db.prisma.staffAlert.findMany({ where: { subject: paymentCode } })).toMatchObject([
    { kind: "refund_without_record", closedAt: world.clock.now() },
  ]);
});
