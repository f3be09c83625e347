import type { FieldError } from "react-hook-form";
import type { Catalogues, Translator } from "@/messages/catalogues";
import { readProblem } from "@/server/domain/field-words";
import { type RefusalReason, readRefusal } from "./refusal";

/** A field's own sentences: one for every problem that its schema finds, or one for each reason. */
export type OwnSentences = string | Readonly<Partial<Record<RefusalReason, string>>>;

/**
 * Returns the sentence for a field's error: the field's own, else the server's where the server refused the field, else
 * the one that all forms share for the problem.
 */
export function fieldSentence(
  { type, message = "" }: Pick<FieldError, "type" | "message">,
  own: OwnSentences | undefined,
  t: Translator<"shared.problems">,
): string {
  const refusal = readRefusal(type);
  const { name, numbers } = readProblem(message);
  const reason = (refusal ?? name) as RefusalReason;
  if (typeof own === "object" && own[reason]) return own[reason];
  if (refusal !== null) return message;
  // A field's one sentence about its form does not say why a card number is refused.
  if (typeof own === "string" && reason !== "card_number") return own;
  const known = reason as keyof Catalogues["shared"]["problems"];
  return t.has(known) ? t(known, { max: Number(numbers[0]) }) : t("invalid");
}
