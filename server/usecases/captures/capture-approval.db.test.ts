import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { createGivenUpJourney, endInquiries } from "@/server/testing/journeys/given-up";
import { createOtherProcess } from "@/server/testing/journeys/refund";
import { approved, declined, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { captureAttempt } from "./capture-attempt";
import { inquireCapture } from "./inquire-capture";

// Tests that an approved capture ends as captured or by a person's decision (D-73), at a bank whose record confirms
// each capture.
let world: TestWorld;
let given: ReturnType<typeof createGivenUpJourney>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { confirmCapture: true } });
  given = createGivenUpJourney(world);
});
afterAll(() => world.close());
afterEach(() => endInquiries(world));
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("capture", approved);
});

/** Creates a payment that the bank approved, although its inquiry then says something else, and its history nothing. */
async function contradictedBy(found: Outcome) {
  world.bank.answer("inquire", found);
  world.bank.answer("history", { kind: "not_found" });
  const payment = await given.createAtBank();
  await given.returnWithoutWaiting(payment.token);
  return payment;
}

describe.each([
  ["nothing on record", { kind: "not_found" }],
  ["a refusal on record", declined],
] as [string, Outcome][])("when the bank has %s after an approval", (_, found) => {
  test("records the references and the time of the approval at once", async () => {
    const { paymentCode } = await contradictedBy(found);
    const approvedAt = world.clock.now();
    expect(await given.getAttempt(paymentCode)).toMatchObject({
      status: "unknown",
      authCode: "A1",
      rrn: "R1",
      transactionId: "T1",
      approvedAt,
    });
  });

  test("keeps the payment open after two days, with one alert from the first contradiction on", async () => {
    const { paymentCode } = await contradictedBy(found);
    await given.advance(seconds(5));
    expect(await given.listAlertKinds(paymentCode)).toEqual(["approval_contradicted"]);
    await given.advance(days(2));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    expect(await given.listEvents(paymentCode)).toEqual([]);
    expect(await given.listAlertKinds(paymentCode)).toEqual(["approval_contradicted", "capture_unknown"]);
  });

  test("captures with the references of the approval as soon as an inquiry agrees", async () => {
    const { paymentCode } = await contradictedBy(found);
    await given.advance(hours(1));
    const references = { authCode: "other", rrn: "other", transactionId: null };
    world.bank.answer("inquire", { ...paid, references });
    await given.advance(days(1));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await given.getAttempt(paymentCode)).toMatchObject({ rrn: "R1" });
    expect(await given.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });
});

test("does not end a capture by two not-found answers if the record showed another amount", async () => {
  const { paymentCode } = await contradictedBy({ ...paid, amountKurus: 39_999n });
  await given.advance(seconds(6));
  world.bank.answer("inquire", { kind: "not_found" });
  await given.advance(days(1));
  expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
  expect(await given.listAlertKinds(paymentCode)).toContain("approval_contradicted");
});

test("keeps the approval when the process dies before it confirms the record", async () => {
  world.bank.answer("inquire", () => {
    throw new Error("the process is gone");
  });
  const { paymentCode, token } = await given.createAtBank();
  await given.returnWithoutWaiting(token);
  expect(await given.getAttempt(paymentCode)).toMatchObject({ status: "capturing", rrn: "R1" });
  world.bank.answer("inquire", { kind: "not_found" });
  await given.advance(hours(3));
  expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
});

test("keeps an approval whose settlement fails, alerts after 15 minutes, and captures once it succeeds", async () => {
  await world.db.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
     create trigger refuse before insert on settlement for each row execute function refuse()`,
  );
  const { paymentCode } = await contradictedBy(paid);
  expect(await given.getAttempt(paymentCode)).toMatchObject({ status: "capturing", rrn: "R1" });
  await given.advance(minutes(16));
  expect(await given.listAlertKinds(paymentCode)).toEqual(["capture_unknown"]);
  await world.db.pool.query("drop trigger refuse on settlement; drop function refuse()");
  await given.advance(hours(1));
  expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured" });
});

describe("alerts an open capture once after 15 minutes", () => {
  test("also if its process died and every inquiry fails", async () => {
    const fail = () => {
      throw new Error("the account cannot be opened");
    };
    world.bank.answer("capture", fail);
    world.bank.answer("inquire", fail);
    const { paymentCode, token } = await given.createAtBank();
    await given.returnWithoutWaiting(token);
    await given.advance(minutes(14));
    expect(await given.listAlertKinds(paymentCode)).toEqual([]);
    await given.advance(minutes(1));
    expect(await given.getAttempt(paymentCode)).toMatchObject({ status: "capturing" });
    expect(await given.listAlertKinds(paymentCode)).toEqual(["capture_unknown"]);
    world.bank.answer("inquire", paid);
    await given.advance(hours(1));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });
});

describe("a machine that was suspended", () => {
  /** Creates an intent to capture that its process has not sent. */
  async function unsent() {
    world.bank.answer("capture", () => {
      throw new Error("the process stands still");
    });
    const { paymentCode, token } = await given.createAtBank();
    await given.returnWithoutWaiting(token);
    world.bank.answer("capture", approved);
    world.bank.calls.length = 0;
    return { paymentCode, attemptId: (await given.getAttempt(paymentCode)).id };
  }
  const now = () => ({ monotonicMs: performance.now(), wallMs: Date.now() });

  test("does not send a capture that another process has given up in the meantime", async () => {
    const { paymentCode, attemptId } = await unsent();
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advance(minutes(4));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "failed" });
    await captureAttempt(world.ctx, { attemptId, recordedAt: now() });
    expect(world.bank.countCalls("capture")).toBe(0);
  });

  test.each([
    ["has the bank's approval", approved],
    ["has the bank's approval, but the bank's record says otherwise", { kind: "not_found" }],
  ] as [string, Outcome][])(
    "and %s for a payment given up in the meantime: records it, alerts staff, and checks it at once",
    async (_, found) => {
      const { paymentCode, token } = await given.createAtBank();
      const { id: attemptId } = await given.getAttempt(paymentCode);
      world.bank.answer("inquire", { kind: "not_found" });
      world.bank.answer("capture", async () => {
        const other = createOtherProcess(world);
        for (const instant of [minutes(2), minutes(2)]) {
          world.clock.set(plusMs(world.clock.now(), instant));
          await inquireCapture(other, { attemptId });
        }
        expect(await given.getPayment(paymentCode)).toMatchObject({ status: "failed" });
        world.bank.answer("inquire", found);
        return approved;
      });
      await given.returnFromBank(token);
      await world.settled();
      expect(await given.getAttempt(paymentCode)).toMatchObject({
        status: "declined",
        rrn: "R1",
        approvedAt: world.clock.now(),
        recheckAt: world.clock.now(),
      });
      expect(await given.listAlertKinds(paymentCode)).toEqual(["late_approval"]);
    },
  );

  test("reads the row again after the connection is established", async () => {
    const { attemptId } = await unsent();
    const { call } = world.bank;
    // The other process gives the capture up between the connection and the first byte.
    world.ctx.banks.call = async (...[protocol, operation, account, options]) => {
      if (operation.kind === "capture") {
        await world.db.prisma.attempt.update({ where: { id: attemptId }, data: { status: "declined" } });
      }
      return call.call(world.bank, protocol, operation, account, options);
    };
    await captureAttempt(world.ctx, { attemptId, recordedAt: now() });
    world.ctx.banks.call = call.bind(world.bank);
    expect(world.bank.countCalls("capture")).toBe(0);
  });

  test.each([
    ["its monotonic clock stood still and its wall clock did not", { monotonicMs: 0, wallMs: hours(1) }],
    ["both clocks advanced", { monotonicMs: seconds(61), wallMs: seconds(61) }],
  ])("sends nothing after more than a minute: %s", async (_what, { monotonicMs, wallMs }) => {
    const { attemptId, paymentCode } = await unsent();
    const { monotonicMs: monotonic, wallMs: wall } = now();
    const recordedAt = { monotonicMs: monotonic - monotonicMs, wallMs: wall - wallMs };
    await captureAttempt(world.ctx, { attemptId, recordedAt });
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await given.getAttempt(paymentCode)).toMatchObject({ status: "unknown" });
  });
});

test("leaves a capture open after an inquiry without an answer", async () => {
  const { paymentCode } = await contradictedBy(unknown);
  const { id: attemptId } = await given.getAttempt(paymentCode);
  await inquireCapture(world.ctx, { attemptId });
  expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
});
