import { hours, plusMs } from "@/server/domain/clock";
import { compactTime } from "../bank-times";

/** Formats the Istanbul time of day, for example `223418`. */
export const timeText = (instant: Date): string => compactTime(instant).slice(8);

/** Formats Istanbul date and time, for example `31.10.2022 22:34:18`. */
export function dayAndMoment(instant: Date): string {
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)$/.exec(compactTime(instant)) ?? [];
  return `${day}.${month}.${year} ${hour}:${minute}:${second}`;
}

/** Returns tenths of a microsecond since the year 1 in Istanbul time, which PayFor uses for its random values. */
export const ticks = (instant: Date): string =>
  String((BigInt(plusMs(instant, hours(3)).getTime()) + msBefore1970) * ticksPerMs);

const msBefore1970 = 62_135_596_800_000n;
const ticksPerMs = 10_000n;
