import { hours, plusMs } from "@/server/domain/clock";

/** Istanbul time as the bank lists its records: `2019-10-10 11:21:14.281`. */
export const recordTime = (instant: Date): string =>
  plusMs(instant, hours(3)).toISOString().slice(0, 23).replace("T", " ");

/** `tranDate` of its other answers: `190703093340`. */
export const tranDate = (instant: Date): string => recordTime(instant).slice(2, 19).replace(/\D/g, "");
