import type { z } from "zod";
import { AppError, type FieldFault, type Language } from "@/server/domain/errors";
import { fieldSentence, problem } from "@/server/domain/field-words";

const faultsShown = 5;

/** Parses a value by its schema. Throws a validation_error that names up to five fields (D-4). */
export function validate<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ path, problem: message }));
  throw fieldError(inDocumentOrder(faults, value), language);
}

/**
 * Parses query parameters by their schema. Unknown ones are ignored, repeated ones are refused (D-6, D-18).
 * @param repeatable names that may be given several times; their schemas parse lists
 */
export function validateQuery<S extends z.ZodObject>(
  schema: S,
  search: string,
  language: Language,
  repeatable: readonly string[] = [],
): z.output<S> {
  const names = Object.keys(schema.shape);
  if (!isDecodable(search)) throw fieldError([{ path: ["query"], problem: problem("percent_encoding") }], language);
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

/**
 * Creates the error `amount: must be an integer …; items[2].name: max 120 characters`, which never contains a value.
 */
export function fieldError(faults: readonly FieldFault[], language: Language): AppError {
  const messages = new Map<string, string>();
  for (const fault of faults) {
    const place = formatPath(fault.path);
    if (!messages.has(place)) messages.set(place, `${place}: ${fieldSentence(fault.problem, language)}`);
  }
  return new AppError("validation_error", undefined, {
    message: [...messages.values()].slice(0, faultsShown).join("; "),
  });
}

/** Names the field in the caller's language, when the error is a fault that a use-case has found in a field. */
export const nameField = (error: AppError, language: Language): AppError =>
  error.details.fault ? fieldError([error.details.fault], language) : error;

const formatPath = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? "body"
    : path.map((key, depth) => (typeof key === "number" ? `[${key}]` : `${depth ? "." : ""}${String(key)}`)).join("");

/**
 * Sorts faults by the position of their field in the document, because Zod reports in schema order. Missing fields come
 * last.
 */
function inDocumentOrder(faults: readonly FieldFault[], document: unknown): FieldFault[] {
  const placed = faults.map((fault) => ({ fault, at: findPositions(fault.path, document) }));
  return placed.sort((a, b) => compare(a.at, b.at)).map(({ fault }) => fault);
}

function findPositions(path: readonly PropertyKey[], document: unknown): number[] {
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
