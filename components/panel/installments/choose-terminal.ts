interface Choosable {
  readonly terminalId: string;
  readonly active: boolean;
}

/**
 * Picks the terminal named in the URL, else the first active one, else the first. Returns undefined when there is none.
 */
export const chooseTerminal = <T extends Choosable>(
  terminals: readonly T[],
  wanted: string | null | undefined,
): T | undefined =>
  terminals.find(({ terminalId }) => terminalId === wanted) ?? terminals.find(({ active }) => active) ?? terminals[0];
