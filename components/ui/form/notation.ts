import type { Language } from "@/server/domain/errors";
import { parseTypedAmount } from "@/server/domain/money";
import { amountText } from "../amount-text";

/** How a value is read from what a person types, and written into a field. */
export interface Notation<Value> {
  read(typed: string): Value;
  write(value: Value): string;
}

export interface TextOptions {
  /** Whether the value of an empty field is null. */
  readonly isOptional?: boolean | undefined;
  /** Whether blanks around the text are kept, for texts that are compared exactly. */
  readonly keepsBlanks?: boolean | undefined;
}

export const textNotation = ({ isOptional = false, keepsBlanks = false }: TextOptions): Notation<string | null> => ({
  read: (typed) => {
    const text = typed.trim();
    if (isOptional && text === "") return null;
    return keepsBlanks ? typed : text;
  },
  write: (text) => text ?? "",
});

/** Amounts are in kuruş. A text that is no amount in the notation of the language is null. */
export const amountNotation = (language: Language): Notation<bigint | null> => ({
  read: (typed) => parseTypedAmount(typed, language),
  write: (kurus) => (kurus === null ? "" : amountText(kurus, language)),
});
