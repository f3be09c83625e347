/** Which terminals a bank's day-end file covers: those of one bank, of one protocol, or all. */
export interface DayScope {
  readonly of: "bank" | "protocol" | "all";
  /** The bank by its key in the bank catalogue, or the protocol; empty for all. */
  readonly name: string;
}

/** Returns whether a scope covers a bank of the catalogue. */
export const isCovered = (
  { of, name }: DayScope,
  bank: { readonly bank: string; readonly protocol: string },
): boolean => of === "all" || bank[of] === name;

/** Writes a scope as the text of a column. */
export const writeScope = ({ of, name }: DayScope): string => (of === "all" ? "all" : `${of}:${name}`);

export function readScope(text: string): DayScope {
  const [of = "all", name = ""] = text.split(/:(.*)/s);
  return { of: of as DayScope["of"], name };
}
