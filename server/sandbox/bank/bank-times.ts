import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";

// Formats of Istanbul time that more than one bank uses.

/** `2026-11-20 12:00:00.000` */
export const dottedTime = (instant: Date): string =>
  plusMs(instant, hours(3)).toISOString().slice(0, 23).replace("T", " ");

/** `20261120120000` */
export const compactTime = (instant: Date): string => dottedTime(instant).slice(0, 19).replace(/\D/g, "");

/** `20261120` */
export const dayText = (instant: Date): string => compactTime(instant).slice(0, 8);

/** `20261120 12:00:00` */
export const dayAndTime = (instant: Date): string => `${dayText(instant)} ${dottedTime(instant).slice(11, 19)}`;

/** Returns the number of the batch that contains the transactions of a day. */
export const batchNumber = (instant: Date): string =>
  String(Math.floor(istanbulDayStart(instant).getTime() / days(1)) % 10_000);
