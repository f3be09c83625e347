/** `taksit`: empty is a single payment, otherwise 2 to 12; null for anything else, `0` and `1` included. */
export function readInstallment(text: string): number | null {
  if (text === "") return 1;
  return /^([2-9]|1[0-2])$/.test(text) ? Number(text) : null;
}
