import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds } from "@/server/domain/clock";
import { endInquiries } from "@/server/testing/journeys/given-up";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { settleCaptureManually } from "../captures/settle-capture-manually";
import { doDueWork } from "./do-due-work";
import { inquireNow } from "./inquire-now";
import { listOpenQuestions } from "./open-question-queries";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());
afterEach(() => endInquiries(world));
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("capture", unknown);
  world.bank.answer("inquire", unknown);
});

/** Creates a capture whose answer was lost, 30 minutes ago. Returns its payment and its attempt. */
async function lose() {
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnWithoutWaiting(token);
  await journey.advance(minutes(30));
  world.bank.calls.length = 0;
  const { id } = await journey.getAttempt(paymentCode);
  return { paymentCode, id, ask: () => inquireNow(world.ctx, { kind: "capture", id }) };
}

describe("asking the bank now", () => {
  test("settles the capture where the bank tells, and closes its alert", async () => {
    const { paymentCode, ask } = await lose();
    const [alert] = await world.db.prisma.staffAlert.findMany({ where: { subject: paymentCode } });
    expect(alert).toMatchObject({ kind: "capture_unknown", closedAt: null });
    world.bank.answer("inquire", paid);
    expect(await ask()).toBe("known");
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await world.db.prisma.staffAlert.findMany({ where: { subject: paymentCode } })).toMatchObject([
      { closedAt: world.clock.now(), closedBy: null, note: null },
    ]);
    expect(await ask()).toBe("known");
    expect(world.bank.countCalls("inquire")).toBe(1);
  });

  test("leaves the plan of the inquiries as it was where the bank does not tell, however often it is asked", async () => {
    const { id, ask } = await lose();
    const planned = await journey.getAttempt(
      (await world.db.prisma.attempt.findUniqueOrThrow({ where: { id } })).paymentId,
    );
    world.clock.advanceMs(seconds(1));
    expect([await ask(), await ask(), await ask()]).toEqual(["unknown", "unknown", "unknown"]);
    expect(world.bank.countCalls("inquire")).toBe(3);
    expect(await world.db.prisma.attempt.findUniqueOrThrow({ where: { id } })).toMatchObject({
      nextInquiryAt: planned.nextInquiryAt,
      inquiries: planned.inquiries,
      askedAt: world.clock.now(),
    });
  });

  test("asks once for ten people and the sweep at the same time, also when the inquiry is due", async () => {
    const { ask } = await lose();
    world.clock.advanceMs(seconds(1));
    let open = 0;
    let most = 0;
    world.bank.answer("inquire", async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 50));
      open -= 1;
      return unknown;
    });
    const results = await Promise.all([
      ...Array.from({ length: 10 }, ask),
      doDueWork(world.ctx, { until: world.clock.now() }),
    ]);
    expect(most).toBe(1);
    expect(results.slice(0, 10), "each learns the answer, whoever asked").toEqual(Array(10).fill("unknown"));
    world.clock.advanceMs(minutes(40));
    world.bank.calls.length = 0;
    await Promise.all([ask(), doDueWork(world.ctx, { until: world.clock.now() }), ask()]);
    expect(most).toBe(1);
    expect(world.bank.countCalls("inquire")).toBe(1);
  });

  test("tells a person the outcome that the sweep learns at that moment", async () => {
    const { ask } = await lose();
    world.clock.advanceMs(minutes(40));
    let sweepAsks = (): void => undefined;
    const asking = new Promise<void>((resolve) => {
      sweepAsks = resolve;
    });
    world.bank.answer("inquire", async () => {
      sweepAsks();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return paid;
    });
    const sweeping = doDueWork(world.ctx, { until: world.clock.now() });
    await asking;
    expect(await ask()).toBe("known");
    await sweeping;
    expect(world.bank.countCalls("inquire")).toBe(1);
  });

  test("does nothing while the call may still be on its way, and throws for an unknown one", async () => {
    const { paymentCode } = await journey.createAtBank();
    const { id } = await journey.getAttempt(paymentCode);
    expect(await inquireNow(world.ctx, { kind: "capture", id })).toBe("known");
    const now = world.clock.now();
    await world.db.prisma.attempt.update({
      where: { id },
      data: { status: "capturing", captureSentAt: now, nextInquiryAt: new Date(now.getTime() + 65_000) },
    });
    expect(await inquireNow(world.ctx, { kind: "capture", id })).toBe("busy");
    expect(world.bank.countCalls("inquire")).toBe(0);
    await expect(inquireNow(world.ctx, { kind: "refund", id })).rejects.toMatchObject({ code: "not_found" });
    await world.db.prisma.attempt.update({ where: { id }, data: { status: "abandoned", nextInquiryAt: null } });
  });

  test("a decision of a person and a late answer of the bank settle the capture once", async () => {
    const { paymentCode, ask } = await lose();
    world.bank.answer("inquire", paid);
    const decide = settleCaptureManually(world.ctx, {
      paymentCode,
      verdict: "captured",
      reason: "Seen",
      evidence: "RRN 1",
      decidedBy: "first@vezne.test, second@vezne.test",
    });
    await Promise.all([decide, ask()]);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
    expect(await world.db.prisma.settlement.count({ where: { paymentId: paymentCode } })).toBe(1);
  });
});

test("the queue lists the oldest first with its account, and only what the bank had time to answer", async () => {
  const first = await lose();
  world.bank.answer("capture", unknown);
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnWithoutWaiting(token);
  expect((await listOpenQuestions(world.ctx)).questions).toMatchObject([
    { kind: "capture", id: first.id, partnerName: "Shop prt_ours", amount: 40_000n, isDecidable: true },
  ]);
  await journey.advance(seconds(65));
  const { questions, hasMore } = await listOpenQuestions(world.ctx);
  expect(questions.map((question) => [question.paymentCode, question.isDecidable])).toEqual([
    [first.paymentCode, true],
    [paymentCode, false],
  ]);
  expect(hasMore).toBe(false);
  world.bank.answer("capture", approved);
});
