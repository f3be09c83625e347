import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { givenUpIn } from "@/server/testing/journeys/given-up";
import { approved, openTestWorld, type TestWorld } from "@/server/testing/world/world";

// What the database itself keeps of payments and captures, provoked by plain SQL (D-77).
let world: TestWorld;
let given: ReturnType<typeof givenUpIn>;
beforeAll(async () => {
  world = await openTestWorld();
  given = givenUpIn(world);
});
afterAll(() => world.close());

const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);

const captured = async (): Promise<string> => {
  world.bank.answer("capture", approved);
  const { paymentCode, token } = await given.atTheBank();
  await given.comeBack(token);
  await world.settled();
  expect(await given.look(paymentCode)).toMatchObject({ status: "captured" });
  return paymentCode;
};
const givenUp = async (): Promise<string> => (await given.givenUpAfter(given.nextNoon())).paymentCode;

describe("a captured payment stays captured", () => {
  test.each([
    ["commission_amount = 0"],
    ["commission_rate_bps = 0"],
    ["amount = amount - 1"],
    ["captured_at = captured_at + interval '1 day'"],
    ["status = 'failed', failed_at = captured_at, captured_at = null, failure_code = 'x'"],
    ["customer_share_amount = 1"],
    ["terminal_id = 'trm_limited'"],
  ])("refused: set %s", async (change) => {
    const code = await captured();
    await expect(sql(`update payment set ${change} where id = $1`, code)).rejects.toThrow(
      "stays as it ended",
    );
  });

  test("refused: its attempt is declined after all, or dated otherwise", async () => {
    const code = await captured();
    const update = (change: string) => sql(`update attempt set ${change} where payment_id = $1`, code);
    await expect(update("status = 'declined'")).rejects.toThrow("its end, its times");
    await expect(update("bank_at = capture_sent_at + interval '1 day'")).rejects.toThrow(
      "its end, its times",
    );
    await expect(update("approved_at = null")).rejects.toThrow("its end, its times");
  });

  test("refused: it is deleted", async () => {
    const code = await captured();
    await expect(sql("delete from payment where id = $1", code)).rejects.toThrow("never deleted");
  });

  test("a payment that failed is not captured later", async () => {
    const code = await givenUp();
    const toCaptured =
      "update payment set status = 'captured', captured_at = failed_at, failed_at = null, failure_code = null where id = $1";
    await expect(sql(toCaptured, code)).rejects.toThrow("stays as it ended");
  });
});

describe("our business day is the bank's", () => {
  const capture = (code: string, ms: number) =>
    sql(
      `update payment set status = 'captured', captured_at = $2, card_bin = '552879', card_last4 = '0008',
              commission_amount = 0 where id = $1`,
      code,
      plusMs(world.clock.now(), ms),
    );

  test("refused: a payment that is captured at another time than its attempt", async () => {
    const { paymentCode } = await given.lostAt(given.nextNoon());
    const toCaptured = "update attempt set status = 'captured' where payment_id = $1";
    await expect(capture(paymentCode, 0)).rejects.toThrow("not dated by the capture");
    await sql(toCaptured, paymentCode);
    await expect(capture(paymentCode, seconds(5))).rejects.toThrow("not dated by the capture");
  });

  test("refused: a bank's time before the request", async () => {
    const { paymentCode } = await given.lostAt(given.nextNoon());
    const change = "update attempt set bank_at = capture_sent_at - interval '1 second' where payment_id = $1";
    await expect(sql(change, paymentCode)).rejects.toThrow("attempt_bank_time");
  });
});

describe("what a bank has approved has an end that somebody can see", () => {
  const approve = "update attempt set approved_at = $2 where payment_id = $1";

  test("refused: declined, although it was approved", async () => {
    const { paymentCode } = await given.lostAt(given.nextNoon());
    await sql(approve, paymentCode, world.clock.now());
    const decline = "update attempt set status = 'declined' where payment_id = $1";
    await expect(sql(decline, paymentCode)).rejects.toThrow("approved by its bank");
    await world.db.prisma.captureDecision.create({
      data: {
        id: "cde_1",
        paymentId: paymentCode,
        attemptId: (await given.attemptOf(paymentCode)).id,
        verdict: "not_taken",
        reason: "r",
        evidence: "e",
        decidedBy: "d",
        decidedAt: world.clock.now(),
      },
    });
    await sql(decline, paymentCode);
  });

  test("refused: an approval of an attempt that had ended, without an alert", async () => {
    const code = await givenUp();
    await expect(sql(approve, code, world.clock.now())).rejects.toThrow("approved by its bank");
  });

  test("refused: an approval is forgotten, or dated later", async () => {
    const { paymentCode } = await given.lostAt(given.nextNoon());
    await sql(approve, paymentCode, world.clock.now());
    for (const at of [null, plusMs(world.clock.now(), minutes(1))]) {
      await expect(sql(approve, paymentCode, at)).rejects.toThrow("the bank's approval stay");
    }
  });

  test("refused: what a person has decided is changed or deleted", async () => {
    await expect(sql("update capture_decision set reason = 'other'")).rejects.toThrow();
    await expect(sql("delete from capture_decision")).rejects.toThrow();
    await expect(sql("truncate capture_decision")).rejects.toThrow();
  });
});

describe("money goes back once", () => {
  /** As a program would write it that has forgotten every rule. */
  const insert = async (code: string, id: string, { method = "void", status = "pending" } = {}) => {
    const { id: attemptId } = await given.attemptOf(code);
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

  test("refused: for a captured payment, and for one whose capture is open", async () => {
    await expect(insert(await captured(), "ret_a")).rejects.toThrow("No money can be returned");
    const { paymentCode } = await given.lostAt(given.nextNoon());
    await expect(insert(paymentCode, "ret_b")).rejects.toThrow("No money can be returned");
  });

  test("refused: a second one beside one that is under way or done, and a second void ever", async () => {
    const code = await givenUp();
    await insert(code, "ret_1");
    await expect(insert(code, "ret_2", { method: "credit" })).rejects.toThrow("money_return_under_way");
    await resolve("ret_1", "declined");
    await expect(insert(code, "ret_3")).rejects.toThrow("money_return_void");
    await insert(code, "ret_4", { method: "credit" });
    await resolve("ret_4", "approved");
    await expect(insert(code, "ret_5", { method: "credit" })).rejects.toThrow("money_return_under_way");
    expect(await given.returnedOf(code)).toBe(40_000n);
  });

  test("refused: born resolved, changed once resolved, with another amount, deleted", async () => {
    const code = await givenUp();
    await expect(insert(code, "ret_6", { status: "approved" })).rejects.toThrow("No money can be returned");
    await insert(code, "ret_7");
    await expect(sql("update money_return set amount = 1 where id = 'ret_7'")).rejects.toThrow();
    await resolve("ret_7", "approved");
    await expect(resolve("ret_7", "declined")).rejects.toThrow();
    await expect(sql("delete from money_return where id = 'ret_7'")).rejects.toThrow();
    await expect(sql("truncate money_return")).rejects.toThrow();
  });

  test("refused: the payment's column is written by anything but the return's end", async () => {
    const code = await givenUp();
    await expect(sql("update payment set returned_amount = 1 where id = $1", code)).rejects.toThrow();
  });
});
