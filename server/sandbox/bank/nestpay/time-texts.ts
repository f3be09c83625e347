import { compactTime } from "../bank-times";

/** Formats the `HOSTDATE`, for example `1120-120000`. */
export const hostDate = (instant: Date): string => {
  const digits = compactTime(instant);
  return `${digits.slice(4, 8)}-${digits.slice(8)}`;
};
