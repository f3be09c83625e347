/** Reads whole kuruş above zero, without leading zeros; null for any other text. */
export const readKurus = (text: string): bigint | null => (/^[1-9]\d{0,11}$/.test(text) ? BigInt(text) : null);

/** Reads a number of installments: `00` for a single payment, otherwise `02` to `12`; null for any other text. */
export function readInstallment(text: string): number | null {
  if (text === "00") return 1;
  return /^(0[2-9]|1[0-2])$/.test(text) ? Number(text) : null;
}

export const installmentText = (count: number): string => (count > 1 ? String(count).padStart(2, "0") : "00");

/** The code of the Turkish lira, the only currency that the simulated shops may charge. */
export const lira = "TL";
