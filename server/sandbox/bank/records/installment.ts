/**
 * Reads a number of installments: 1 for the text of a single payment, otherwise 2 to 12 without leading zeros. Returns
 * null for any other text, also for `1`.
 * @param single the protocol's text for a single payment
 */
export function readInstallment(text: string, single: "" | "0"): number | null {
  if (text === single) return 1;
  return /^([2-9]|1[0-2])$/.test(text) ? Number(text) : null;
}

/** Writes a number of installments for banks that write a single payment as 0. */
export const installmentText = (count: number): string => (count > 1 ? String(count) : "0");
