/** Which terminals a bank's day-end file covers: those of one bank, of one protocol, or all. */
export interface DayScope {
  readonly of: "bank" | "protocol" | "all";
  /** The bank or the protocol by its name in the bank catalogue; empty for all. */
  readonly name: string;
}

/** Writes a scope as the text of a column. */
export const writeScope = ({ of, name }: DayScope): string => (of === "all" ? "all" : `${of}:${name}`);

export function readScope(text: string): DayScope {
  const [of = "all", name = ""] = text.split(/:(.*)/s);
  return { of: of as DayScope["of"], name };
}
