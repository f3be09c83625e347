import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { givenUpIn } from "@/server/testing/journeys/given-up";
import { otherProcess } from "@/server/testing/journeys/refund";
import {
  approved,
  declined,
  openTestWorld,
  paid,
  type TestWorld,
  unknown,
} from "@/server/testing/world/world";
import { captureAttempt } from "./capture-attempt";
import { inquireCapture } from "./inquire-capture";

// What a bank has approved in writing ends captured, or by a person (D-73). A bank whose record confirms each capture.
let world: TestWorld;
let given: ReturnType<typeof givenUpIn>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { confirmCapture: true } });
  given = givenUpIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("capture", approved);
});

/** Approved by the bank, whose record then says something else. */
async function contradictedBy(found: Outcome) {
  world.bank.answer("inquire", found);
  const payment = await given.atTheBank();
  await given.comeBack(payment.token);
  await world.settled();
  return payment;
}

describe.each([
  ["nothing on record", { kind: "not_found" }],
  ["a refusal on record", declined],
] as [string, Outcome][])("%s after an approval", (_, found) => {
  test("the references and the time of the approval are on record at once", async () => {
    const { paymentCode } = await contradictedBy(found);
    const approvedAt = world.clock.now();
    expect(await given.attemptOf(paymentCode)).toMatchObject({
      status: "unknown",
      authCode: "A1",
      rrn: "R1",
      transactionId: "T1",
      approvedAt,
    });
  });

  test("never ends the payment: two days later it is open, with one alert from the first contradiction on", async () => {
    const { paymentCode } = await contradictedBy(found);
    await given.advance(seconds(5));
    expect(await given.kindsOfAlerts(paymentCode)).toEqual(["approval_contradicted"]);
    await given.advance(days(2));
    expect(await given.look(paymentCode)).toMatchObject({ status: "initiated" });
    expect(await given.eventsOf(paymentCode)).toEqual([]);
    expect(await given.kindsOfAlerts(paymentCode)).toEqual(["approval_contradicted", "capture_unknown"]);
  });

  test("captured as soon as an inquiry agrees, with the references of the approval", async () => {
    const { paymentCode } = await contradictedBy(found);
    await given.advance(hours(1));
    const references = { authCode: "other", rrn: "other", transactionId: null };
    world.bank.answer("inquire", { ...paid, references });
    await given.advance(days(1));
    expect(await given.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(await given.attemptOf(paymentCode)).toMatchObject({ rrn: "R1" });
    expect(await given.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });
});

test("another amount on record is money all the same: not found twice does not end it", async () => {
  const { paymentCode } = await contradictedBy({ ...paid, amountKurus: 39_999n });
  await given.advance(seconds(6));
  world.bank.answer("inquire", { kind: "not_found" });
  await given.advance(days(1));
  expect(await given.look(paymentCode)).toMatchObject({ status: "initiated" });
  expect(await given.kindsOfAlerts(paymentCode)).toContain("approval_contradicted");
});

test("a process that dies between the approval and the look at the record leaves the approval", async () => {
  world.bank.answer("inquire", () => {
    throw new Error("the process is gone");
  });
  const { paymentCode, token } = await given.atTheBank();
  await given.comeBack(token);
  await world.settled();
  expect(await given.attemptOf(paymentCode)).toMatchObject({ status: "capturing", rrn: "R1" });
  world.bank.answer("inquire", { kind: "not_found" });
  await given.advance(hours(3));
  expect(await given.look(paymentCode)).toMatchObject({ status: "initiated" });
});

test("an approval whose settlement cannot be written is kept, alerted after 15 minutes, and captured once it can", async () => {
  await world.db.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
     create trigger refuse before insert on settlement for each row execute function refuse()`,
  );
  const { paymentCode } = await contradictedBy(paid);
  expect(await given.attemptOf(paymentCode)).toMatchObject({ status: "capturing", rrn: "R1" });
  await given.advance(minutes(16));
  expect(await given.kindsOfAlerts(paymentCode)).toEqual(["capture_unknown"]);
  await world.db.pool.query("drop trigger refuse on settlement; drop function refuse()");
  await given.advance(hours(1));
  expect(await given.look(paymentCode)).toMatchObject({ status: "captured" });
});

describe("an open capture is alerted after 15 minutes, once", () => {
  test("also where its process died and its inquiry fails each time", async () => {
    const fail = () => {
      throw new Error("the account cannot be opened");
    };
    world.bank.answer("capture", fail);
    world.bank.answer("inquire", fail);
    const { paymentCode, token } = await given.atTheBank();
    await given.comeBack(token);
    await world.settled();
    await given.advance(minutes(14));
    expect(await given.kindsOfAlerts(paymentCode)).toEqual([]);
    await given.advance(minutes(1));
    expect(await given.attemptOf(paymentCode)).toMatchObject({ status: "capturing" });
    expect(await given.kindsOfAlerts(paymentCode)).toEqual(["capture_unknown"]);
    world.bank.answer("inquire", paid);
    await given.advance(hours(1));
    expect(await given.look(paymentCode)).toMatchObject({ status: "captured" });
  });
});

describe("a machine that stood still", () => {
  /** An intent to capture that its process has not sent. */
  async function unsent() {
    world.bank.answer("capture", () => {
      throw new Error("the process stands still");
    });
    const { paymentCode, token } = await given.atTheBank();
    await given.comeBack(token);
    await world.settled();
    world.bank.answer("capture", approved);
    world.bank.asked.length = 0;
    return { paymentCode, attemptId: (await given.attemptOf(paymentCode)).id };
  }
  const now = () => ({ monotonicMs: performance.now(), wallMs: Date.now() });

  test("does not send a capture that another process has found not taken meanwhile", async () => {
    const { paymentCode, attemptId } = await unsent();
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advance(minutes(4));
    expect(await given.look(paymentCode)).toMatchObject({ status: "failed" });
    await captureAttempt(world.ctx, { attemptId, recordedAt: now() });
    expect(world.bank.countOf("capture")).toBe(0);
  });

  test.each([
    ["has the bank's approval", approved],
    ["has the bank's approval, and the bank's record says otherwise", { kind: "not_found" }],
  ] as [string, Outcome][])(
    "and %s of a payment that was given up meanwhile: kept, told, and looked for at once",
    async (_, found) => {
      const { paymentCode, token } = await given.atTheBank();
      const { id: attemptId } = await given.attemptOf(paymentCode);
      world.bank.answer("inquire", { kind: "not_found" });
      world.bank.answer("capture", async () => {
        const other = otherProcess(world);
        for (const instant of [minutes(2), minutes(2)]) {
          world.clock.set(plusMs(world.clock.now(), instant));
          await inquireCapture(other, { attemptId });
        }
        expect(await given.look(paymentCode)).toMatchObject({ status: "failed" });
        world.bank.answer("inquire", found);
        return approved;
      });
      await given.comeBack(token);
      await world.settled();
      expect(await given.attemptOf(paymentCode)).toMatchObject({
        status: "declined",
        rrn: "R1",
        approvedAt: world.clock.now(),
        recheckAt: world.clock.now(),
      });
      expect(await given.kindsOfAlerts(paymentCode)).toEqual(["late_approval"]);
    },
  );

  test("reads the row again once the connection stands", async () => {
    const { attemptId } = await unsent();
    const { call } = world.bank;
    // Between the connection and the first byte, the other process gives the capture up.
    world.ctx.banks.call = async (...[protocol, operation, account, options]) => {
      if (operation.kind === "capture") {
        await world.db.prisma.attempt.update({ where: { id: attemptId }, data: { status: "declined" } });
      }
      return call.call(world.bank, protocol, operation, account, options);
    };
    await captureAttempt(world.ctx, { attemptId, recordedAt: now() });
    world.ctx.banks.call = call.bind(world.bank);
    expect(world.bank.countOf("capture")).toBe(0);
  });

  test.each([
    ["its monotonic clock stood still and its wall clock did not", { monotonicMs: 0, wallMs: hours(1) }],
    ["both clocks went on", { monotonicMs: seconds(61), wallMs: seconds(61) }],
  ])("sends nothing after more than a minute: %s", async (_what, { monotonicMs, wallMs }) => {
    const { attemptId, paymentCode } = await unsent();
    const { monotonicMs: monotonic, wallMs: wall } = now();
    const recordedAt = { monotonicMs: monotonic - monotonicMs, wallMs: wall - wallMs };
    await captureAttempt(world.ctx, { attemptId, recordedAt });
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await given.attemptOf(paymentCode)).toMatchObject({ status: "unknown" });
  });
});

test("an inquiry with no answer leaves it open", async () => {
  const { paymentCode } = await contradictedBy(unknown);
  const { id: attemptId } = await given.attemptOf(paymentCode);
  await inquireCapture(world.ctx, { attemptId });
  expect(await given.look(paymentCode)).toMatchObject({ status: "initiated" });
});
