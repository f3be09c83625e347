import { describe, expect, test } from "vitest";
import { buildCalendar, type CalendarFacts, findNextMoney } from "./payout-calendar";

// Thursday.
const now = new Date("2026-11-26T12:00:00+03:00");
const start = (day: string) => new Date(`${day}T00:00:00+03:00`);
const collect = (day: string) => new Date(`${day}T09:00:00+03:00`);

const due = (dueDay: string, amountKurus: bigint, more: { collectDay?: string; isPaymentHeld?: boolean } = {}) => ({
  dueAt: start(dueDay),
  collectAt: collect(more.collectDay ?? dueDay),
  isPaymentHeld: more.isPaymentHeld ?? false,
  count: 1,
  amountKurus,
});

const payout = (status: "prepared" | "sent" | "paid_out" | "failed", day: string, amountKurus = 500n) =>
  ({ id: `pob_${status}`, status, valueDate: new Date(day), amountKurus, lineCount: 2 }) as const;

const none: CalendarFacts = { uncollected: [], payouts: [], carried: [], isAccountHeld: false };

const entriesOf = (facts: Partial<CalendarFacts>, date: string, month = date.slice(0, 7)) =>
  buildCalendar(month, { ...none, ...facts }, now).find((day) => day.date === date)?.entries;

describe("the days of a month", () => {
  test("are all there, with weekends and the names of holidays", () => {
    const days = buildCalendar("2027-03", none, now);
    expect(days).toHaveLength(31);
    expect(days.filter(({ holiday }) => holiday).map(({ date, holiday }) => [date, holiday])).toEqual([
      ["2027-03-09", "Ramazan Bayramı"],
      ["2027-03-10", "Ramazan Bayramı"],
      ["2027-03-11", "Ramazan Bayramı"],
    ]);
    expect(days.filter((day) => !day.isBusinessDay && day.holiday === null)).toHaveLength(8);
  });

  test("have what is expected on the day of its collection, with the due day that its list has", () => {
    const uncollected = [due("2026-11-27", 300n), due("2026-11-26", 200n, { collectDay: "2026-11-27" })];
    expect(entriesOf({ uncollected }, "2026-11-27")).toEqual([
      { kind: "expected", amountKurus: 300n, count: 1, reason: null, dueDay: "2026-11-27", payoutId: null },
      { kind: "expected", amountKurus: 200n, count: 1, reason: "bank_day", dueDay: "2026-11-26", payoutId: null },
    ]);
  });

  test("name the reason of what is late", () => {
    const uncollected = [due("2026-11-25", 100n), due("2026-11-25", 50n, { isPaymentHeld: true })];
    const reasons = (facts: Partial<CalendarFacts>) =>
      entriesOf(facts, "2026-11-25")?.map(({ kind, reason }) => [kind, reason]);
    expect(reasons({ uncollected })).toEqual([
      ["late", "collection"],
      ["late", "payment_held"],
    ]);
    expect(reasons({ uncollected, isAccountHeld: true })?.[0]).toEqual(["late", "account_held"]);
    expect(reasons({ payouts: [payout("prepared", "2026-11-25"), payout("sent", "2026-11-25")] })).toEqual([
      ["late", "approval"],
      ["late", "bank"],
    ]);
  });

  test("have payouts by their state, and what was carried over", () => {
    const payouts = [payout("paid_out", "2026-11-25"), payout("failed", "2026-11-25")];
    const carried = [{ day: new Date("2026-11-25"), amountKurus: -40n, count: 1 }];
    expect(entriesOf({ payouts, carried }, "2026-11-25")?.map(({ kind, payoutId }) => [kind, payoutId])).toEqual([
      ["paid", "pob_paid_out"],
      ["failed", "pob_failed"],
      ["carried", null],
    ]);
    expect(entriesOf({ payouts: [payout("prepared", "2026-11-27")] }, "2026-11-27")?.[0]).toMatchObject({
      kind: "in_payout",
      reason: "approval",
    });
  });
});

describe("the next money", () => {
  const next = (facts: Partial<CalendarFacts>, carriedKurus = 0n, minimumKurus = 1n) =>
    findNextMoney({ ...none, ...facts }, carriedKurus, minimumKurus, now);

  test("is the sum of the earliest day, with what was carried over", () => {
    const uncollected = [due("2026-11-27", 300n), due("2026-11-27", -20n), due("2026-11-30", 900n)];
    expect(next({ uncollected })).toEqual({ date: "2026-11-27", amountKurus: 280n, isTooSmall: false });
    expect(next({ uncollected }, -100n)?.amountKurus).toBe(180n);
  });

  test("is carried over where the sum is below the minimum", () => {
    expect(next({ uncollected: [due("2026-11-27", 300n)] }, -400n)).toMatchObject({ isTooSmall: true });
    expect(next({ uncollected: [due("2026-11-27", 300n)] }, 0n, 301n)).toMatchObject({ isTooSmall: true });
  });

  test("contains a payout that is on its way, without what was carried over after it", () => {
    const payouts = [payout("sent", "2026-11-26", 700n)];
    expect(next({ payouts, uncollected: [due("2026-11-27", 300n)] }, -50n)).toEqual({
      date: "2026-11-26",
      amountKurus: 700n,
      isTooSmall: false,
    });
  });

  test("is nothing while the account is held, and does not count held payments", () => {
    const uncollected = [due("2026-11-27", 300n)];
    expect(next({ uncollected, isAccountHeld: true })).toBeNull();
    expect(next({ uncollected: [due("2026-11-27", 300n, { isPaymentHeld: true })] })).toBeNull();
    expect(next({})).toBeNull();
  });
});
