import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { monthSpan } from "@/server/domain/statements/months";
import { auditBooks } from "@/server/store/ledger/verify";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { approved, openTestWorld, type TestWorld, testTerminals, unknown } from "@/server/testing/world/world";
import { closeMonth } from "./close-month";
import { getFrozenMonth, listMonthObstacles, listStatementMonths } from "./month-queries";
import { getStatement } from "./queries";

let world: TestWorld;
let journey: PayoutJourney;
const [november, december, january] = ["2026-11", "2026-12", "2027-01"] as const;
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, asApplication: true });
  journey = await createPayoutJourney(world);
  await writeMember(world.ctx, "usr_finance", "finance");
  await writeMember(world.ctx, "usr_support", "support");
  world.clock.set(new Date("2026-11-30T12:00:00.000Z"));
});
afterAll(() => world.close());

const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);
const close = (month: string, userId = "usr_finance") =>
  closeMonth(world.ctx, { partnerId: journey.partnerId, userId, month }).then(
    () => "closed",
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error.details.faults?.[0]?.problem ?? error.code;
    },
  );
const freeze = (month: string) => getFrozenMonth(world.ctx, { partnerId: journey.partnerId, month });
const statementOf = (month: string, book: "collected" | "direct" = "collected") =>
  getStatement(world.ctx, {
    partnerId: journey.partnerId,
    book,
    ...monthSpan(month),
    kinds: null,
    terminalId: null,
  });
const statesOf = async () =>
  (await listStatementMonths(world.ctx, { partnerId: journey.partnerId })).map(
    ({ month, state }) => `${month} ${state}`,
  );

let credited: string;
/** A payment whose capture is entered after its month was closed. */
let late: string;

describe("a month", () => {
  test("is refused while it runs, for a month before it that is open, and for who may not close it", async () => {
    credited = await journey.capture({ amountKurus: 100_000n });
    late = await journey.capture({ amountKurus: 9_000n });
    await sql(
      `set session_replication_role = replica;
       delete from ledger_posting where entry_id in (select id from ledger_entry where payment_id = '${late}');
       delete from ledger_entry where payment_id = '${late}';
       set session_replication_role = origin`,
    );
    expect(await statesOf()).toEqual([`${november} running`]);
    expect(await close(november)).toBe("month_not_over");
    world.clock.set(monthSpan(december).from);
    expect(await statesOf()).toEqual([`${december} running`, `${november} open`]);
    expect(await close(november, "usr_support")).toBe("access_denied");
    await journey.capture({ amountKurus: 60_000n });
    world.clock.set(monthSpan(january).from);
    expect(await close(december)).toBe("month_not_next");
  });

  test("is refused while the outcome of a capture of it is unknown, which is named", async () => {
    world.clock.set(plusMs(monthSpan(december).to, -hours(1)));
    world.bank.answer("capture", unknown);
    world.bank.answer("inquire", unknown);
    const { token, paymentCode } = await journey.createAtBank({ amountKurus: 5_000n });
    await journey.returnWithoutWaiting(token);
    world.clock.set(monthSpan(january).from);
    const input = { partnerId: journey.partnerId, month: december };
    expect(await listMonthObstacles(world.ctx, input)).toMatchObject([{ kind: "capture", paymentCode }]);
    expect(await listMonthObstacles(world.ctx, { ...input, month: november })).toEqual([]);
    expect(await close(november)).toBe("closed");
    expect(await close(december)).toBe("month_has_open");
    // The bank has not seen it, so the capture has failed.
    world.bank.answer("inquire", { kind: "not_found" });
    await journey.advance(minutes(2));
    world.bank.answer("capture", approved);
    expect(await close(december)).toBe("closed");
  });

  test("is closed with its balances, totals and the tax in its commission, and a second time nothing happens", async () => {
    const before = await freeze(november);
    expect(await close(november)).toBe("closed");
    expect(await freeze(november)).toEqual(before);
    const { openingKurus, closingKurus, totals } = await statementOf(november);
    expect(before).toMatchObject({ openingKurus, closingKurus, month: november });
    expect(before.totals).toMatchObject(totals.map((total) => ({ ...total, book: "collected" })));
    const [figure] = before.figures;
    expect(before.figures.length).toBe(1);
    expect(figure).toMatchObject({
      book: "collected",
      part: "commission",
      tax: "kdv",
      rateBps: 2_000,
      amountKurus: -(totals[0]?.commissionKurus ?? 0n),
    });
    expect((figure?.baseKurus ?? 0n) + (figure?.taxKurus ?? 0n)).toBe(figure?.amountKurus);
    expect((await freeze(december)).openingKurus).toBe(before.closingKurus);
  });

  test("does not change by a refund of its payment, which is a line of its own day", async () => {
    const [frozen, shown] = [await freeze(november), await statementOf(november)];
    world.clock.set(plusMs(monthSpan(january).from, days(3)));
    await journey.refund(credited, { way: "credit", amountKurus: 10_000n });
    expect(await freeze(november)).toEqual(frozen);
    expect(await statementOf(november)).toEqual(shown);
    expect((await statementOf(january)).totals).toMatchObject([{ kind: "credit", count: 1, amountKurus: -10_000n }]);
  });

  test("does not change by a movement that is entered late, which is dated to the present", async () => {
    const frozen = await freeze(november);
    const now = world.clock.now();
    await sql(
      `select enter_movement('collected', 'txn_' || substr(id, 5), payment_id, null, null, bank_day, $2)
         from settlement where payment_id = $1 and refund_id is null`,
      late,
      now,
    );
    const { rows } = await sql(
      "select occurred_at as at from ledger_entry where payment_id = $1 and kind = 'capture'",
      late,
    );
    expect(rows).toEqual([{ at: now }]);
    expect(await freeze(november)).toEqual(frozen);
  });

  test("without movements is passed over by closing a later one", async () => {
    world.clock.set(plusMs(monthSpan("2027-03").from, days(2)));
    expect(await close(january)).toBe("closed");
    await journey.capture({ amountKurus: 7_000n });
    world.clock.set(monthSpan("2027-04").from);
    expect(await close("2027-03")).toBe("closed");
    expect((await statesOf()).slice(0, 4)).toEqual([
      "2027-04 running",
      "2027-03 closed",
      "2027-02 passed",
      "2027-01 closed",
    ]);
    expect((await freeze("2027-03")).openingKurus).toBe((await freeze(january)).closingKurus);
  });

  test("has the commission of direct collection in figures of its own", async () => {
    await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode: "direct_collection" } });
    await journey.capture({ amountKurus: 80_000n });
    await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode: "standard" } });
    world.clock.set(monthSpan("2027-05").from);
    expect(await close("2027-04")).toBe("closed");
    const { openingKurus, closingKurus, totals, figures } = await freeze("2027-04");
    expect(closingKurus).toBe(openingKurus);
    expect(totals).toMatchObject([{ book: "direct", kind: "capture", count: 1, amountKurus: 80_000n }]);
    expect(figures).toMatchObject([{ book: "direct", amountKurus: -(totals[0]?.commissionKurus ?? 0n) }]);
  });

  test.each([
    "update statement_month set closing_amount = closing_amount + 1",
    "delete from statement_month",
    "truncate statement_month cascade",
    "update statement_total set count = 0",
    "delete from statement_commission",
  ])("is never changed or removed: %s", async (text) => {
    await expect(sql(text)).rejects.toThrow("is append-only");
  });

  test.each([
    [
      "an additional total",
      "insert into statement_total values ('prt_ours', '2026-11-01', 'direct', 'void', 1, 1, 0, 0)",
      "is closed",
    ],
    [
      "a month that is not the next one",
      "insert into statement_month values ('prt_ours', '2026-10-01', '2026-10-31 21:00Z', 0, 0, '2027-06-01', 'usr_finance')",
      "is not the next one",
    ],
    [
      "a balance that does not follow",
      "insert into statement_month values ('prt_ours', '2027-05-01', '2027-05-31 21:00Z', 1, 1, '2027-06-01', 'usr_finance')",
      "does not add up",
    ],
    [
      "a month that is not over",
      "insert into statement_month select 'prt_ours', '2027-05-01', '2027-05-31 21:00Z', closing_amount, closing_amount, '2027-05-30', 'usr_finance' from statement_month where month = '2027-04-01'",
      "statement_month_is_over",
    ],
  ])("the database refuses %s", async (_, text, message) => {
    await expect(sql(text)).rejects.toThrow(message);
  });

  test("is found wrong by the verification of the books where its figures, or a stored day, were changed", async () => {
    for (const [change, rule] of [
      ["update statement_total set amount = amount + 1", "Every closed month is what"],
      ["update statement_month set closing_amount = closing_amount + 1", "Every closed month begins"],
      ["update statement_commission set amount = amount + 1, tax_amount = tax_amount + 1", "The invoice of every"],
      ["update ledger_day set net_amount = net_amount + 1", "Every stored day"],
      ["update ledger_entry set occurred_at = '2026-11-02' where kind = 'credit'", "Every capture, refund, correction and chargeback"],
    ] as const) {
      const client = await world.db.pool.connect();
      try {
        await client.query("begin");
        await client.query("set local session_replication_role = replica");
        expect((await client.query(change)).rowCount).toBeGreaterThan(0);
        const { differences } = await auditBooks(client);
        expect(differences.map((difference) => difference.rule).join("\n")).toContain(rule);
      } finally {
        await client.query("rollback");
        client.release();
      }
    }
    expect(await journey.verify()).toEqual([]);
  });
});
