import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";

/** Istanbul time as digits: `20221031223418`. */
export const compactTime = (instant: Date): string =>
  plusMs(instant, hours(3)).toISOString().slice(0, 19).replace(/\D/g, "");

/** The day of it, `20221031`. */
export const dayText = (instant: Date): string => compactTime(instant).slice(0, 8);

/** The time of that day, `223418`. */
export const timeText = (instant: Date): string => compactTime(instant).slice(8);

/** `31.10.2022 22:34:18`. */
export function dottedTime(instant: Date): string {
  const [, year, month, day, hour, minute, second] =
    /^(....)(..)(..)(..)(..)(..)$/.exec(compactTime(instant)) ?? [];
  return `${day}.${month}.${year} ${hour}:${minute}:${second}`;
}

/** Number of the day's batch. */
export const batchNumber = (instant: Date): string =>
  String(Math.floor(istanbulDayStart(instant).getTime() / days(1)) % 10_000);

/** Tenths of a microsecond since the year 1, which is how PayFor makes its random values. */
export const ticks = (instant: Date): string =>
  String((BigInt(plusMs(instant, hours(3)).getTime()) + msBefore1970) * ticksPerMs);

const msBefore1970 = 62_135_596_800_000n;
const ticksPerMs = 10_000n;
