import type { BankAccount, BankOrder, ReturnFields, WireResponse } from "@/server/banks/bank";
import type { ApiQuestion, PrepareQuestion } from "@/server/banks/banks";
import type { Sign } from "@/server/domain/banks/conclude";

/** How a protocol reads one answer to the connection doctor. */
export interface AnswerSign {
  readonly sign: Sign;
  readonly code: string | null;
  readonly text: string | null;
  /** Our source address as the bank saw it, where the answer names it. */
  readonly sourceAddress?: string | null;
  readonly isFound?: boolean;
  readonly prepared?: Readonly<Record<string, string>>;
}

/** A question that our server puts to the API. */
export type ServerQuestion = ApiQuestion | PrepareQuestion;

/** The part of a protocol that serves the connection doctor. Both functions are pure and never throw. */
export interface SignReader {
  /** Reads an answer of the API with HTTP status 200; null for one that is not of this protocol. */
  readAnswer(question: ServerQuestion, response: WireResponse, account: BankAccount): AnswerSign | null;
  /** Reads the form with which the gate sends the browser back at once. */
  readRefusal(fields: ReturnFields, order: BankOrder, account: BankAccount): AnswerSign;
}

/** Returns the value of a field by its name without case; an empty text for a missing one. */
export const fieldReader = (fields: ReturnFields) => {
  const values = new Map(fields.map(([name, value]) => [name.toLowerCase(), value]));
  return (name: string): string => values.get(name.toLowerCase()) ?? "";
};

/** The sign of an answer that the protocol's tables do not explain. */
export const unexplained = (code: string | null, text: string | null): AnswerSign => ({ sign: "unknown", code, text });
