import { type Candidate, type Mistake, right, wrong } from "./mistakes";

/** Bytes of a text, as a receiver may have made them. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const mark = "\ufeff";

/**
 * The bodies that may have been signed, where somebody has pasted or computed with `text`: as it is, what it may have been
 * before somebody changed it, and what a receiver may have made of it.
 */
export function bodyCandidates(text: string): Candidate<Uint8Array>[] {
  const texts = [right(text), ...repaired(text), ...changed(text)];
  const original = originalOf(text);
  return [
    ...texts.map(({ mistakes, value }) => ({ mistakes, value: utf8(value) })),
    ...(original === null || original === text
      ? []
      : changed(original).map(({ mistakes, value }) => ({ mistakes, value: utf8(value) }))),
    ...inOtherEncodings(text),
  ];
}

/** What the text may have been before it was changed. */
function repaired(text: string): Candidate<string>[] {
  const tries: Candidate<string>[] = [
    wrong("body_newline", text.replace(/(?:\r?\n)+$/, "")),
    wrong("body_crlf", text.replaceAll("\r\n", "\n")),
    wrong("body_bom", text.replace(/^\ufeff/, "")),
    wrong("body_blanks", text.trim()),
  ];
  const original = originalOf(text);
  const found = original === null ? [] : reserialisations(text, original);
  if (original !== null && found.length > 0) tries.push({ mistakes: found, value: original });
  const inner = innerText(text);
  if (inner !== null) tries.push(wrong("body_encoded_twice", inner));
  return tries.filter(({ value }) => value !== text);
}

/** What receivers make of it before they compute. */
function changed(text: string): Candidate<string>[] {
  const event = parsed(text);
  const made = [
    wrong("body_newline", `${text}\n`),
    wrong("body_newline", `${text}\r\n`),
    wrong("body_crlf", text.replaceAll(/\r?\n/g, "\r\n")),
    wrong("body_bom", mark + text),
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
    wrong("body_whitespace", spaced(compact)),
    wrong("body_key_order", sorted),
    { mistakes: both("body_whitespace"), value: spaced(sorted) },
    { mistakes: both("body_whitespace"), value: JSON.stringify(event, Object.keys(event).sort(), 2) },
    wrong("body_escaped_slashes", compact.replaceAll("/", "\\/")),
    wrong("body_unicode_escapes", ascii(compact)),
  ].filter(({ value }) => value !== text);
}

function inOtherEncodings(text: string): Candidate<Uint8Array>[] {
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

/** The text as the gateway writes it: no blanks, `id` and `type` first, `occurredAt` last (D-34); null: it is no event. */
export function originalOf(text: string): string | null {
  const event = parsed(text);
  if (event === null) return null;
  const { id, type, occurredAt, ...about } = event;
  if (typeof id !== "string" || typeof type !== "string" || typeof occurredAt !== "string") return null;
  return JSON.stringify({ id, type, ...about, occurredAt });
}

/** In what a text differs from the original that says the same. */
function reserialisations(text: string, original: string): Mistake[] {
  const found: Mistake[] = [];
  const event = parsed(text) ?? {};
  if (JSON.stringify(event) !== original) found.push("body_key_order");
  if (text.includes("\\/")) found.push("body_escaped_slashes");
  if (/\\u[\da-f]{4}/i.test(text)) found.push("body_unicode_escapes");
  if (/^\s|\s$|[\s]*\n|": |, "|\{ | \}/.test(text.trim())) found.push("body_whitespace");
  return found;
}

export function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The text inside a JSON string, where the whole text is one. */
function innerText(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** As Python and others write JSON. No text of ours has these signs inside a value. */
const spaced = (compact: string): string => compact.replaceAll('":', '": ').replaceAll(',"', ', "');

const ascii = (text: string): string =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
