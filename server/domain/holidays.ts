import { days, plusMs } from "./clock";

// The days on which Turkish banks do not settle, in addition to weekends. The eves of the feasts and 28 October are
// business days, because banks work on their mornings.

/** A holiday that has the same date each year, `MM-DD`, and the law by which it is one. */
interface YearlyHoliday {
  readonly date: string;
  readonly name: string;
}

/** National holidays by Law 2429 as amended by Law 6752 (15 July). */
const national: readonly YearlyHoliday[] = [
  { date: "01-01", name: "Yılbaşı" },
  { date: "04-23", name: "Ulusal Egemenlik ve Çocuk Bayramı" },
  { date: "05-01", name: "Emek ve Dayanışma Günü" },
  { date: "05-19", name: "Atatürk'ü Anma, Gençlik ve Spor Bayramı" },
  { date: "07-15", name: "Demokrasi ve Millî Birlik Günü" },
  { date: "08-30", name: "Zafer Bayramı" },
  { date: "10-29", name: "Cumhuriyet Bayramı" },
];

/** A religious feast of one year: its first day, and how many days it has. */
interface Feast {
  readonly from: string;
  readonly name: "Ramazan Bayramı" | "Kurban Bayramı";
  /**
   * Whether the Presidency of Religious Affairs has announced the date, or it is calculated by the Umm al-Qura
   * calendar. A calculated date is to be compared when it is announced.
   */
  readonly source: "announced" | "calculated";
}

const daysOf: Readonly<Record<Feast["name"], number>> = { "Ramazan Bayramı": 3, "Kurban Bayramı": 4 };

const feasts: readonly Feast[] = [
  { from: "2026-03-20", name: "Ramazan Bayramı", source: "announced" },
  { from: "2026-05-27", name: "Kurban Bayramı", source: "announced" },
  { from: "2027-03-09", name: "Ramazan Bayramı", source: "calculated" },
  { from: "2027-05-16", name: "Kurban Bayramı", source: "calculated" },
  { from: "2028-02-26", name: "Ramazan Bayramı", source: "calculated" },
  { from: "2028-05-05", name: "Kurban Bayramı", source: "calculated" },
  { from: "2029-02-14", name: "Ramazan Bayramı", source: "calculated" },
  { from: "2029-04-24", name: "Kurban Bayramı", source: "calculated" },
  { from: "2030-02-04", name: "Ramazan Bayramı", source: "calculated" },
  { from: "2030-04-13", name: "Kurban Bayramı", source: "calculated" },
];

/**
 * The last day for which the feasts are known, `YYYY-MM-DD`. After it the days of the feasts would count as business
 * days, so staff are warned from a year before (D-394).
 */
export const holidaysKnownUntil = "2030-12-31";

/** National holidays as `MM-DD`. */
export const yearlyHolidays: ReadonlySet<string> = new Set(national.map(({ date }) => date));

/** The names of the feasts by their days, `YYYY-MM-DD`. */
const movingNames: ReadonlyMap<string, string> = new Map(
  feasts.flatMap(({ from, name }) =>
    Array.from({ length: daysOf[name] }, (_, index) => [
      plusMs(new Date(from), days(index)).toISOString().slice(0, 10),
      name,
    ]),
  ),
);

/** The days of the feasts as `YYYY-MM-DD`. Their dates change every year. */
export const movingHolidays: ReadonlySet<string> = new Set(movingNames.keys());

/**
 * Returns the name of the holiday on a day; null for a day that is none.
 * @param day `YYYY-MM-DD`
 */
export const findHoliday = (day: string): string | null =>
  movingNames.get(day) ?? national.find(({ date }) => date === day.slice(5))?.name ?? null;
