import { type Candidate, type Mistake, right, wrong } from "./mistakes";

/** Encodes a text as UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const byteOrderMark = "\ufeff";

/**
 * Lists the bodies that may have been signed when a user pasted `text` or a receiver computed with it: the text itself,
 * what it may have been before it was changed, and what a receiver's framework may have turned it into.
 */
export function bodyCandidates(text: string): Candidate<Uint8Array>[] {
  const texts = [right(text), ...listRepaired(text), ...listChanged(text)];
  const original = reserialise(text);
  return [
    ...texts.map(({ mistakes, value }) => ({ mistakes, value: utf8(value) })),
    ...(original === null || original === text
      ? []
      : listChanged(original).map(({ mistakes, value }) => ({ mistakes, value: utf8(value) }))),
    ...listOtherEncodings(text),
  ];
}

/** Lists what the text may have been before it was changed. */
function listRepaired(text: string): Candidate<string>[] {
  const tries: Candidate<string>[] = [
    wrong("body_newline", text.replace(/(?:\r?\n)+$/, "")),
    wrong("body_crlf", text.replaceAll("\r\n", "\n")),
    wrong("body_bom", text.replace(/^\ufeff/, "")),
    wrong("body_blanks", text.trim()),
  ];
  const original = reserialise(text);
  const found = original === null ? [] : findReserialisations(text, original);
  if (original !== null && found.length > 0) tries.push({ mistakes: found, value: original });
  const inner = parseJsonString(text);
  if (inner !== null) tries.push(wrong("body_encoded_twice", inner));
  return tries.filter(({ value }) => value !== text);
}

/** Lists what receivers typically turn the body into before they compute. */
function listChanged(text: string): Candidate<string>[] {
  const event = parseObject(text);
  const made = [
    wrong("body_newline", `${text}\n`),
    wrong("body_newline", `${text}\r\n`),
    wrong("body_crlf", text.replaceAll(/\r?\n/g, "\r\n")),
    wrong("body_bom", byteOrderMark + text),
    wrong("body_encoded_twice", JSON.stringify(text)),
    wrong("body_empty", ""),
    wrong("body_object", "[object Object]"),
  ];
  if (event === null) return made.filter(({ value }) => value !== text);
  const compact = JSON.stringify(event);
  const sorted = JSON.stringify(event, Object.keys(event).sort());
  const both = (more: Mistake): Mistake[] => ["body_key_order", more];
  return [
    ...made,
    ...[2, 4, "\t"].map((space) => wrong("body_whitespace", JSON.stringify(event, null, space))),
    wrong("body_whitespace", addSpaces(compact)),
    wrong("body_key_order", sorted),
    { mistakes: both("body_whitespace"), value: addSpaces(sorted) },
    { mistakes: both("body_whitespace"), value: JSON.stringify(event, Object.keys(event).sort(), 2) },
    wrong("body_escaped_slashes", compact.replaceAll("/", "\\/")),
    wrong("body_unicode_escapes", escapeToAscii(compact)),
  ].filter(({ value }) => value !== text);
}

function listOtherEncodings(text: string): Candidate<Uint8Array>[] {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const latin1 = Uint8Array.from(units, (unit) => (unit < 256 ? unit : 63));
  const little = Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8]));
  const big = Uint8Array.from(units.flatMap((unit) => [unit >> 8, unit & 255]));
  return [
    ...(units.every((unit) => unit < 128) ? [] : [wrong("body_latin1" as const, latin1)]),
    ...[little, big, Uint8Array.of(255, 254, ...little), Uint8Array.of(254, 255, ...big)].map((bytes) =>
      wrong("body_utf16" as const, bytes),
    ),
  ];
}

/**
 * Serialises the event again in the gateway's form: without whitespace, `id` and `type` first, `occurredAt` last
 * (D-34). Returns null when the text is not an event.
 */
function reserialise(text: string): string | null {
  const event = parseObject(text);
  if (event === null) return null;
  const { id, type, occurredAt, ...subject } = event;
  if (typeof id !== "string" || typeof type !== "string" || typeof occurredAt !== "string") return null;
  return JSON.stringify({ id, type, ...subject, occurredAt });
}

/** Lists how a text differs from the original serialisation of the same event. */
function findReserialisations(text: string, original: string): Mistake[] {
  const found: Mistake[] = [];
  const event = parseObject(text) ?? {};
  if (JSON.stringify(event) !== original) found.push("body_key_order");
  if (text.includes("\\/")) found.push("body_escaped_slashes");
  if (/\\u[\da-f]{4}/i.test(text)) found.push("body_unicode_escapes");
  if (/^\s|\s$|[\s]*\n|": |, "|\{ | \}/.test(text.trim())) found.push("body_whitespace");
  return found;
}

/** Parses a JSON object. Returns null when the text is not one. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Returns the text inside a JSON string, or null when the whole text is not one. */
function parseJsonString(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/**
 * Adds the spaces that Python and others write into JSON. Values of the gateway's events never contain these
 * characters.
 */
const addSpaces = (compact: string): string => compact.replaceAll('":', '": ').replaceAll(',"', ', "');

const escapeToAscii = (text: string): string =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
