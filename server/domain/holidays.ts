/**
 * The holidays on which Turkish banks do not settle, in addition to weekends. The dates of the two religious feasts are
 * the announced ones for 2026 and calculated ones until 2030, which agree with the Umm al-Qura calendar. The Presidency
 * of Religious Affairs sets the official dates, so the list has to be checked every year. After 2030 the list is empty,
 * and the days of the feasts would count as business days. The eves of the feasts and 28 October are business days,
 * because banks work on their mornings.
 */

/** National holidays as `MM-DD`: New Year, 23 April, Labour Day, 19 May, 15 July, Victory Day, Republic Day. */
export const yearlyHolidays: ReadonlySet<string> = new Set([
  "01-01",
  "04-23",
  "05-01",
  "05-19",
  "07-15",
  "08-30",
  "10-29",
]);

/**
 * The days of Ramazan Bayramı (three) and Kurban Bayramı (four) as `YYYY-MM-DD`, until 2030. Their dates change every
 * year.
 */
export const movingHolidays: ReadonlySet<string> = new Set([
  "2026-03-20",
  "2026-03-21",
  "2026-03-22",
  "2026-05-27",
  "2026-05-28",
  "2026-05-29",
  "2026-05-30",
  "2027-03-09",
  "2027-03-10",
  "2027-03-11",
  "2027-05-16",
  "2027-05-17",
  "2027-05-18",
  "2027-05-19",
  "2028-02-26",
  "2028-02-27",
  "2028-02-28",
  "2028-05-05",
  "2028-05-06",
  "2028-05-07",
  "2028-05-08",
  "2029-02-14",
  "2029-02-15",
  "2029-02-16",
  "2029-04-24",
  "2029-04-25",
  "2029-04-26",
  "2029-04-27",
  "2030-02-04",
  "2030-02-05",
  "2030-02-06",
  "2030-04-13",
  "2030-04-14",
  "2030-04-15",
  "2030-04-16",
]);
