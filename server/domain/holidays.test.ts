import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nextDayEnd, settlementDueAt } from "./business-day";
import { days, hours, plusMs } from "./clock";
import { holidaysKnownUntil, movingHolidays, yearlyHolidays } from "./holidays";
import { lookAtCalendar } from "./operations/watch-rules";

const toDate = (day: number) => new Date(day).toISOString().slice(0, 10);
const lunar = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura", {
  timeZone: "UTC",
  day: "numeric",
  month: "numeric",
});

/** The days of both feasts in the Islamic calendar: 1 to 3 Shawwal, and 10 to 13 Dhu al-Hijja. */
function feastDays(from: number, to: number): string[] {
  const found: string[] = [];
  for (let day = Date.UTC(from, 0, 1); day < Date.UTC(to + 1, 0, 1); day += days(1)) {
    const parts = lunar.formatToParts(day);
    const [month, date] = ["month", "day"].map((type) => Number(parts.find((part) => part.type === type)?.value));
    const isFeast = (month === 10 && Number(date) <= 3) || (month === 12 && Number(date) >= 10 && Number(date) <= 13);
    if (isFeast) found.push(toDate(day));
  }
  return found;
}

test("the listed feasts agree with the Umm al-Qura calendar", () => {
  const expected = feastDays(2026, 2030);
  expect(expected).toHaveLength(5 * 7);
  expect([...movingHolidays]).toEqual(expected);
});

test("staff are warned from a year before the listed feasts end", () => {
  const end = new Date(holidaysKnownUntil);
  expect([...movingHolidays].at(-1)?.slice(0, 4)).toBe(holidaysKnownUntil.slice(0, 4));
  expect(lookAtCalendar(plusMs(end, -days(365))).isBad).toBe(false);
  expect(lookAtCalendar(plusMs(end, -days(365) + 1))).toMatchObject({ kind: "calendar_ending", isBad: true });
});

test("the migration that booked settlements for older captures has the same holidays", () => {
  const sql = readFileSync("prisma/migrations/20261122074906_refunds/migration.sql", "utf8");
  expect([...sql.matchAll(/'(\d\d-\d\d)'/g)].map(([, date]) => date)).toEqual([...yearlyHolidays]);
  const isWeekday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay());
  expect([...sql.matchAll(/'(\d{4}-\d\d-\d\d)'/g)].map(([, date]) => date)).toEqual(
    [...movingHolidays].filter((date) => isWeekday(date) && !yearlyHolidays.has(date.slice(5))),
  );
});

test("a net amount is due on the first business day after the bank's day, over five years with six day-ends", () => {
  const closed = new Set(feastDays(2026, 2031));
  const isClosed = (date: string) =>
    [0, 6].includes(new Date(date).getUTCDay()) || yearlyHolidays.has(date.slice(5)) || closed.has(date);
  const wrong: string[] = [];
  for (const dayEndLocal of ["00:00", "04:00", "11:59", "12:00", "23:00", "23:59"]) {
    const first = nextDayEnd(new Date("2026-01-01T00:00:00Z"), dayEndLocal);
    for (let end = first; end.getUTCFullYear() < 2031; end = plusMs(end, days(1))) {
      // The Istanbul date (UTC+3) of the middle of the bank's day.
      let due = Date.parse(toDate(end.getTime() - hours(12) + hours(3))) + days(1);
      while (isClosed(toDate(due))) due += days(1);
      for (const instant of [plusMs(end, -days(1)), plusMs(end, -hours(13)), plusMs(end, -1)]) {
        const isRight = settlementDueAt(instant, dayEndLocal).getTime() === due - hours(3);
        if (!isRight) wrong.push(`${instant.toISOString()} ${dayEndLocal}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
