import { foldAscii } from "@/server/banks/compare";
import { type FormFields, parseContentTypeCharset, parseForm } from "@/server/domain/web/form-body";
import type { BankRequest } from "../simulator";

/** Reads a posted form in the charset that its content type names. */
export const readForm = ({ headers, body }: BankRequest): FormFields =>
  parseForm(body, parseContentTypeCharset(headers["content-type"] ?? "") ?? undefined);

/** Returns the first value of a field, or an empty text when it is missing. */
export const valueNamed = (fields: FormFields, name: string): string =>
  fields.find(([candidate]) => candidate === name)?.[1] ?? "";

/** Returns the first value of a field whose name is compared without case, or an empty text. */
export const valueInAnyCase = (fields: FormFields, name: string): string =>
  fields.find(([candidate]) => foldAscii(candidate) === foldAscii(name))?.[1] ?? "";

/** Replaces the values of existing fields and keeps their order; it does not add fields. */
export function replaceValues(fields: FormFields, values: Readonly<Record<string, string>>): FormFields {
  const changed = new Map(Object.entries(values));
  return fields.map(([name, old]) => [name, changed.get(name) ?? old] as const);
}

/** Removes the fields of these names, compared without case. */
export function withoutNames(fields: FormFields, names: readonly string[]): FormFields {
  const left = new Set(names.map(foldAscii));
  return fields.filter(([name]) => !left.has(foldAscii(name)));
}
