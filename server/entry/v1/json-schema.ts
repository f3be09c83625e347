import { z } from "zod";

export type Json = Record<string, unknown>;

/** Converts a zod schema to JSON Schema, without members that carry no information. */
export const toJsonSchema = (schema: z.ZodType, io: "input" | "output"): Json =>
  tidy(z.toJSONSchema(schema, { io })) as Json;

export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== "object" || node === null) return node;
  const tidied = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, tidy(value)]));
  return withoutUnion(Object.fromEntries(Object.entries(tidied).filter((entry) => !isNoise(entry, tidied))));
}

/**
 * Recognises members to leave out: objects may get new members (D-40), and the format of a date-time says more than its
 * pattern.
 */
const isNoise = ([name, value]: [string, unknown], node: Json): boolean =>
  name === "$schema" ||
  (name === "additionalProperties" && value === false) ||
  (name === "pattern" && node.format === "date-time") ||
  (name === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (name === "maximum" && value === Number.MAX_SAFE_INTEGER);

/** Replaces `anyOf` of one schema and null by that schema with null among its types. */
function withoutUnion(node: Json): Json {
  const [schema, nothing, ...others] = (node.anyOf ?? []) as Json[];
  if (!schema || nothing?.type !== "null" || others.length > 0 || typeof schema.type !== "string") return node;
  const { anyOf: _, ...outer } = node;
  const values = schema.enum as unknown[] | undefined;
  return { ...schema, ...outer, type: [schema.type, "null"], ...(values && { enum: [...values, null] }) };
}
