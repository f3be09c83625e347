import { isBusinessDay, istanbulDate } from "../business-day";
import { days, plusMs } from "../clock";
import { findHoliday } from "../holidays";
import type { PayoutStatus } from "../states";
import { readSettlementPlace, type WaitReason } from "./settlement-place";

/** What a sum on a day of the calendar is. */
export type CalendarKind = "expected" | "late" | "in_payout" | "paid" | "failed" | "carried";

/** Money that an account gets, expects, or did not get on a day. Signed kuruş. */
interface CalendarEntry {
  readonly kind: CalendarKind;
  readonly amountKurus: bigint;
  /** The number of settlements. */
  readonly count: number;
  /** What it waits for; null where it waits for nothing but its day. */
  readonly reason: WaitReason | null;
  /** The due day of its settlements, `YYYY-MM-DD`; null for a payout and for what was carried over. */
  readonly dueDay: string | null;
  readonly payoutId: string | null;
}

export interface CalendarDay {
  /** `YYYY-MM-DD` in Istanbul. */
  readonly date: string;
  readonly isBusinessDay: boolean;
  /** The name of the holiday; null for any other day. */
  readonly holiday: string | null;
  readonly entries: readonly CalendarEntry[];
}

/** Settlements of one due day that no payout has collected. */
export interface UncollectedSum {
  readonly dueAt: Date;
  readonly collectAt: Date;
  readonly isPaymentHeld: boolean;
  readonly count: number;
  readonly amountKurus: bigint;
}

export interface CalendarPayout {
  readonly id: string;
  readonly status: PayoutStatus;
  /** Midnight UTC of its date. */
  readonly valueDate: Date;
  readonly amountKurus: bigint;
  readonly lineCount: number;
}

export interface CarriedDay {
  /** Midnight UTC of its date. */
  readonly day: Date;
  readonly amountKurus: bigint;
  readonly count: number;
}

export interface CalendarFacts {
  readonly uncollected: readonly UncollectedSum[];
  readonly payouts: readonly CalendarPayout[];
  readonly carried: readonly CarriedDay[];
  readonly isAccountHeld: boolean;
}

/**
 * Returns the days of a month with their money (D-377).
 * @param month `YYYY-MM`
 */
export function buildCalendar(month: string, facts: CalendarFacts, now: Date): CalendarDay[] {
  const entries = listEntries(facts, now);
  return listDays(month).map((date) => ({
    date,
    isBusinessDay: isBusinessDay(new Date(`${date}T00:00:00+03:00`)),
    holiday: findHoliday(date),
    entries: entries.filter((entry) => entry.date === date).map(({ date: _, ...entry }) => entry),
  }));
}

/** What the account gets next: the day, and the sum in kuruş. */
export interface NextMoney {
  readonly date: string;
  readonly amountKurus: bigint;
  /** Whether the sum is too small to be paid and will be carried over instead. */
  readonly isTooSmall: boolean;
}

/**
 * Returns what the account gets on the next day that has money for it, with what earlier days carried over; null where
 * nothing is expected, or the account's payouts are held.
 */
export function findNextMoney(
  facts: CalendarFacts,
  carriedKurus: bigint,
  minimumKurus: bigint,
  now: Date,
): NextMoney | null {
  const today = istanbulDate(now);
  const coming = listEntries(facts, now).filter(
    ({ date, kind, reason }) =>
      date >= today && (kind === "in_payout" || (kind === "expected" && reason !== "payment_held")),
  );
  const date = coming.map((entry) => entry.date).sort()[0];
  if (date === undefined || facts.isAccountHeld) return null;
  const sum = (kind: CalendarKind) =>
    coming.reduce((all, entry) => (entry.date === date && entry.kind === kind ? all + entry.amountKurus : all), 0n);
  const prepared = sum("in_payout");
  const hasFresh = coming.some((entry) => entry.date === date && entry.kind === "expected");
  const fresh = hasFresh ? sum("expected") + carriedKurus : 0n;
  if (!hasFresh || fresh >= minimumKurus) return { date, amountKurus: prepared + fresh, isTooSmall: false };
  return prepared > 0n
    ? { date, amountKurus: prepared, isTooSmall: false }
    : { date, amountKurus: fresh, isTooSmall: true };
}

type DatedEntry = CalendarEntry & { readonly date: string };

const listEntries = (facts: CalendarFacts, now: Date): DatedEntry[] => [
  ...facts.payouts.map((payout) => toPayoutEntry(payout, now)),
  ...facts.uncollected.map((sum) => toUncollectedEntry(sum, facts.isAccountHeld, now)),
  ...facts.carried.map(
    ({ day, amountKurus, count }): DatedEntry => ({
      date: day.toISOString().slice(0, 10),
      kind: "carried",
      amountKurus,
      count,
      reason: "minimum",
      dueDay: null,
      payoutId: null,
    }),
  ),
];

const noFacts = {
  dueAt: null,
  collectAt: null,
  isCarried: false,
  isPaymentHeld: false,
  isAccountHeld: false,
  payoutId: null,
  payoutStatus: null,
  valueDate: null,
} as const;

function toPayoutEntry({ id, status, valueDate, amountKurus, lineCount }: CalendarPayout, now: Date): DatedEntry {
  const facts = { ...noFacts, dueAt: valueDate, payoutId: id, payoutStatus: status, valueDate };
  const { stage, isLate, reason } = readSettlementPlace(facts, now);
  const kind = stage === "in_payout" ? (isLate ? "late" : "in_payout") : stage === "paid" ? "paid" : "failed";
  const date = valueDate.toISOString().slice(0, 10);
  return { date, kind, amountKurus, count: lineCount, reason, dueDay: null, payoutId: id };
}

function toUncollectedEntry(sum: UncollectedSum, isAccountHeld: boolean, now: Date): DatedEntry {
  const { dueAt, collectAt, isPaymentHeld, amountKurus, count } = sum;
  const { isLate, reason } = readSettlementPlace({ ...noFacts, dueAt, collectAt, isPaymentHeld, isAccountHeld }, now);
  const kind = isLate ? "late" : "expected";
  const date = istanbulDate(collectAt);
  return { date, kind, amountKurus, count, reason, dueDay: istanbulDate(dueAt), payoutId: null };
}

/** The days of a month, `YYYY-MM-DD`. */
function listDays(month: string): string[] {
  const first = new Date(`${month}-01T00:00:00.000Z`);
  const list: string[] = [];
  for (let day = first; day.toISOString().startsWith(month); day = plusMs(day, days(1))) {
    list.push(day.toISOString().slice(0, 10));
  }
  return list;
}
