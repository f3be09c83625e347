import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createRefundRows } from "@/server/testing/journeys/refund-rows";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";

// Invalid corrections and holds that the database itself refuses, in case the code is wrong; provoked by plain SQL.
let world: TestWorld;
let journey: RefundJourney;
let paymentCode = "";
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  await sql(`insert into staff_user (id, email, password_hash, role, created_at, removed_at)
             values ('usr_1', '1@vezne.test', '', 'admin', '2026-01-01T00:00:00Z', null),
                    ('usr_2', '2@vezne.test', '', 'admin', '2026-01-01T00:00:00Z', null),
                    ('usr_left', '3@vezne.test', '', 'admin', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')`);
});
afterAll(() => world.close());
beforeEach(async () => {
  paymentCode = await journey.capture();
});

const { write, resolve } = createRefundRows(() => world);
const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);
let count = 0;

/** Inserts a waiting correction by plain SQL, by default a credit of 10,000 kuruş, with changes. Returns its id. */
async function insert(changes: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const row = {
    id: `cor_${count}`,
    partner_id: "prt_ours",
    payment_id: paymentCode,
    kind: "credit_done",
    amount: 10_000,
    reason: "r",
    evidence: "e",
    status: "waiting",
    proposed_by: "usr_1",
    proposed_at: world.clock.now().toISOString(),
    ...changes,
  };
  await sql(
    "insert into correction select (jsonb_populate_record(null::correction, $1::jsonb)).*",
    JSON.stringify(row),
  );
  return row.id;
}

/** Decides on a correction and books its settlement by plain SQL; `net: null` books nothing. */
const decide = (
  id: string,
  { status = "approved", by = "usr_2", net = -10_000 as number | null, booked = {} as Record<string, unknown> } = {},
) =>
  sql(
    `with decided as (
       update correction set status = $2::"CorrectionStatus", decided_by = $3, decided_at = proposed_at where id = $1
       returning *)
     insert into settlement
     select (jsonb_populate_record(s, jsonb_build_object('id', 'stl_' || c.id, 'correction_id', c.id, 'amount', $4::int)
                                      || $5::jsonb)).*
       from decided c join settlement s on s.payment_id = c.payment_id and s.refund_id is null and s.correction_id is null
      where $4::int is not null`,
    id,
    status,
    by,
    net,
    JSON.stringify(booked),
  );

const readSums = async (id: string) => {
  const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
  return [row.refundedAmount, row.correctedAmount, row.voidedAt !== null, row.heldSince !== null];
};

describe("a correction cannot be inserted", () => {
  const cannot = "cannot be corrected";
  test.each<[string, Record<string, unknown>, object | string]>([
    ["decided", { status: "approved", decided_by: "usr_2", decided_at: "2026-11-20T09:00:00Z" }, cannot],
    ["by a removed user", { proposed_by: "usr_left" }, cannot],
    ["by an unknown user", { proposed_by: "usr_none" }, { constraint: "correction_proposed_by_fkey" }],
    ["for another account", { partner_id: "prt_other" }, cannot],
    ["with the amount 0", { amount: 0 }, { constraint: "correction_of_money" }],
    ["with a negative amount", { amount: -1 }, { constraint: "correction_of_money" }],
    ["of the kind none with an amount", { kind: "none" }, { constraint: "correction_of_money" }],
    ["without a reason", { reason: " " }, { constraint: "correction_says_why" }],
    ["without evidence", { evidence: "" }, { constraint: "correction_says_why" }],
    ["with a decider but no decision", { decided_by: "usr_2" }, { constraint: "correction_is_decided" }],
  ])("%s", async (_, changes, refusal) => {
    if (typeof refusal === "string") await expect(insert(changes)).rejects.toThrow(refusal);
    else await expect(insert(changes)).rejects.toMatchObject(refusal);
  });

  test("while another one waits, for another payment's refund, or for a payment that is not captured", async () => {
    await insert();
    await expect(insert()).rejects.toMatchObject({ constraint: "correction_waiting" });
    const refundId = await write(paymentCode);
    paymentCode = await journey.capture();
    await expect(insert({ refund_id: refundId })).rejects.toThrow(cannot);
    paymentCode = (await journey.createAtBank()).paymentCode;
    await expect(insert()).rejects.toThrow(cannot);
  });
});

describe("a correction cannot be approved", () => {
  test("by its proposer, by a removed user, or without a decider", async () => {
    const id = await insert();
    await expect(decide(id, { by: "usr_1" })).rejects.toMatchObject({
      constraint: "correction_by_two_people",
    });
    await expect(decide(id, { by: "usr_left" })).rejects.toThrow("cannot be decided by usr_left");
    const half = sql("update correction set status = 'approved' where id = $1", id);
    await expect(half).rejects.toMatchObject({ constraint: "correction_is_decided" });
    expect(await readSums(paymentCode)).toEqual([0n, 0n, false, false]);
  });

  test("without its settlement, with a settlement of another amount, or twice", async () => {
    const id = await insert();
    await expect(decide(id, { net: null })).rejects.toThrow("not booked as the capture of");
    await expect(decide(id, { net: 10_000 })).rejects.toThrow("is not what payment");
    await expect(decide(id, { booked: { refund_id: await write(paymentCode) } })).rejects.toThrow();
    await decide(id);
    expect(await readSums(paymentCode)).toEqual([0n, 10_000n, false, false]);
    const again = sql(
      `insert into settlement select (jsonb_populate_record(s, '{"id":"stl_again"}')).*
                         from settlement s where correction_id = $1`,
      id,
    );
    await expect(again).rejects.toMatchObject({ constraint: "settlement_correction_id_key" });
  });

  test.each<[string, Record<string, unknown>, number, string | object]>([
    ["more than was captured", { amount: 40_001 }, -40_001, { constraint: "payment_refunds" }],
    ["a credit that the books do not contain", { kind: "credit_not_done" }, 10_000, { constraint: "payment_refunds" }],
    ["a partial void", { kind: "void_done" }, -9_000, "cannot be corrected"],
    ["a void that the books do not contain", { kind: "void_not_done", amount: 40_000 }, 39_000, "cannot be corrected"],
  ])("for %s", async (_, changes, net, refusal) => {
    const decided = decide(await insert(changes), { net });
    if (typeof refusal === "string") await expect(decided).rejects.toThrow(refusal);
    else await expect(decided).rejects.toMatchObject(refusal);
  });

  test("as a credit of a voided payment, or as a void of a credited payment", async () => {
    await resolve(await write(paymentCode), "approved");
    const whole = { kind: "void_done", amount: 40_000 };
    await expect(decide(await insert(whole), { net: -39_000 })).rejects.toThrow("cannot be corrected");
    paymentCode = await journey.capture();
    await journey.refund(paymentCode);
    const credit = await insert({ kind: "credit_not_done" });
    await expect(decide(credit, { net: 10_000 })).rejects.toThrow("cannot be corrected");
  });
});

describe("a correction cannot be changed", () => {
  test.each([
    ["partner_id = 'prt_other'"],
    ["kind = 'credit_not_done'"],
    ["amount = amount + 1"],
    ["reason = 'other'"],
    ["evidence = 'other'"],
    ["proposed_by = 'usr_2'"],
    ["proposed_at = proposed_at + interval '1 ms'"],
  ])("after its proposal: %s", async (set) => {
    const id = await insert();
    await expect(sql(`update correction set ${set} where id = $1`, id)).rejects.toThrow("is append-only");
  });

  test("after its decision, nor deleted", async () => {
    const id = await insert();
    await decide(id, { status: "rejected", net: null });
    expect(await readSums(paymentCode)).toEqual([0n, 0n, false, false]);
    for (const set of ["status = 'approved'", "decided_by = 'usr_left'", "decision_note = 'x'"]) {
      await expect(sql(`update correction set ${set} where id = $1`, id)).rejects.toThrow("is append-only");
    }
    await expect(sql("delete from correction where id = $1", id)).rejects.toThrow("is append-only");
    await expect(sql("truncate correction cascade")).rejects.toThrow("is append-only");
  });
});

describe("a payment that is held", () => {
  beforeEach(() => sql("update payment set held_since = captured_at where id = $1", paymentCode));

  test("cannot be refunded, and its settlement enters no payout", async () => {
    await expect(write(paymentCode)).rejects.toThrow("cannot be refunded");
    await expect(
      sql("update settlement set status = 'in_payout', payout_item_id = 'poi_1' where payment_id = $1", paymentCode),
    ).rejects.toThrow("is held");
  });

  test.each(["held_since = null", "held_since = held_since + interval '1 ms'"])("stays held: %s", async (set) => {
    await expect(sql(`update payment set ${set} where id = $1`, paymentCode)).rejects.toThrow("is append-only");
  });

  test("stays held after a rejected correction and is released by an approved one", async () => {
    await decide(await insert(), { status: "rejected", net: null });
    expect((await readSums(paymentCode)).at(-1)).toBe(true);
    await decide(await insert({ kind: "none", amount: 0 }), { net: null });
    expect((await readSums(paymentCode)).at(-1)).toBe(false);
  });

  test.each(["corrected_amount = 1"])("has sums that only triggers change: %s", async (set) => {
    await expect(sql(`update payment set ${set} where id = $1`, paymentCode)).rejects.toThrow("is append-only");
  });
});
