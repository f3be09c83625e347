import type { CardField, CardFieldErrors } from "@/server/domain/payments/card-form";
import type { Words } from "./words";

/** What is wrong with a field, in words. */
export interface FieldNote {
  /** The field's id. */
  readonly name: string;
  readonly text: string;
}

/** What is wrong with the fields of a card, in the order of the form. */
export const cardFieldNotes = (errors: CardFieldErrors, { card }: Words): FieldNote[] =>
  (Object.keys(errors) as CardField[]).flatMap((name) => {
    const problem = errors[name];
    return problem ? [{ name, text: card.fields[name][problem] }] : [];
  });
