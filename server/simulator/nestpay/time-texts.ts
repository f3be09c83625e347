import { hours, plusMs } from "@/server/domain/clock";

/** Istanbul time as NestPay's status answers write it: `2026-11-20 12:00:00.000`. */
export const dottedTime = (instant: Date): string =>
  plusMs(instant, hours(3)).toISOString().slice(0, 23).replace("T", " ");

/** The same instant as digits only: `20261120120000`. */
export const compactTime = (instant: Date): string => dottedTime(instant).slice(0, 19).replace(/\D/g, "");

/** `TRXDATE` of its other answers: `20261120 12:00:00`. */
export const trxDate = (instant: Date): string =>
  `${compactTime(instant).slice(0, 8)} ${dottedTime(instant).slice(11, 19)}`;

/** `HOSTDATE`: `1120-120000`. */
export const hostDate = (instant: Date): string => {
  const digits = compactTime(instant);
  return `${digits.slice(4, 8)}-${digits.slice(8)}`;
};
