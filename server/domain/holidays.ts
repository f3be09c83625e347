/**
 * Days on which Turkish banks settle nothing besides weekends. The feasts are as announced for 2026, and as calculated
 * until 2030: they agree with the Umm al-Qura calendar. Turkey's days are set by its Presidency of Religious Affairs, to
 * be checked each year. After 2030 none is known, and the days of the feasts would count as business days. The days before
 * the two feasts and 28 October are worked in the morning, so they are business days.
 */

/** `MM-DD`: New Year, 23 April, Labour Day, 19 May, 15 July, Victory Day, Republic Day. */
export const yearlyHolidays: ReadonlySet<string> = new Set([
  "01-01",
  "04-23",
  "05-01",
  "05-19",
  "07-15",
  "08-30",
  "10-29",
]);

/** Ramazan Bayramı (three days) and Kurban Bayramı (four): they move through the year. Listed until 2030. */
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
