import type { z } from "zod";
import type { Language } from "./errors";
import { optional } from "./fields";

// A field that a merchant sends is declared once. The request schema, the API reference, the guide's table and the
// request log derive from the declaration.

/**
 * How the request log shows a field's value to developers: `hidden` values are never stored, the others only when they
 * cannot be a secret, a card number or a person's name (S26).
 */
export type LoggedAs = "number" | "code" | "bin" | "counts" | "address" | "hidden";

export interface DeclaredField {
  /** What is accepted, without regard to whether the field may be missing. */
  readonly schema: z.ZodType;
  readonly isRequired: boolean;
  readonly loggedAs: LoggedAs;
  readonly example: unknown;
  /** The rule for developers. The part between backticks is shown as code. */
  readonly rule: Readonly<Record<Language, string>>;
}

export type DeclaredFields = Readonly<Record<string, DeclaredField>>;

/** The members of a request's body: an optional field that is missing or null becomes null (D-6). */
type RequestShape<Fields extends DeclaredFields> = {
  readonly [Name in keyof Fields]: Fields[Name]["isRequired"] extends true
    ? Fields[Name]["schema"]
    : ReturnType<typeof optional<Fields[Name]["schema"]>>;
};

/** Returns the members of a request's body, with the descriptions of the API reference. */
export const toRequestShape = <const Fields extends DeclaredFields>(fields: Fields): RequestShape<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { schema, isRequired, rule, example }]) => {
      const documented = schema.meta({ ...schema.meta(), description: rule.en, examples: [example] });
      return [name, isRequired ? documented : optional(documented)];
    }),
  ) as RequestShape<Fields>;

/** Returns how the request log shows each field. */
export const toLoggedAs = (fields: DeclaredFields): Readonly<Record<string, LoggedAs>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { loggedAs }]) => [name, loggedAs]));
