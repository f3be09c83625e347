import * as z from "zod";
import { problem } from "./field-words";
import { checkedText } from "./fields";

// Building blocks for the schemas of query parameters, whose values are always texts (D-6, D-14).

/**
 * Builds the schema of an optional parameter; a missing one becomes null. Unlike a body's field, it cannot be sent as
 * null.
 */
export const optionalParameter = <T extends z.ZodType>(schema: T) =>
  schema.optional().transform((value) => value ?? null);

/**
 * Builds the schema of a 64-bit integer, which is read from a text such as `-125050`. An integer beyond 64 bits is
 * refused with its range (D-214).
 */
export const int64Text = () => checkedText(int64Problem).transform(BigInt).meta({ type: "integer", format: "int64" });

/**
 * Builds the schema of a parameter that may occur several times; a missing one becomes an empty list. The operation
 * must declare the parameter in `repeatable`.
 */
export const repeatedParameter = <T extends z.ZodType>(item: T) => z.array(item).default([]);

/**
 * Builds the schema of a parameter that never fails validation: `read` converts its first value, also an invalid one.
 * The operation must declare the parameter in `repeatable`, so that a second value does not fail either.
 */
export const lenientParameter = <T>(read: (text: string | undefined) => T) =>
  z
    .unknown()
    .optional()
    .transform((values) => read(firstText(values)));

const firstText = (values: unknown): string | undefined =>
  Array.isArray(values) && typeof values[0] === "string" ? values[0] : undefined;

const int64Max = 2n ** 63n - 1n;
const int64Min = -int64Max - 1n;

function int64Problem(text: string): string | null {
  if (!/^-?[0-9]+$/.test(text)) return problem("integer");
  const value = BigInt(text);
  return value > int64Max || value < int64Min ? problem("integer_between", int64Min, int64Max) : null;
}
