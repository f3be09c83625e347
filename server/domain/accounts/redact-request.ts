import { bin6, findScheme, isCardNumber } from "../card";
import { listCardPlaces, maskCards } from "../card-texts";
import type { LoggedAs } from "../declared-fields";
import { isSensitiveText } from "../sensitive-text";

/**
 * A value of a merchant's request as the request log shows it to developers. Only the values of the fields below are
 * kept, and only when they cannot be a secret, a card number or a person's name. Everything else is replaced before it
 * is stored.
 */
type RedactedValue = string | number | boolean | null | readonly (string | number)[];
export type RedactedFields = Readonly<Record<string, RedactedValue>>;

export const redacted = "[redacted]";

/**
 * How the value of each known field is shown. The name of any other field is shown if it looks like a field name, so
 * that a typing error is visible, but its value is not.
 */
export type KnownFields = Readonly<Record<string, LoggedAs>>;

const namesMax = 30;
const listMax = 24;

/** Redacts a parsed body; null when there was none. */
export function redactRequestBody(body: unknown, known: KnownFields): RedactedFields | null {
  if (body === undefined) return null;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return { body: redacted };
  return redactFields(Object.entries(body), known);
}

/**
 * Redacts a query string; null when it is empty. A repeated parameter becomes a list.
 * @param search the query string as it was sent, with its question mark
 */
export function redactRequestQuery(search: string, known: KnownFields): RedactedFields | null {
  if (search.length < 2) return null;
  const given = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const values = given.get(name);
    if (values) values.push(value);
    else given.set(name, [value]);
  }
  const single = [...given].map(
    ([name, values]) => [name, values.length === 1 ? values[0] : values] as [string, unknown],
  );
  return redactFields(single, known);
}

/** Redacts fields. The key `…` has the number of the fields whose names are not shown. */
function redactFields(entries: readonly (readonly [string, unknown])[], known: KnownFields): RedactedFields {
  const shown: Record<string, RedactedValue> = {};
  let unnamed = 0;
  for (const [name, value] of entries.slice(0, namesMax)) {
    if (Object.hasOwn(known, name)) shown[name] = redactValue(known[name] ?? "hidden", value);
    else if (isName(name)) shown[name] = redacted;
    else unnamed += 1;
  }
  const more = unnamed + Math.max(0, entries.length - namesMax);
  return more > 0 ? { ...shown, "…": more } : shown;
}

/**
 * Returns whether a name looks like a field name: up to 30 letters, too few for a secret, and at most two digits at the
 * end.
 */
const isName = (name: string): boolean => /^[A-Za-z][A-Za-z_]{0,29}\d{0,2}$/.test(name) && name !== "__proto__";

function redactValue(reading: LoggedAs, value: unknown): RedactedValue {
  if (value === null) return null;
  if (typeof value === "boolean") return reading === "hidden" ? redacted : value;
  if (Array.isArray(value)) return redactList(reading, value);
  if (typeof value === "number") return reading === "hidden" ? redacted : redactNumber(value);
  return typeof value === "string" ? redactString(reading, value) : redacted;
}

/** Shows only integers of at most eleven digits: with more digits, or with a fraction, a number may hold a card's. */
const redactNumber = (value: number): RedactedValue =>
  Number.isInteger(value) && Math.abs(value) < 1e11 ? value : redacted;

function redactList(reading: LoggedAs, values: readonly unknown[]): RedactedValue {
  if (reading === "hidden" || values.length > listMax) return redacted;
  return values.map((value) => {
    const shown = typeof value === "object" ? redacted : redactValue(reading, value);
    return typeof shown === "number" || typeof shown === "string" ? shown : String(shown);
  });
}

function redactString(reading: LoggedAs, value: string): RedactedValue {
  switch (reading) {
    case "bin":
      return /^\d{8}$/.test(value) ? `${bin6(value)}••` : redacted;
    case "address":
      return redactAddress(value);
    case "hidden":
      return redacted;
    default:
      return redactText(maskCards(value));
  }
}

/** The number of fields that a flagged request names. */
const flaggedMax = 10;

/**
 * Lists the fields of a request in which a card number was sent (D-284), for example `items[1].name`, each once. A name
 * that the caller made up is shown only where it looks like a field name, so no value is repeated.
 */
export function listCardFields(...parts: readonly unknown[]): string[] {
  const places = parts.flatMap((part) => listCardPlaces(part));
  return [...new Set(places.map(toFieldName))].slice(0, flaggedMax);
}

const toFieldName = (place: readonly PropertyKey[]): string =>
  place.reduce<string>((path, key) => {
    if (typeof key === "number") return `${path}[${key}]`;
    const name = isName(String(key)) ? String(key) : "…";
    return path === "" ? name : `${path}.${name}`;
  }, "") || "body";

/** Keeps scheme, host and path of an address. Its query is redacted, because it may have a session or personal data. */
function redactAddress(value: string): string {
  if (!URL.canParse(value)) return redacted;
  const { protocol, username, password, host, pathname, search, hash } = new URL(value);
  if (!/^https?:$/.test(protocol) || username || password) return redacted;
  const whole = `${protocol}//${host}${pathname}`;
  const isFine = whole.length <= 256 && !/%2f/i.test(whole) && whole.split("/").every((part) => isPlain(part));
  return isFine && isPlain(whole.replaceAll("/", " ")) ? whole + (search || hash ? `?${redacted}` : "") : redacted;
}

/** Decodes percent escapes, which could hide digits. Text that cannot be decoded becomes NUL, which is never shown. */
const decodeEscapes = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return "\u0000";
  }
};

/** Returns a text that can only be a code unchanged, and `[redacted]` for any other text. */
export const redactText = (value: string, lengthMax = 128): string =>
  value.length <= lengthMax && isPlain(value) ? value : redacted;

/** Builds the path of a request; parameters that cannot be shown are redacted. */
export const redactRequestPath = (pattern: string, params: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    return /^[\w.-]{1,64}$/.test(value) ? redactText(value) : redacted;
  });

/** Returns whether a text is safe to show: ASCII or Turkish letters, no e-mail address, secret, card number or IBAN. */
function isPlain(text: string): boolean {
  if (text.includes("%")) {
    const decoded = decodeEscapes(text);
    return decoded !== text && !/%[0-9a-f]{2}/i.test(decoded) && isPlain(decoded.replaceAll("%", ""));
  }
  if (!/^[\x20-\x7eçğıöşüÇĞİÖŞÜ]*$/.test(text) || text.includes("@")) return false;
  // A text without letters may be an order code, so only the check for card numbers applies to it.
  const isIban = /[A-Za-z]/.test(text) && isSensitiveText(text);
  return !isIban && !isSecretLike(text) && !holdsIban(text) && !holdsCard(text);
}

/**
 * Returns whether a text looks like a secret: it has the prefix of one of our keys, or a run of 40 or more characters,
 * or of 24 or more with lower-case letters, capitals and digits.
 */
const isSecretLike = (text: string): boolean =>
  /(^|[^a-z])(sk|rk|pk|sbx|whsec)_|bearer\s/i.test(text) ||
  (text.match(/[A-Za-z0-9+/=_-]{24,}/g) ?? []).some(
    (run) => !isOwnId(run) && (run.length >= 40 || [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(run))),
  );

const isOwnId = (text: string): boolean => /^[a-z]{2,4}_[0-9A-Z]{26}$/.test(text);

/** Returns whether a text contains a Turkish IBAN, with any separators. */
const holdsIban = (text: string): boolean => /TR\d{24}/i.test(text.replace(/[\s.-]/g, ""));

/** Returns whether a card number is anywhere in a run of digits, with separators between them. */
function holdsCard(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[\s.+_/-]{0,2}\d){12,}/g)) {
    const digits = run.replace(/\D/g, "");
    for (let from = 0; from + 13 <= digits.length; from += 1) {
      if (findScheme(digits.slice(from)) === null) continue;
      for (let length = 13; length <= 19; length += 1) {
        if (isCardNumber(digits.slice(from, from + length))) return true;
      }
    }
  }
  return false;
}
