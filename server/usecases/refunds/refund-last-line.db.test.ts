import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBankReference } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { createRefundJourney, longWaits, newRefundCode, type RefundJourney } from "@/server/testing/journeys/refund";
import { createRefundRows } from "@/server/testing/journeys/refund-rows";
import { approved, declined, openTestWorld, type TestWorld } from "@/server/testing/world/world";

// What the database refuses even if the code is wrong; each case is provoked by plain SQL.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const { write, resolve } = createRefundRows(() => world);
const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);

const readSums = async (id: string) => {
  const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
  return [row.refundedAmount, row.refundPendingAmount, row.voidedAt !== null];
};
const aVoid = { method: "void", amount: 40_000 };
const cannot = "cannot be refunded";

describe("the sums of a payment", () => {
  test("follow its refunds: pending, then approved or released", async () => {
    const paymentCode = await journey.capture();
    const first = await write(paymentCode);
    expect(await readSums(paymentCode)).toEqual([0n, 10_000n, false]);
    await resolve(first, "approved");
    expect(await readSums(paymentCode)).toEqual([10_000n, 0n, false]);
    const second = await write(paymentCode, { amount: 30_000 });
    await resolve(second, "declined");
    expect(await readSums(paymentCode)).toEqual([10_000n, 0n, false]);

    const voided = await journey.capture();
    await resolve(await write(voided, aVoid), "approved");
    expect(await readSums(voided)).toEqual([40_000n, 0n, true]);
  });

  test("come with the refund's instants: creation, resolution and void", async () => {
    const paymentCode = await journey.capture();
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

  test.each(["refunded_amount", "refund_pending_amount"])("are never negative: %s", async (sum) => {
    // Both statements are one transaction. The triggers are off because they would refuse any change of the sums.
    const update = sql(`set local session_replication_role = replica;
      update payment set ${sum} = -1 where id = '${await journey.capture()}'`);
    await expect(update).rejects.toMatchObject({ constraint: "payment_refunds" });
  });

  test.each([
    ["with the first refund", 0, 40_001],
    ["after a credit", 10_000, 30_001],
    ["after a full refund", 40_000, 1],
  ])("never exceed the captured amount: %s", async (_when, before, amount) => {
    const paymentCode = await journey.capture();
    if (before > 0) await resolve(await write(paymentCode, { amount: before }), "approved");
    const sums = await readSums(paymentCode);
    await expect(write(paymentCode, { amount })).rejects.toMatchObject({ constraint: "payment_refunds" });
    expect(await readSums(paymentCode)).toEqual(sums);
  });

  test("refuse a second pending refund, whatever the first amount", async () => {
    const paymentCode = await journey.capture();
    await write(paymentCode, { amount: 1 });
    await expect(write(paymentCode, { amount: 1 })).rejects.toMatchObject({ constraint: "refund_pending" });
  });

  test("refuse one of two refunds that begin in parallel", async () => {
    const paymentCode = await journey.capture();
    const both = await Promise.allSettled([write(paymentCode), write(paymentCode)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await readSums(paymentCode)).toEqual([0n, 10_000n, false]);
  });
});

describe("a refund is refused", () => {
  test("as a void of a part or after a credit", async () => {
    const paymentCode = await journey.capture();
    await expect(write(paymentCode, { ...aVoid, amount: 39_999 })).rejects.toThrow(cannot);
    await resolve(await write(paymentCode), "approved");
    await expect(write(paymentCode, { ...aVoid, amount: 30_000 })).rejects.toThrow(cannot);
    await expect(write(paymentCode, aVoid)).rejects.toThrow(cannot);
  });

  test("on a payment that is not captured", async () => {
    const initiated = await journey.createAtBank();
    await expect(write(initiated.paymentCode)).rejects.toThrow(cannot);
    world.bank.answer("capture", declined);
    const failed = await journey.capture();
    world.bank.answer("capture", approved);
    expect(await journey.getPayment(failed)).toMatchObject({ status: "failed" });
    await expect(write(failed)).rejects.toThrow(cannot);
  });

  test("for another account, or on an attempt that did not capture this payment", async () => {
    const [paymentCode, other] = [await journey.capture(), await journey.capture()];
    const open = await journey.createAtBank();
    await expect(write(paymentCode, { partner_id: "prt_other" })).rejects.toThrow(cannot);
    for (const code of [other, open.paymentCode]) {
      const { id: attempt_id } = await journey.getAttempt(code);
      await expect(write(paymentCode, { attempt_id })).rejects.toThrow(cannot);
    }
    // An attempt of the same payment that did not capture.
    const attempt_id = newRefundCode();
    await sql(
      `insert into attempt select (jsonb_populate_record(a, jsonb_build_object(
              'id', $2::text, 'status', 'declined', 'bank_order_id', $3::text, 'token_hash', '\\x' || md5($2)))).*
         from attempt a where payment_id = $1`,
      paymentCode,
      attempt_id,
      newBankReference(systemRandom),
    );
    await expect(write(paymentCode, { attempt_id })).rejects.toThrow(cannot);
    await expect(write(paymentCode, { attempt_id: null })).rejects.toMatchObject({ column: "attempt_id" });
  });

  test("as already resolved, with a used code or bank key, or with an amount of zero or less", async () => {
    const [paymentCode, other] = [await journey.capture(), await journey.capture()];
    const resolved_at = world.clock.now().toISOString();
    const approvedAlready = { status: "approved", resolved_at, done_at: resolved_at };
    await expect(write(paymentCode, approvedAlready)).rejects.toThrow(cannot);
    const over = { status: "declined", resolved_at, failure_code: "not_processed" };
    await expect(write(paymentCode, over)).rejects.toThrow(cannot);
    const used = { partner_refund_code: newRefundCode() };
    await write(other, used);
    const code = { constraint: "refund_partner_id_partner_refund_code_key" };
    await expect(write(paymentCode, used)).rejects.toMatchObject(code);
    const key = { bank_key: newBankReference(systemRandom) };
    await resolve(await write(paymentCode, key), "declined");
    await expect(write(paymentCode, key)).rejects.toMatchObject({ constraint: "refund_bank_key_key" });
    for (const amount of [0, -1])
      await expect(write(paymentCode, { amount })).rejects.toMatchObject({ constraint: "refund_of_money" });
  });
});

describe("the fixed facts of a refund", () => {
  test.each([
    ["approved", "declined"],
    ["approved", "pending"],
    ["declined", "approved"],
    ["declined", "pending"],
  ] as const)("%s is final and cannot become %s", async (from, to) => {
    const paymentCode = await journey.capture();
    const id = await write(paymentCode);
    await resolve(id, from);
    const sums = await readSums(paymentCode);
    const reset = sql(
      `update refund set status = $2::"RefundStatus", failure_code = case when $2 = 'declined' then
              'not_processed'::"RefundFailure" end, resolved_at = case when $2 <> 'pending' then resolved_at end
        where id = $1`,
      id,
      to,
    );
    await expect(reset).rejects.toThrow(`its state ${from} is final`);
    expect(await readSums(paymentCode)).toEqual(sums);
  });

  test("the time of resolution is fixed", async () => {
    const id = await write(await journey.capture());
    await resolve(id, "approved");
    const later = sql("update refund set resolved_at = resolved_at + interval '1 ms' where id = $1", id);
    await expect(later).rejects.toThrow("is final");
  });

  test("the failure code is fixed", async () => {
    const id = await write(await journey.capture());
    await resolve(id, "declined");
    const reworded = sql("update refund set failure_code = 'day_closed' where id = $1", id);
    await expect(reworded).rejects.toThrow("is final");
  });

  test.each(["refunded_amount = 1", "refund_pending_amount = 1", "voided_at = captured_at"])(
    "the sums of its payment cannot be changed directly: %s",
    async (set) => {
      const paymentCode = await journey.capture();
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
  ])("a pending refund cannot be partly resolved: %s", async (set, constraint) => {
    const id = await write(await journey.capture());
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
  ])("cannot be changed: %s", async (set) => {
    await journey.capture();
    const id = await write(await journey.capture(), { baseline: "unreadable" });
    await expect(sql(`update refund set ${set} where id = $1`, id)).rejects.toThrow("what was agreed of it stays");
  });

  test("only a pending void of an automatic refund can become a credit, and no credit becomes a void", async () => {
    const turn = (id: string, also = "") => sql(`update refund set method = 'credit'${also} where id = $1`, id);
    const message = "what was agreed of it stays";
    const asVoid = await write(await journey.capture(), { ...aVoid, way: "void" });
    await expect(turn(asVoid, ", way = 'credit'")).rejects.toThrow(message);
    await expect(turn(asVoid)).rejects.toThrow(message);
    const declinedVoid = await write(await journey.capture(), aVoid);
    await resolve(declinedVoid, "declined");
    await expect(turn(declinedVoid)).rejects.toThrow(message);
    const automatic = await write(await journey.capture(), aVoid);
    const ends = ", status = 'approved', resolved_at = created_at, done_at = created_at";
    await expect(turn(automatic, ends)).rejects.toThrow(message);
    await expect(turn(automatic, ", amount = amount - 1")).rejects.toThrow(message);
    await turn(automatic);
    await expect(sql("update refund set method = 'void' where id = $1", automatic)).rejects.toThrow(message);
  });

  test("a void has no baseline, a credit's is written once, and a forced method is kept", async () => {
    const forVoid = { constraint: "refund_baseline_of_credit" };
    const [one, two] = [await journey.capture(), await journey.capture()];
    await expect(write(one, { ...aVoid, baseline: "unreadable" })).rejects.toMatchObject(forVoid);
    await expect(write(one, { ...aVoid, way: "credit" })).rejects.toMatchObject({ constraint: "refund_way" });
    const id = await write(two);
    await sql("update refund set baseline = '\"unreadable\"' where id = $1", id);
    await expect(sql("update refund set baseline = null where id = $1", id)).rejects.toThrow("stays");
  });

  test.each(["sent_at", "done_at"])("%s of an approved refund is fixed", async (column) => {
    const id = await write(await journey.capture());
    await resolve(id, "approved");
    const update = sql(`update refund set ${column} = ${column} + interval '1 ms' where id = $1`, id);
    await expect(update).rejects.toThrow("is final");
  });

  test("it is never deleted, and the table is never truncated", async () => {
    const pending = await write(await journey.capture());
    const done = await write(await journey.capture());
    await resolve(done, "approved");
    for (const id of [pending, done])
      await expect(sql("delete from refund where id = $1", id)).rejects.toThrow("never deleted");
    await expect(sql("truncate refund cascade")).rejects.toThrow("refund is append-only");
  });
});
