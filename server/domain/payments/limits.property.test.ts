import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { days, minutes } from "../clock";
import { type BankLimits, findExceededLimit, limitChecks } from "./limits";

// Compares the limits with a calendar of the zone Europe/Istanbul, in processes with different time zones.

const zone = process.env.TZ;
afterAll(() => {
  process.env.TZ = zone;
});

const none: BankLimits = { perTx: null, daily: null, weekly: null, monthly: null, windows: [] };
const every: BankLimits = { ...none, daily: 1n, weekly: 2n, monthly: 3n };
const hour = (n: number) => String(n).padStart(2, "0");
const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${hour(h)}:${hour(m)}`);
const instant = fc.date({
  min: new Date("2017-01-01T00:00:00Z"),
  max: new Date("2099-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

const calendar = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Istanbul",
  hourCycle: "h23",
  weekday: "short",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
/** Returns the date and the time of day in Istanbul. */
function inIstanbul(at: Date) {
  const part = Object.fromEntries(calendar.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    month: `${part.year}-${part.month}`,
    date: `${part.year}-${part.month}-${part.day}`,
    dayOfMonth: Number(part.day),
    weekday: String(part.weekday),
    minute: `${part.hour}:${part.minute}`,
    rest: `${part.second}.${part.fractionalSecond}`,
  };
}

const listStarts = (limits: BankLimits, now: Date): Date[] => limitChecks(limits, now).map(({ since }) => since);
const distance = (from: string, to: string): number => {
  const [a, b] = [from, to].map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));
  return ((b ?? 0) - (a ?? 0) + 1440) % 1440;
};

describe.each(["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati"])("in the zone %s", (name) => {
  test("day, week and month begin at midnight of their first day and contain the instant", () => {
    process.env.TZ = name;
    fc.assert(
      fc.property(instant, (now) => {
        const here = inIstanbul(now);
        const starts = listStarts(every, now);
        expect(starts).toHaveLength(3);
        const [day, week, month] = starts.map(inIstanbul);
        for (const start of [day, week, month]) expect(start).toMatchObject({ minute: "00:00", rest: "00.000" });
        expect(day?.date).toBe(here.date);
        expect(week?.weekday).toBe("Mon");
        expect([month?.month, month?.dayOfMonth]).toEqual([here.month, 1]);
        for (const [n, spanMax] of [days(1), days(7), days(31)].entries()) {
          const age = now.getTime() - (starts[n]?.getTime() ?? Number.NaN);
          expect(age).toBeGreaterThanOrEqual(0);
          expect(age).toBeLessThan(spanMax);
        }
      }),
    );
  });

  test("a range of hours applies exactly while it is open, from the minute at which it opened last", () => {
    process.env.TZ = name;
    fc.assert(
      fc.property(instant, time, time, (now, from, to) => {
        const here = inIstanbul(now);
        const minutesOpen = distance(from, to) || 1440;
        const isOpen = distance(from, here.minute) < minutesOpen;
        const checks = limitChecks({ ...none, windows: [{ from, to, max: 9n }] }, now);
        expect(checks).toHaveLength(isOpen ? 1 : 0);
        for (const check of checks) {
          expect(check).toMatchObject({ code: "pos_time_window_limit_exceeded", span: "minute", max: 9n });
          expect(inIstanbul(check.since)).toMatchObject({ minute: from, rest: "00.000" });
          expect(check.since.getTime() % minutes(1)).toBe(0);
          const age = now.getTime() - check.since.getTime();
          expect(age).toBeGreaterThanOrEqual(0);
          expect(age).toBeLessThan(minutes(minutesOpen));
        }
      }),
    );
  });
});

test("reports the first check, in the contract's order, whose limit would be exceeded", () => {
  const amount = fc.bigInt({ min: 0n, max: 100n });
  const order = [
    "pos_time_window_limit_exceeded",
    "pos_daily_limit_exceeded",
    "pos_weekly_limit_exceeded",
    "pos_monthly_limit_exceeded",
  ];
  const maybe = fc.option(amount);
  const limits = fc.record({
    perTx: fc.constant(null),
    daily: maybe,
    weekly: maybe,
    monthly: maybe,
    windows: fc.array(fc.record({ from: time, to: time, max: amount }), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(instant, limits, fc.array(amount, { minLength: 6, maxLength: 6 }), amount, (now, all, used, more) => {
      const checks = limitChecks(all, now);
      const codes = checks.map(({ code }) => order.indexOf(code));
      expect(codes).toEqual(codes.toSorted((a, b) => a - b));
      const within = checks.map(({ max }, n) => (used[n] ?? 0n) + more <= max);
      expect(findExceededLimit(checks, used, more)).toBe(checks[within.indexOf(false)]?.code ?? null);
    }),
  );
});
