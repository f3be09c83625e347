/**
 * A number of installments, 2 to 12, without leading zeros; null for anything else, `1` included.
 * @param single how the protocol writes a single payment
 */
export function readInstallment(text: string, single: "" | "0"): number | null {
  if (text === single) return 1;
  return /^([2-9]|1[0-2])$/.test(text) ? Number(text) : null;
}

/** As banks write it that call a single payment 0. */
export const installmentText = (count: number): string => (count > 1 ? String(count) : "0");
