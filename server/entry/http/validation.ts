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
 * It keeps the first fault of each of the first five fields, so that its size does not grow with the document's.
 */
export function fieldError(faults: readonly FieldFault[], language: Language): AppError {
  const shown = new Map<string, FieldFault>();
  for (const fault of faults) {
    const place = formatPath(fault.path);
    if (!shown.has(place)) shown.set(place, fault);
    if (shown.size === faultsShown) break;
  }
  const sentences = [...shown].map(([place, fault]) => `${place}: ${fieldSentence(fault.problem, language)}`);
  return new AppError("validation_error", undefined, { message: sentences.join("; "), faults: [...shown.values()] });
}

/** Writes in the caller's language what a use case has found: the faults of fields, or the reason of a refusal. */
export function nameField(error: AppError, language: Language): AppError {
  const { message, faults, problem: reason } = error.details;
  if (message !== undefined) return error;
  if (faults) return fieldError(faults, language);
  if (reason === undefined) return error;
  return new AppError(error.code, error.message, { ...error.details, message: fieldSentence(reason, language) });
}

const nameMax = 40;

/**
 * Writes a name that the caller chose so that it can be part of a message and of the request log (D-70): letters,
 * digits, `_`, `-` and `$`, at most 40 of them, and dots in place of as many digits as a card number has.
 */
export function plainName(name: string): string {
  const plain = name
    .slice(0, 5 * nameMax)
    .replace(/[^\p{L}\p{Nd}_$-]/gu, "?")
    .replace(/\p{Nd}(?:[?_$-]*\p{Nd}){11,}/gu, "•••");
  const characters = Array.from(plain);
  const isWhole = characters.length <= nameMax && name.length <= 5 * nameMax;
  return isWhole ? plain || '""' : `${characters.slice(0, nameMax).join("")}…`;
}

const formatPath = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? "body"
    : path.map((key, depth) => (typeof key === "number" ? `[${key}]` : `${depth ? "." : ""}${String(key)}`)).join("");

/**
 * Sorts faults by the position of their field in the document, because Zod reports in schema order. Missing fields come
 * last.
 */
function inDocumentOrder(faults: readonly FieldFault[], document: unknown): FieldFault[] {
  const orders = new Map<object, ReadonlyMap<string, number>>();
  const placed = faults.map((fault) => ({ fault, at: findPositions(fault.path, document, orders) }));
  return placed.sort((a, b) => compare(a.at, b.at)).map(({ fault }) => fault);
}

/** @param orders the members of the objects that were met already: a body may have a fault in each of its values */
function findPositions(
  path: readonly PropertyKey[],
  document: unknown,
  orders: Map<object, ReadonlyMap<string, number>>,
): number[] {
  let node = document;
  return path.map((key) => {
    const position = findPosition(node, key, orders);
    node = position === undefined ? undefined : (node as Record<PropertyKey, unknown>)[key];
    return position ?? Number.MAX_SAFE_INTEGER;
  });
}

function findPosition(
  node: unknown,
  key: PropertyKey,
  orders: Map<object, ReadonlyMap<string, number>>,
): number | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if (Array.isArray(node)) return typeof key === "number" && key < node.length ? key : undefined;
  const order = orders.get(node) ?? new Map(Object.keys(node).map((name, position) => [name, position]));
  orders.set(node, order);
  return order.get(String(key));
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
