import type { z } from "zod";
import { AppError, type Language } from "@/server/domain/errors";
import { fieldSentence, problem } from "@/server/domain/field-words";

/** One thing that is wrong: where, and what as `problem` wrote it. */
export interface FieldFault {
  readonly path: readonly PropertyKey[];
  readonly problem: string;
}

const faultsShown = 5;

/** The value as its schema reads it. Throws validation_error that names up to five fields (D-4). */
export function validate<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ path, problem: message }));
  throw fieldError(inDocumentOrder(faults, value), language);
}

/**
 * Query parameters as their schema reads them: unknown ones are ignored, repeated ones refused (D-6, D-18).
 * @param repeatable names that may be given several times: their schemas read lists
 */
export function validateQuery<S extends z.ZodObject>(
  schema: S,
  search: string,
  language: Language,
  repeatable: readonly string[] = [],
): z.output<S> {
  const names = Object.keys(schema.shape);
  if (!isDecodable(search))
    throw fieldError([{ path: ["query"], problem: problem("percent_encoding") }], language);
  const given = new URLSearchParams(search);
  const repeated = names.filter((name) => given.getAll(name).length > 1 && !repeatable.includes(name));
  if (repeated.length > 0) {
    throw fieldError(
      repeated.map((name) => ({ path: [name], problem: problem("once") })),
      language,
    );
  }
  const sent = names.filter((name) => given.has(name));
  const read = (name: string) => (repeatable.includes(name) ? given.getAll(name) : given.get(name));
  return validate(schema, Object.fromEntries(sent.map((name) => [name, read(name)])), language);
}

/** `amount: must be an integer …; items[2].name: max 120 characters`. Values are never repeated. */
export function fieldError(faults: readonly FieldFault[], language: Language): AppError {
  const said = new Map<string, string>();
  for (const fault of faults) {
    const place = placeOf(fault.path);
    if (!said.has(place)) said.set(place, `${place}: ${fieldSentence(fault.problem, language)}`);
  }
  return new AppError("validation_error", undefined, {
    message: [...said.values()].slice(0, faultsShown).join("; "),
  });
}

const placeOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? "body"
    : path
        .map((key, depth) => (typeof key === "number" ? `[${key}]` : `${depth ? "." : ""}${String(key)}`))
        .join("");

/** Zod reports in the order of its schema; a reader looks in the order of what was sent. Missing fields come last. */
function inDocumentOrder(faults: readonly FieldFault[], document: unknown): FieldFault[] {
  const placed = faults.map((fault) => ({ fault, at: positionsOf(fault.path, document) }));
  return placed.sort((a, b) => compare(a.at, b.at)).map(({ fault }) => fault);
}

function positionsOf(path: readonly PropertyKey[], document: unknown): number[] {
  let node = document;
  return path.map((key) => {
    const members = typeof node === "object" && node !== null ? Object.keys(node) : [];
    const position = members.indexOf(String(key));
    node = position < 0 ? undefined : (node as Record<PropertyKey, unknown>)[key];
    return position < 0 ? Number.MAX_SAFE_INTEGER : position;
  });
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((position, depth) => position !== b[depth]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? -1);
}

function isDecodable(search: string): boolean {
  try {
    decodeURIComponent(search);
    return true;
  } catch {
    return false;
  }
}
