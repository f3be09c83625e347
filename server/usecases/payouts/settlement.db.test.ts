import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createRefundRows } from "@/server/testing/journeys/refund-rows";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";

// Invalid settlements that the database itself refuses, in case the code is wrong.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const { write, resolve } = createRefundRows(() => world);
const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);

describe("a settlement", () => {
  /** Creates a voided payment: one settlement of the capture and one of the void. */
  async function booked() {
    const paymentCode = await journey.capture();
    await journey.refund(paymentCode);
    return paymentCode;
  }
  const copy = (paymentCode: string, of: string) =>
    sql(
      `insert into settlement select (jsonb_populate_record(s, jsonb_build_object('id', s.id || '-'))).*
         from settlement s where payment_id = $1 and refund_id is ${of}`,
      paymentCode,
    );

  test("is booked once per capture and once per refund", async () => {
    const paymentCode = await booked();
    const twice = (of: string, constraint: string) =>
      expect(copy(paymentCode, of)).rejects.toMatchObject({ constraint });
    await twice("null", "settlement_of_capture");
    await twice("not null", "settlement_refund_id_key");
    expect(await journey.listSettlements(paymentCode)).toHaveLength(2);
  });

  /** Inserts the settlement of a refund by plain SQL, with changes. */
  const book = (refundId: string, changes: Record<string, unknown> = {}) =>
    sql(
      `insert into settlement
       select (jsonb_populate_record(s, jsonb_build_object('id', 'stl_' || r.id, 'refund_id', r.id, 'amount', -r.amount)
                                        || $2::jsonb)).*
         from refund r join settlement s on s.payment_id = r.payment_id and s.refund_id is null where r.id = $1`,
      refundId,
      JSON.stringify(changes),
    );

  test("of an approved credit has exactly its amount, payment and account", async () => {
    const [paymentCode, other] = [await journey.capture(), await journey.capture()];
    const id = await write(paymentCode);
    await expect(book(id)).rejects.toThrow("is not what payment");
    for (const wrong of [
      { amount: -9_999 },
      { amount: 10_000 },
      { partner_id: "prt_other" },
      { payment_id: other },
      { status: "failed", payout_item_id: null },
    ]) {
      await expect(resolve(id, "approved", wrong), JSON.stringify(wrong)).rejects.toThrow();
    }
    await expect(resolve(id, "approved", { amount: -9_999 })).rejects.toThrow("is not what payment");
    expect((await resolve(id, "approved")).rowCount).toBe(1);
    const declinedId = await write(paymentCode);
    await resolve(declinedId, "declined");
    await expect(book(declinedId)).rejects.toThrow("is not what payment");
  });

  test("of a void takes back the net: the amount less the commission", async () => {
    const paymentCode = await journey.capture();
    const net = Number((await journey.listSettlements(paymentCode))[0]?.amount);
    const id = await write(paymentCode, { method: "void", amount: 40_000 });
    await expect(resolve(id, "approved", { amount: -40_000 })).rejects.toThrow("is not what payment");
    expect((await resolve(id, "approved", { amount: -net })).rowCount).toBe(1);
    expect(net).toBeLessThan(40_000);
  });

  test.each([
    "id = id || '-'",
    "partner_id = 'prt_other'",
    "payment_id = (select id from payment where id <> payment_id limit 1)",
    "refund_id = null",
    "amount = amount + 1",
    "bank_day = bank_day + 1",
    "due_at = due_at + interval '1 day'",
    "created_at = created_at + interval '1 day'",
  ])("cannot be changed: %s", async (set) => {
    await journey.capture();
    const paymentCode = await booked();
    const update = sql(`update settlement set ${set} where payment_id = $1 and refund_id is not null`, paymentCode);
    await expect(update).rejects.toThrow("is append-only");
  });

  test("cannot be deleted, and the table cannot be truncated", async () => {
    const paymentCode = await booked();
    await expect(sql("delete from settlement where payment_id = $1", paymentCode)).rejects.toThrow("is append-only");
    await expect(sql("truncate settlement")).rejects.toThrow("is append-only");
  });
});
