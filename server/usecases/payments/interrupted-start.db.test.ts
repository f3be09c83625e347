import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankForm } from "@/server/banks/bank";
import { hours, minutes, seconds } from "@/server/domain/clock";
import { asGoneProcess, killBeforeForm, readToken } from "@/server/testing/journeys/crash";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { newGate, watchForWait } from "@/server/testing/world/waiting";
import { openTestWorld, type TestWorld, testCard, testTerminals } from "@/server/testing/world/world";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import type { Ctx } from "../ctx";
import { getPaymentTimeline } from "./get-payment-timeline";
import { openCardForm } from "./open-card-form";
import { startHandoff } from "./start-handoff";

// What becomes of a payment whose handoff a crash interrupted (D-340 to D-342).
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advanceMs(hours(24)));

const post = (ctx: Ctx, paymentRef: string, present: (form: BankForm) => Promise<BankForm>) =>
  startHandoff(ctx, { paymentRef, raw: testCard(), language: "tr", buyerIp: "192.0.2.1", present });

/** Lets the process die before the form leaves; returns the return address's token of that attempt. */
async function crash(paymentRef: string): Promise<string> {
  const gone = asGoneProcess(world.ctx);
  const form = await killBeforeForm((present) => post(gone, paymentRef, (made) => present({ form: made })));
  world.clock.advanceMs(seconds(1));
  return readToken(form);
}

/** Posts a card at a process that stops before the form leaves, and goes on when `goOn` is called. */
async function stall(ctx: Ctx, paymentRef: string) {
  const [made, goOn] = [newGate(), newGate()];
  const first = post(ctx, paymentRef, async (form) => {
    made.open();
    await goOn.opened;
    return form;
  });
  await made.opened;
  return { first, goOn: goOn.open };
}

const row = (id: string) => world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
const listAttempts = (paymentId: string) =>
  world.db.prisma.attempt.findMany({ where: { paymentId }, orderBy: [{ updatedAt: "asc" }, { createdAt: "asc" }] });
const statuses = async (paymentCode: string) => (await listAttempts(paymentCode)).map(({ status }) => status).sort();
const alreadyStarted = { kind: "rejected", code: "payment_prepare_already_started", canRetry: false };

describe("after a process died before the form left", () => {
  test("the same reference is accepted once more, and only the new attempt can be captured", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    const lost = await crash(paymentRef);
    expect(await statuses(paymentCode)).toEqual(["started"]);
    expect(await openCardForm(world.ctx, { paymentRef })).toMatchObject({ kind: "open" });
    const second = await journey.start(paymentRef);
    if (second.kind !== "form") throw new Error(second.kind);
    expect(await statuses(paymentCode)).toEqual(["abandoned", "started"]);
    const captures = world.bank.countCalls("capture");
    await journey.returnFromBank(lost);
    expect([await statuses(paymentCode), world.bank.countCalls("capture")]).toEqual([
      ["abandoned", "started"],
      captures,
    ]);
    await journey.returnFromBank(readToken(second.form));
    expect([await statuses(paymentCode), world.bank.countCalls("capture")]).toEqual([
      ["abandoned", "captured"],
      captures + 1,
    ]);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
    const { partnerId } = world.caller;
    const timeline = await getPaymentTimeline(world.ctx, { partnerId, paymentCode, withDeliveries: false });
    const ends = timeline.flatMap((event) => (event.kind === "card_ended" ? [[event.number, event.status]] : []));
    expect(ends).toEqual([
      [1, "interrupted"],
      [2, "captured"],
    ]);
  });

  test("one of twenty posts at the same time gets the form, the others 409", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    await crash(paymentRef);
    const all = await Promise.all(Array.from({ length: 20 }, () => journey.start(paymentRef)));
    expect(all.filter(({ kind }) => kind === "form")).toHaveLength(1);
    const others = all.filter(({ kind }) => kind !== "form");
    expect(others).toMatchObject(Array(19).fill(alreadyStarted));
    expect(await statuses(paymentCode)).toEqual(["abandoned", "started"]);
  });

  test("the allowance of cards stays whole after more crashes than it has cards, and the bank's limit counts one payment", async () => {
    const { paymentRef, paymentCode } = await journey.create({ terminalId: testTerminals.limited });
    for (let n = 0; n < 6; n += 1) await crash(paymentRef);
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
    expect(await row(paymentCode)).toMatchObject({ status: "initiated", attemptsUsed: 0 });
    expect(await statuses(paymentCode)).toEqual([...Array(6).fill("abandoned"), "started"]);
    const next = (amountKurus: bigint) => journey.create({ terminalId: testTerminals.limited, amountKurus });
    expect(await next(50_000n)).toMatchObject({ status: "initiated" });
    await expect(next(10_001n)).rejects.toMatchObject({ code: "pos_daily_limit_exceeded" });
  });

  test("422 for a card that the terminal does not take; it counts, and the next card starts", async () => {
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    await crash(paymentRef);
    const refused = await journey.start(paymentRef, testCard("4508030000000006"));
    expect(refused).toMatchObject({ code: "installment_not_allowed", canRetry: true });
    expect(await row(paymentCode)).toMatchObject({ attemptsUsed: 1, prepareStartedAt: null });
    expect(await statuses(paymentCode)).toEqual(["abandoned", "rejected"]);
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("the obstacles of D-20 keep their order, and leave the interrupted attempt as it is", async () => {
    const change = (changes: object) =>
      updateTerminalSettings(world.ctx, { terminalId: testTerminals.limited, changes });
    const { paymentRef, paymentCode } = await journey.create({ terminalId: testTerminals.limited });
    await crash(paymentRef);
    await change({ virtualPosActive: false });
    expect(await journey.start(paymentRef)).toMatchObject({ code: "virtual_pos_inactive" });
    await change({ virtualPosActive: true, limits: { perTx: 39_999n } });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "limit" });
    expect(await statuses(paymentCode), "two cards refused before the bank").toEqual([
      ...Array(2).fill("rejected"),
      "started",
    ]);
    expect((await row(paymentCode)).prepareStartedAt).not.toBeNull();
    await change({ limits: { perTx: 50_000n } });
    await world.db.prisma.payment.update({ where: { id: paymentCode }, data: { attemptsUsed: 5 } });
    expect(await journey.start(paymentRef)).toMatchObject({ code: "card_attempt_limit_exceeded" });
    await journey.advance(minutes(30));
    expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_ref_expired" });
    expect([(await row(paymentCode)).status, await statuses(paymentCode)]).toEqual([
      "expired",
      ["abandoned", "rejected", "rejected"],
    ]);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.expired"]);
  });
});

describe("409 for a second post", () => {
  test("while the process of the first lives and has not handed the form out", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    const { first, goOn } = await stall(world.ctx, paymentRef);
    expect(await journey.start(paymentRef)).toMatchObject(alreadyStarted);
    expect(await openCardForm(world.ctx, { paymentRef })).toMatchObject(alreadyStarted);
    goOn();
    expect(await first).toMatchObject({ kind: "form" });
    expect(await statuses(paymentCode)).toEqual(["started"]);
  });

  test("after the form was handed out, also when its process is gone", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    expect(await post(asGoneProcess(world.ctx), paymentRef, async (form) => form)).toMatchObject({ kind: "form" });
    expect(await journey.start(paymentRef)).toMatchObject(alreadyStarted);
    const [attempt] = await listAttempts(paymentCode);
    expect(attempt).toMatchObject({ status: "started", handedOutAt: world.clock.now() });
  });

  test("of an attempt from before this was recorded", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    await crash(paymentRef);
    await world.db.prisma.attempt.updateMany({ where: { paymentId: paymentCode }, data: { startedBy: null } });
    expect(await journey.start(paymentRef)).toMatchObject(alreadyStarted);
  });
});

describe("a process that lives and has lost its lease", () => {
  test("gets 409 and hands nothing out, when a second post was faster", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    const { first, goOn } = await stall(asGoneProcess(world.ctx), paymentRef);
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
    goOn();
    expect(await first).toMatchObject(alreadyStarted);
    expect(await statuses(paymentCode)).toEqual(["abandoned", "started"]);
  });

  test("hands the form out when it is faster than a second post that has found it gone", async () => {
    const terminalId = testTerminals.limited;
    const { paymentRef, paymentCode } = await journey.create({ terminalId });
    const { first, goOn } = await stall(asGoneProcess(world.ctx), paymentRef);
    const client = await world.db.pool.connect();
    await client.query("begin");
    await client.query("select 1 from terminal where id = $1 for update", [terminalId]);
    const second = journey.start(paymentRef);
    expect(await watchForWait(world.db, second)).toBe("waits");
    goOn();
    expect(await first).toMatchObject({ kind: "form" });
    await client.query("commit");
    client.release();
    expect(await second).toMatchObject(alreadyStarted);
    expect(await statuses(paymentCode)).toEqual(["started"]);
  });

  test("404 when the payment expired before the form left", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    const { first, goOn } = await stall(world.ctx, paymentRef);
    await journey.advance(minutes(30));
    goOn();
    expect(await first).toMatchObject({ code: "payment_ref_expired", canRetry: false });
    expect(await statuses(paymentCode)).toEqual(["abandoned"]);
  });
});

test("the database refuses any outcome of an attempt that was not handed out", async () => {
  const { paymentRef, paymentCode } = await journey.create();
  await crash(paymentRef);
  for (const status of ["capturing", "captured", "not_authenticated", "rejected"]) {
    const moved = world.db.pool.query(`update attempt set status = '${status}' where payment_id = $1`, [paymentCode]);
    await expect(moved).rejects.toThrow("attempt_handed_out");
  }
});
