import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBankOrderId } from "@/server/domain/ids";
import { newCode, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { refundRowsIn } from "@/server/testing/journeys/refund-rows";
import { approved, declined, openTestWorld, type TestWorld } from "@/server/testing/world/world";

// What the database itself refuses, should the code ever be wrong: each is provoked by plain SQL.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());

const { write, resolve } = refundRowsIn(() => world);
const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);

const sumsOf = async (id: string) => {
  const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
  return [row.refundedAmount, row.refundPendingAmount, row.voidedAt !== null];
};
const aVoid = { method: "void", amount: 40_000 };
const cannot = "cannot be refunded";

describe("the sums of a payment", () => {
  test("follow its refunds: pending, then approved or given back", async () => {
    const paymentCode = await journey.captured();
    const first = await write(paymentCode);
    expect(await sumsOf(paymentCode)).toEqual([0n, 10_000n, false]);
    await resolve(first, "approved");
    expect(await sumsOf(paymentCode)).toEqual([10_000n, 0n, false]);
    const second = await write(paymentCode, { amount: 30_000 });
    await resolve(second, "declined");
    expect(await sumsOf(paymentCode)).toEqual([10_000n, 0n, false]);

    const voided = await journey.captured();
    await resolve(await write(voided, aVoid), "approved");
    expect(await sumsOf(voided)).toEqual([40_000n, 0n, true]);
  });

  test("come with the instants of the refund: when it began, when it was resolved and when it was voided", async () => {
    const paymentCode = await journey.captured();
    const [began, resolved] = ["2027-01-01T00:00:01.000Z", "2027-01-01T00:00:02.000Z"];
    const id = await write(paymentCode, { ...aVoid, created_at: began, updated_at: began });
    const instants = async () => {
      const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
      return [row.updatedAt.toISOString(), row.voidedAt?.toISOString()];
    };
    expect(await instants()).toEqual([began, undefined]);
    await resolve(id, "approved", {}, resolved);
    expect(await instants()).toEqual([resolved, resolved]);
  });

  test.each(["refunded_amount", "refund_pending_amount"])("are never less than nothing: %s", async (sum) => {
    // In a statement of several lines, which is one transaction; without the triggers, that would refuse any change.
    const update = sql(`set local session_replication_role = replica;
      update payment set ${sum} = -1 where id = '${await journey.captured()}'`);
    await expect(update).rejects.toMatchObject({ constraint: "payment_refunds" });
  });

  test.each([
    ["at once", 0, 40_001],
    ["after a credit", 10_000, 30_001],
    ["when all is back", 40_000, 1],
  ])("never pass what was captured: %s", async (_when, before, amount) => {
    const paymentCode = await journey.captured();
    if (before > 0) await resolve(await write(paymentCode, { amount: before }), "approved");
    const sums = await sumsOf(paymentCode);
    await expect(write(paymentCode, { amount })).rejects.toMatchObject({ constraint: "payment_refunds" });
    expect(await sumsOf(paymentCode)).toEqual(sums);
  });

  test("a second pending one is refused, be the first of whatever size", async () => {
    const paymentCode = await journey.captured();
    await write(paymentCode, { amount: 1 });
    await expect(write(paymentCode, { amount: 1 })).rejects.toMatchObject({ constraint: "refund_pending" });
  });

  test("two that begin at once wait for each other: one of them is refused", async () => {
    const paymentCode = await journey.captured();
    const both = await Promise.allSettled([write(paymentCode), write(paymentCode)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await sumsOf(paymentCode)).toEqual([0n, 10_000n, false]);
  });
});

describe("a refund does not begin", () => {
  test("as a void of a part, or after a credit", async () => {
    const paymentCode = await journey.captured();
    await expect(write(paymentCode, { ...aVoid, amount: 39_999 })).rejects.toThrow(cannot);
    await resolve(await write(paymentCode), "approved");
    await expect(write(paymentCode, { ...aVoid, amount: 30_000 })).rejects.toThrow(cannot);
    await expect(write(paymentCode, aVoid)).rejects.toThrow(cannot);
  });

  test("on a payment that is not captured", async () => {
    const initiated = await journey.atTheBank();
    await expect(write(initiated.paymentCode)).rejects.toThrow(cannot);
    world.bank.answer("capture", declined);
    const failed = await journey.captured();
    world.bank.answer("capture", approved);
    expect(await journey.look(failed)).toMatchObject({ status: "failed" });
    await expect(write(failed)).rejects.toThrow(cannot);
  });

  test("for another account, or on an attempt that did not capture this payment", async () => {
    const [paymentCode, other] = [await journey.captured(), await journey.captured()];
    const open = await journey.atTheBank();
    await expect(write(paymentCode, { partner_id: "prt_other" })).rejects.toThrow(cannot);
    for (const of of [other, open.paymentCode]) {
      const { id: attempt_id } = await journey.attemptOf(of);
      await expect(write(paymentCode, { attempt_id })).rejects.toThrow(cannot);
    }
    // Of the same payment, and without the money.
    const attempt_id = newCode();
    await sql(
      `insert into attempt select (jsonb_populate_record(a, jsonb_build_object(
              'id', $2::text, 'status', 'declined', 'bank_order_id', $3::text, 'token_hash', '\\x' || md5($2)))).*
         from attempt a where payment_id = $1`,
      paymentCode,
      attempt_id,
      newBankOrderId(),
    );
    await expect(write(paymentCode, { attempt_id })).rejects.toThrow(cannot);
    await expect(write(paymentCode, { attempt_id: null })).rejects.toMatchObject({ column: "attempt_id" });
  });

  test("as one that is resolved, under a code or a bank key that is used, or of nothing", async () => {
    const [paymentCode, other] = [await journey.captured(), await journey.captured()];
    const resolved_at = world.clock.now().toISOString();
    const approvedAlready = { status: "approved", resolved_at, done_at: resolved_at };
    await expect(write(paymentCode, approvedAlready)).rejects.toThrow(cannot);
    const over = { status: "declined", resolved_at, failure_code: "not_processed" };
    await expect(write(paymentCode, over)).rejects.toThrow(cannot);
    const used = { partner_refund_code: newCode() };
    await write(other, used);
    const code = { constraint: "refund_partner_id_partner_refund_code_key" };
    await expect(write(paymentCode, used)).rejects.toMatchObject(code);
    const key = { bank_key: newBankOrderId() };
    await resolve(await write(paymentCode, key), "declined");
    await expect(write(paymentCode, key)).rejects.toMatchObject({ constraint: "refund_bank_key_key" });
    for (const amount of [0, -1])
      await expect(write(paymentCode, { amount })).rejects.toMatchObject({ constraint: "refund_of_money" });
  });
});

describe("what was agreed of a refund", () => {
  test.each([
    ["approved", "declined"],
    ["approved", "pending"],
    ["declined", "approved"],
    ["declined", "pending"],
  ] as const)("%s is final: not %s", async (from, to) => {
    const paymentCode = await journey.captured();
    const id = await write(paymentCode);
    await resolve(id, from);
    const sums = await sumsOf(paymentCode);
    const reset = sql(
      `update refund set status = $2::"RefundStatus", failure_code = case when $2 = 'declined' then
              'not_processed'::"RefundFailure" end, resolved_at = case when $2 <> 'pending' then resolved_at end
        where id = $1`,
      id,
      to,
    );
    await expect(reset).rejects.toThrow(`its state ${from} is final`);
    expect(await sumsOf(paymentCode)).toEqual(sums);
  });

  test("when it was resolved stays, too", async () => {
    const id = await write(await journey.captured());
    await resolve(id, "approved");
    const later = sql("update refund set resolved_at = resolved_at + interval '1 ms' where id = $1", id);
    await expect(later).rejects.toThrow("is final");
  });

  test("why it was declined stays, too", async () => {
    const id = await write(await journey.captured());
    await resolve(id, "declined");
    const reworded = sql("update refund set failure_code = 'day_closed' where id = $1", id);
    await expect(reworded).rejects.toThrow("is final");
  });

  test.each(["refunded_amount = 1", "refund_pending_amount = 1", "voided_at = captured_at"])(
    "the sums of its payment follow it, and nobody else: %s",
    async (set) => {
      const paymentCode = await journey.captured();
      const update = sql(`update payment set ${set} where id = $1`, paymentCode);
      await expect(update).rejects.toThrow("payment is append-only");
    },
  );

  test.each([
    ["status = 'approved', done_at = sent_at", "refund_is_resolved"],
    ["status = 'approved', resolved_at = created_at", "refund_is_done"],
    ["done_at = sent_at", "refund_is_done"],
    ["status = 'declined', resolved_at = created_at", "refund_says_why"],
    ["failure_code = 'day_closed'", "refund_says_why"],
    ["resolved_at = created_at", "refund_is_resolved"],
  ])("a pending one is not half resolved: %s", async (set, constraint) => {
    const id = await write(await journey.captured());
    await expect(sql(`update refund set ${set} where id = $1`, id)).rejects.toMatchObject({ constraint });
  });

  test.each([
    "id = id || '-'",
    "partner_id = 'prt_other'",
    "payment_id = (select id from payment where id <> payment_id limit 1)",
    "attempt_id = (select id from attempt where id <> attempt_id limit 1)",
    "partner_refund_code = 'another'",
    "method = 'void'",
    "amount = amount - 1",
    "bank_key = 'ANOTHER'",
    "created_at = created_at - interval '1 ms'",
    "way = 'credit'",
    "baseline = '[]'",
  ])("never changes: %s", async (set) => {
    await journey.captured();
    const id = await write(await journey.captured(), { baseline: "unreadable" });
    await expect(sql(`update refund set ${set} where id = $1`, id)).rejects.toThrow(
      "what was agreed of it stays",
    );
  });

  test("only a pending void that was asked for as automatic becomes a credit, and no credit a void", async () => {
    const turn = (id: string, also = "") =>
      sql(`update refund set method = 'credit'${also} where id = $1`, id);
    const word = "what was agreed of it stays";
    const asVoid = await write(await journey.captured(), { ...aVoid, way: "void" });
    await expect(turn(asVoid, ", way = 'credit'")).rejects.toThrow(word);
    await expect(turn(asVoid)).rejects.toThrow(word);
    const over = await write(await journey.captured(), aVoid);
    await resolve(over, "declined");
    await expect(turn(over)).rejects.toThrow(word);
    const automatic = await write(await journey.captured(), aVoid);
    const ends = ", status = 'approved', resolved_at = created_at, done_at = created_at";
    await expect(turn(automatic, ends)).rejects.toThrow(word);
    await expect(turn(automatic, ", amount = amount - 1")).rejects.toThrow(word);
    await turn(automatic);
    await expect(sql("update refund set method = 'void' where id = $1", automatic)).rejects.toThrow(word);
  });

  test("a void has no reading of credits, a credit's is written once, and a way that is a method is kept to", async () => {
    const forVoid = { constraint: "refund_baseline_of_credit" };
    const [one, two] = [await journey.captured(), await journey.captured()];
    await expect(write(one, { ...aVoid, baseline: "unreadable" })).rejects.toMatchObject(forVoid);
    await expect(write(one, { ...aVoid, way: "credit" })).rejects.toMatchObject({ constraint: "refund_way" });
    const id = await write(two);
    await sql("update refund set baseline = '\"unreadable\"' where id = $1", id);
    await expect(sql("update refund set baseline = null where id = $1", id)).rejects.toThrow("stays");
  });

  test.each(["sent_at", "done_at"])("%s of one that is approved stays", async (column) => {
    const id = await write(await journey.captured());
    await resolve(id, "approved");
    const update = sql(`update refund set ${column} = ${column} + interval '1 ms' where id = $1`, id);
    await expect(update).rejects.toThrow("is final");
  });

  test("it is never deleted, nor are all", async () => {
    const pending = await write(await journey.captured());
    const done = await write(await journey.captured());
    await resolve(done, "approved");
    for (const id of [pending, done])
      await expect(sql("delete from refund where id = $1", id)).rejects.toThrow("never deleted");
    await expect(sql("truncate refund cascade")).rejects.toThrow("refund is append-only");
  });
});
