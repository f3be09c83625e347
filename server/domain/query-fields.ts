import { z } from "zod";
import { problem } from "./field-words";
import { checkedText } from "./fields";

/** Building blocks of query parameters, whose values are texts (D-6, D-14). */

/** A parameter that may be left out: null then. Unlike a member of a body, it cannot be sent as null. */
export const omissible = <T extends z.ZodType>(schema: T) =>
  schema.optional().transform((value) => value ?? null);

/** A 64-bit integer as text, e.g. `-125050`. */
export const int64Text = () =>
  checkedText((text) => (isInt64(text) ? null : problem("integer")))
    .transform(BigInt)
    .meta({ type: "integer", format: "int64" });

/** A parameter that is repeated; no value is an empty list. The operation says that it may be (`repeatable`). */
export const repeated = <T extends z.ZodType>(item: T) => z.array(item).default([]);

/**
 * A parameter that is never refused: `read` makes something of its first value, whatever that is. The operation says that
 * it may be repeated (`repeatable`).
 */
export const tolerant = <T>(read: (text: string | undefined) => T) =>
  z
    .unknown()
    .optional()
    .transform((values) => read(firstOf(values)));

const firstOf = (values: unknown): string | undefined =>
  Array.isArray(values) && typeof values[0] === "string" ? values[0] : undefined;

const int64Max = 2n ** 63n - 1n;

function isInt64(text: string): boolean {
  if (!/^-?[0-9]+$/.test(text)) return false;
  const value = BigInt(text);
  return value <= int64Max && value >= -int64Max - 1n;
}
