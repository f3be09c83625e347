/** Whole kuruş without leading zeros; null for anything else, and for nothing at all. */
export const readKurus = (text: string): bigint | null =>
  /^[1-9]\d{0,11}$/.test(text) ? BigInt(text) : null;

/** `00` is a single charge, otherwise `02` to `12`; null for anything else. */
export function readInstallment(text: string): number | null {
  if (text === "00") return 1;
  return /^(0[2-9]|1[0-2])$/.test(text) ? Number(text) : null;
}

export const installmentText = (count: number): string => (count > 1 ? String(count).padStart(2, "0") : "00");

/** The only currency that the shops here may charge. */
export const lira = "TL";
