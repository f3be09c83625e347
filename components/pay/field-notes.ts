import type { CardField, CardFieldErrors } from "@/server/domain/payments/card-form";
import type { Words } from "./words";

/** The error text of a field. */
export interface FieldNote {
  /** The field's id. */
  readonly name: string;
  readonly text: string;
}

/** Lists the error texts of the card fields, in the order of the form. */
export const listFieldNotes = (errors: CardFieldErrors, { card }: Words): FieldNote[] =>
  (Object.keys(errors) as CardField[]).flatMap((name) => {
    const problem = errors[name];
    return problem ? [{ name, text: card.fields[name][problem] }] : [];
  });
