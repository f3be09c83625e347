import { foldAscii } from "@/server/banks/compare";
import { charsetOfContentType, type FormFields, parseForm } from "@/server/domain/web/form-body";
import type { BankRequest } from "../simulator";

/** Reads a posted form in the charset that its content type names. */
export const readForm = ({ headers, body }: BankRequest): FormFields =>
  parseForm(body, charsetOfContentType(headers["content-type"] ?? "") ?? undefined);

/** The first value of that name; empty for a field that is not there. */
export const valueNamed = (fields: FormFields, name: string): string =>
  fields.find(([candidate]) => candidate === name)?.[1] ?? "";

/** The same, without regard to case. */
export const valueInAnyCase = (fields: FormFields, name: string): string =>
  fields.find(([candidate]) => foldAscii(candidate) === foldAscii(name))?.[1] ?? "";

/** The same fields in the same order, some with other values; a name that is not among them adds nothing. */
export function replaceValues(fields: FormFields, values: Readonly<Record<string, string>>): FormFields {
  const changed = new Map(Object.entries(values));
  return fields.map(([name, old]) => [name, changed.get(name) ?? old] as const);
}

/** What is left without the fields of these names, in whatever case. */
export function withoutNames(fields: FormFields, names: readonly string[]): FormFields {
  const left = new Set(names.map(foldAscii));
  return fields.filter(([name]) => !left.has(foldAscii(name)));
}
