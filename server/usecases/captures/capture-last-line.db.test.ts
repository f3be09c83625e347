import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { createGivenUpJourney } from "@/server/testing/journeys/given-up";
import { approved, openTestWorld, type TestWorld } from "@/server/testing/world/world";

// Tests the rules for payments and captures that the database itself enforces, provoked by plain SQL (D-77).
let world: TestWorld;
let given: ReturnType<typeof createGivenUpJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  given = createGivenUpJourney(world);
});
afterAll(() => world.close());

const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);

const captured = async (): Promise<string> => {
  world.bank.answer("capture", approved);
  const { paymentCode, token } = await given.createAtBank();
  await given.returnFromBank(token);
  await world.settled();
  expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  return paymentCode;
};
const givenUp = async (): Promise<string> => (await given.giveUpCapture(given.nextNoon())).paymentCode;

describe("a captured payment", () => {
  test.each([
    ["commission_amount = 0"],
    ["commission_rate_bps = 0"],
    ["amount = amount - 1"],
    ["captured_at = captured_at + interval '1 day'"],
    ["status = 'failed', failed_at = captured_at, captured_at = null, failure_code = 'x'"],
    ["customer_share_amount = 1"],
    ["terminal_id = 'trm_limited'"],
  ])("cannot change: set %s", async (change) => {
    const code = await captured();
    await expect(sql(`update payment set ${change} where id = $1`, code)).rejects.toThrow("stays as it ended");
  });

  test("cannot have its attempt declined or dated differently", async () => {
    const code = await captured();
    const update = (change: string) => sql(`update attempt set ${change} where payment_id = $1`, code);
    await expect(update("status = 'declined'")).rejects.toThrow("its end, its times");
    await expect(update("bank_at = capture_sent_at + interval '1 day'")).rejects.toThrow("its end, its times");
    await expect(update("approved_at = null")).rejects.toThrow("its end, its times");
  });

  test("cannot be deleted", async () => {
    const code = await captured();
    await expect(sql("delete from payment where id = $1", code)).rejects.toThrow("never deleted");
  });

  test("cannot result from a failed payment", async () => {
    const code = await givenUp();
    const toCaptured =
      "update payment set status = 'captured', captured_at = failed_at, failed_at = null, failure_code = null where id = $1";
    await expect(sql(toCaptured, code)).rejects.toThrow("stays as it ended");
  });
});

describe("the time of a capture", () => {
  const capture = (code: string, ms: number) =>
    sql(
      `update payment set status = 'captured', captured_at = $2, card_bin = '552879', card_last4 = '0008',
              commission_amount = 0 where id = $1`,
      code,
      plusMs(world.clock.now(), ms),
    );

  test("cannot differ between a payment and its attempt", async () => {
    const { paymentCode } = await given.loseCapture(given.nextNoon());
    const toCaptured = "update attempt set status = 'captured' where payment_id = $1";
    await expect(capture(paymentCode, 0)).rejects.toThrow("not dated by the capture");
    await sql(toCaptured, paymentCode);
    await expect(capture(paymentCode, seconds(5))).rejects.toThrow("not dated by the capture");
  });

  test("cannot be a bank's time before the request", async () => {
    const { paymentCode } = await given.loseCapture(given.nextNoon());
    const change = "update attempt set bank_at = capture_sent_at - interval '1 second' where payment_id = $1";
    await expect(sql(change, paymentCode)).rejects.toThrow("attempt_bank_time");
  });
});

describe("an attempt", () => {
  /** Copies the attempt of a payment, like a program that ignores every rule. */
  const copy = (code: string, status: string) =>
    sql(
      `insert into attempt
       select (jsonb_populate_record(a, jsonb_build_object('id', a.id || '_2', 'bank_order_id', a.bank_order_id || '2',
                                                           'token_hash', sha256(a.id::bytea), 'status', $2::text))).*
         from attempt a where payment_id = $1`,
      code,
      status,
    );

  test("cannot be a second captured one of its payment", async () => {
    const code = await captured();
    await expect(copy(code, "captured")).rejects.toThrow("attempt_captured");
    await copy(code, "declined");
  });

  test.each(["preparing", "started", "capturing", "unknown"])(
    "cannot be %s beside another card at the bank",
    async (status) => {
      const { paymentCode } = await given.createAtBank();
      await expect(copy(paymentCode, status)).rejects.toThrow("attempt_in_flight");
    },
  );

  test.each([["card_bin = '5528790'"], ["card_last4 = '00008'"], ["card_bin = '552879****'"]])(
    "cannot have more digits of its card number: %s",
    async (change) => {
      const { paymentCode } = await given.createAtBank();
      const update = sql(`update attempt set ${change} where payment_id = $1`, paymentCode);
      await expect(update).rejects.toThrow("attempt_card_parts");
    },
  );
});

describe("an approval", () => {
  const approve = "update attempt set approved_at = $2 where payment_id = $1";

  test("cannot be followed by a decline", async () => {
    const { paymentCode } = await given.loseCapture(given.nextNoon());
    await sql(approve, paymentCode, world.clock.now());
    const decline = "update attempt set status = 'declined' where payment_id = $1";
    await expect(sql(decline, paymentCode)).rejects.toThrow("approved by its bank");
    await world.db.prisma.captureDecision.create({
      data: {
        id: "cde_1",
        paymentId: paymentCode,
        attemptId: (await given.getAttempt(paymentCode)).id,
        verdict: "not_taken",
        reason: "r",
        evidence: "e",
        decidedBy: "d",
        decidedAt: world.clock.now(),
      },
    });
    await sql(decline, paymentCode);
  });

  test("cannot be recorded for an ended attempt without an alert", async () => {
    const code = await givenUp();
    await expect(sql(approve, code, world.clock.now())).rejects.toThrow("approved by its bank");
  });

  test("cannot be removed or dated later", async () => {
    const { paymentCode } = await given.loseCapture(given.nextNoon());
    await sql(approve, paymentCode, world.clock.now());
    for (const at of [null, plusMs(world.clock.now(), minutes(1))]) {
      await expect(sql(approve, paymentCode, at)).rejects.toThrow("the bank's approval stay");
    }
  });

  test("cannot lose a person's decision, by a change or a deletion", async () => {
    await expect(sql("update capture_decision set reason = 'other'")).rejects.toThrow();
    await expect(sql("delete from capture_decision")).rejects.toThrow();
    await expect(sql("truncate capture_decision")).rejects.toThrow();
  });
});

describe("a return of money", () => {
  /** Inserts a return like a program that ignores every rule. */
  const insert = async (code: string, id: string, { method = "void", status = "pending" } = {}) => {
    const { id: attemptId } = await given.getAttempt(code);
    return sql(
      `insert into money_return (id, partner_id, payment_id, attempt_id, method, status, amount, bank_key, created_at,
                                 updated_at, resolved_at)
       values ($1, 'prt_ours', $2, $3, $4::"RefundMethod", $5::"RefundStatus", 40000, $1, $6, $6,
               case when $5 <> 'pending' then $6::timestamptz end)`,
      id,
      code,
      attemptId,
      method,
      status,
      world.clock.now(),
    );
  };
  const resolve = (id: string, status: string) =>
    sql(
      `update money_return set status = $2::"RefundStatus", resolved_at = $3 where id = $1`,
      id,
      status,
      world.clock.now(),
    );

  test("cannot exist for a captured payment or an open capture", async () => {
    await expect(insert(await captured(), "ret_a")).rejects.toThrow("No money can be returned");
    const { paymentCode } = await given.loseCapture(given.nextNoon());
    await expect(insert(paymentCode, "ret_b")).rejects.toThrow("No money can be returned");
  });

  test("cannot be added while another is pending or done, and a second void never", async () => {
    const code = await givenUp();
    await insert(code, "ret_1");
    await expect(insert(code, "ret_2", { method: "credit" })).rejects.toThrow("money_return_under_way");
    await resolve("ret_1", "declined");
    await expect(insert(code, "ret_3")).rejects.toThrow("money_return_void");
    await insert(code, "ret_4", { method: "credit" });
    await resolve("ret_4", "approved");
    await expect(insert(code, "ret_5", { method: "credit" })).rejects.toThrow("money_return_under_way");
    expect(await given.getReturnedAmount(code)).toBe(40_000n);
  });

  test("cannot be inserted as resolved, changed after it is resolved, get another amount, or be deleted", async () => {
    const code = await givenUp();
    await expect(insert(code, "ret_6", { status: "approved" })).rejects.toThrow("No money can be returned");
    await insert(code, "ret_7");
    await expect(sql("update money_return set amount = 1 where id = 'ret_7'")).rejects.toThrow();
    await resolve("ret_7", "approved");
    await expect(resolve("ret_7", "declined")).rejects.toThrow();
    await expect(sql("delete from money_return where id = 'ret_7'")).rejects.toThrow();
    await expect(sql("truncate money_return")).rejects.toThrow();
  });

  test("is the only writer of the payment's returned amount", async () => {
    const code = await givenUp();
    await expect(sql("update payment set returned_amount = 1 where id = $1", code)).rejects.toThrow();
  });
});
