/** `InstallmentCount`: `0` is a single payment, otherwise 2 to 12; null for anything else, empty and `1` included. */
export function readInstallment(text: string): number | null {
  if (text === "0") return 1;
  return /^([2-9]|1[0-2])$/.test(text) ? Number(text) : null;
}

export const installmentText = (count: number): string => (count > 1 ? String(count) : "0");
