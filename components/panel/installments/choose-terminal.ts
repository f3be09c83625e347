interface Choosable {
  readonly terminalId: string;
  readonly active: boolean;
}

/** The terminal that an address names, else the first that is active, else the first; undefined where there is none. */
export const chooseTerminal = <T extends Choosable>(
  terminals: readonly T[],
  wanted: string | null | undefined,
): T | undefined =>
  terminals.find(({ terminalId }) => terminalId === wanted) ??
  terminals.find(({ active }) => active) ??
  terminals[0];
