import { type FieldErrors, type FieldPath, type FieldValues, set } from "react-hook-form";
import type { ErrorCode } from "@/server/domain/errors";
import type { FieldProblem } from "@/server/domain/field-words";
import { readFailure } from "../read-failure";

/** What a field can be refused for: a problem of its schema, or a code of the error catalogue. */
export type RefusalReason = FieldProblem | ErrorCode;

/** The fields that refusals concern where the server does not name the field. A problem goes before its code. */
export type RefusedFields<Values extends FieldValues> = Readonly<Partial<Record<RefusalReason, FieldPath<Values>>>>;

const refusedBy = "refused:";

/**
 * Places the server's refusal at the fields that it concerns. Returns null when it concerns no field of the form, or
 * others as well, so that it has to be shown as a whole.
 */
export function placeRefusal<Values extends FieldValues>(
  error: unknown,
  refusedFields: RefusedFields<Values>,
  fieldNames: readonly string[],
): FieldErrors<Values> | null {
  const { code, problem, fields, message } = readFailure(error);
  const errors: FieldErrors<Values> = {};
  const isField = (path: string) => fieldNames.includes(path.split(".")[0] ?? "");
  if (fields.length > 0) {
    for (const { name, problem } of fields) set(errors, name, { type: "custom", message: problem });
    return fields.every(({ name }) => isField(name)) ? errors : null;
  }
  for (const reason of [problem, code]) {
    const field = reason && refusedFields[reason];
    if (field) {
      set(errors, field, { type: `${refusedBy}${reason}`, message });
      return errors;
    }
  }
  return null;
}

/** Returns the reason for which the server refused a field; null for an error of the form's own check. */
export const readRefusal = (type: string): string | null =>
  type.startsWith(refusedBy) ? type.slice(refusedBy.length) : null;
