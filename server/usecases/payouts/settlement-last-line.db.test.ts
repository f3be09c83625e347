import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankDay } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createRefundRows } from "@/server/testing/journeys/refund-rows";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";

// The triggers and checks that bind settlements to their captures and days, tested by plain SQL (D-77).
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, hasBrokenBooks: true });
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const { write, resolve } = createRefundRows(() => world);
const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);
const replica = "set local session_replication_role = replica";

/** A captured payment from before there was the rule: its capture was never booked. */
async function capturedUnbooked(): Promise<string> {
  const paymentCode = await journey.capture();
  await sql(`${replica}; delete from settlement where payment_id = '${paymentCode}'`);
  return paymentCode;
}

test("the database computes the same bank day as the code, for any instant and day-end", async () => {
  const from = new Date("2026-01-01T00:00:00.000Z").getTime();
  const cases = Array.from({ length: 2_000 }, (_, n) => {
    const at = new Date(from + Math.floor(Math.random() * days(1_500)));
    const dayEnd = ["00:00", "12:00", "11:59", "23:00", "04:30", "23:59"][n % 6] as string;
    // A third of the cases lie a millisecond before a day-end, at it, or a millisecond after it.
    if (n % 3 > 0) return { at, dayEnd };
    const [hour = 0, minute = 0] = dayEnd.split(":").map(Number);
    at.setUTCHours(hour - 3, minute, 0, 0);
    return { at: plusMs(at, (n % 9) / 3 - 1), dayEnd };
  });
  const { rows } = await sql(
    `select bank_day(at, day_end)::text as day
       from unnest($1::timestamptz[], $2::text[]) with ordinality as given(at, day_end, n) order by n`,
    cases.map(({ at }) => at.toISOString()),
    cases.map(({ dayEnd }) => dayEnd),
  );
  const wrong = cases.filter(({ at, dayEnd }, n) => rows[n].day !== bankDay(at, dayEnd));
  expect(wrong).toEqual([]);
});

describe("a capture's settlement", () => {
  /** Inserts a deleted settlement again, with changes. */
  const rebook = (row: object, changes: Record<string, unknown>) =>
    sql(
      "insert into settlement select (jsonb_populate_record(null::settlement, $1::jsonb)).*",
      JSON.stringify({ ...row, ...changes }),
    );

  test("has the bank day of its capture, and is due after it and within 20 days", async () => {
    const paymentCode = await journey.capture();
    const { rows } = await sql("select to_jsonb(s) as row from settlement s where payment_id = $1", paymentCode);
    await sql(`${replica}; delete from settlement where payment_id = '${paymentCode}'`);
    const kept = rows[0].row;
    const day = kept.bank_day as string;
    const start = new Date(`${day}T00:00:00+03:00`);
    for (const wrong of [
      { bank_day: plusMs(new Date(day), days(1)).toISOString().slice(0, 10) },
      { bank_day: plusMs(new Date(day), -days(1)).toISOString().slice(0, 10) },
      { due_at: start.toISOString() },
      { due_at: plusMs(start, days(20) + 1).toISOString() },
    ]) {
      await expect(rebook(kept, wrong), JSON.stringify(wrong)).rejects.toThrow("is not of the day");
    }
    await expect(rebook(kept, { amount: 1 })).rejects.toThrow("is not what payment");
    await sql(`${replica}; delete from ledger_posting; delete from ledger_entry`);
    expect((await rebook(kept, {})).rowCount).toBe(1);
  });

  test("exists for every captured payment: the transaction of a capture without it fails", async () => {
    const { paymentCode } = await journey.createAtBank();
    await sql(
      `update attempt a set status = 'captured', capture_sent_at = p.created_at from payment p
        where p.id = a.payment_id and p.id = $1`,
      paymentCode,
    );
    const capture = (code: string) =>
      sql(
        `update payment set status = 'captured', captured_at = created_at, capture_started_at = created_at,
                card_bin = '552879', card_last4 = '0008', commission_amount = 0 where id = $1`,
        code,
      );
    await expect(capture(paymentCode)).rejects.toThrow("is captured and has no settlement");
    const set = (mode: "direct_collection" | "standard") =>
      world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode } });
    await set("direct_collection");
    expect((await capture(paymentCode)).rowCount).toBe(1);
    await set("standard");
  });
});

describe("an approved refund", () => {
  test("is booked exactly where its capture is booked", async () => {
    const paymentCode = await journey.capture();
    await expect(resolve(await write(paymentCode), "approved", null)).rejects.toThrow("not booked as the capture of");
    const older = await capturedUnbooked();
    expect(await resolve(await write(older), "approved")).toMatchObject({ rowCount: 0 });
  });

  test("of an unbooked capture is recorded all the same; it raises an alert and holds the payment", async () => {
    const paymentCode = await capturedUnbooked();
    const asked = await journey.tryRefund(paymentCode, { way: "credit", amountKurus: 10_000n });
    expect(asked).toBe("credit approved");
    expect(await journey.listSettlements(paymentCode)).toEqual([]);
    expect(await journey.countAlerts(paymentCode, "settlement_missing")).toBe(1);
    const { heldSince } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
    expect(heldSince).toEqual(world.clock.now());
    expect(await journey.tryRefund(paymentCode, { way: "credit" })).toBe("refund_in_progress");
  });
});
