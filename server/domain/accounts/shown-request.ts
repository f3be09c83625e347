import { bin6, isCardNumber, schemeOf } from "../card";
import { isSensitiveText } from "../sensitive-text";

/**
 * What of a merchant's request is kept for who integrates: what the names below hold, where it can be no secret, no card
 * number and nobody's name. All else is replaced before it is kept anywhere.
 */
export type Shown = string | number | boolean | null | readonly (string | number)[];
export type ShownFields = Readonly<Record<string, Shown>>;

export const redacted = "[redacted]";

type Reading = "number" | "code" | "bin" | "counts" | "address" | "hidden";

/** A name that is not here is shown, if it reads like one, so that a typing error can be seen; its value is not. */
const readings: Readonly<Record<string, Reading>> = {
  amount: "number",
  installment: "number",
  baseAmount: "number",
  customerCommissionShareBps: "number",
  partnerTxCode: "code",
  partnerRefundCode: "code",
  terminalId: "code",
  bin: "bin",
  allowedInstallmentCounts: "counts",
  returnUrl: "address",
  redirectUrl: "address",
  description: "hidden",
  payerName: "hidden",
  items: "hidden",
};

const queryReadings: Readonly<Record<string, Reading>> = {
  ...readings,
  status: "code",
  minAmount: "code",
  maxAmount: "code",
  createdFrom: "code",
  createdTo: "code",
  page: "code",
  size: "code",
};

const namesMax = 30;
const listMax = 24;

/** A body as it was read; null where there was none. */
export function shownBody(body: unknown): ShownFields | null {
  if (body === undefined) return null;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return { body: redacted };
  return fieldsOf(Object.entries(body), readings);
}

/** @param search as it was sent, with its question mark; a name that is repeated becomes a list */
export function shownQuery(search: string): ShownFields | null {
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
  return fieldsOf(single, queryReadings);
}

function fieldsOf(entries: readonly (readonly [string, unknown])[], known: typeof readings): ShownFields {
  const shown: Record<string, Shown> = {};
  let unnamed = 0;
  for (const [name, value] of entries.slice(0, namesMax)) {
    if (Object.hasOwn(known, name)) shown[name] = shownAs(known[name] ?? "hidden", value);
    else if (isName(name)) shown[name] = redacted;
    else unnamed += 1;
  }
  const more = unnamed + Math.max(0, entries.length - namesMax);
  return more > 0 ? { ...shown, "…": more } : shown;
}

/** Letters, perhaps with a digit or two at the end, and too few of them for a secret. */
const isName = (name: string): boolean =>
  /^[A-Za-z][A-Za-z_]{0,29}\d{0,2}$/.test(name) && name !== "__proto__";

function shownAs(reading: Reading, value: unknown): Shown {
  if (value === null) return null;
  if (typeof value === "boolean") return reading === "hidden" ? redacted : value;
  if (Array.isArray(value)) return shownList(reading, value);
  if (typeof value === "number") return reading === "hidden" ? redacted : shownNumber(value);
  return typeof value === "string" ? shownString(reading, value) : redacted;
}

/** Nothing that costs anything has twelve digits or more; card numbers do. */
const shownNumber = (value: number): Shown => (Math.abs(value) < 1e11 ? value : redacted);

function shownList(reading: Reading, values: readonly unknown[]): Shown {
  if (reading === "hidden" || values.length > listMax) return redacted;
  return values.map((value) => {
    const shown = typeof value === "object" ? redacted : shownAs(reading, value);
    return typeof shown === "number" || typeof shown === "string" ? shown : String(shown);
  });
}

function shownString(reading: Reading, value: string): Shown {
  switch (reading) {
    case "bin":
      return /^\d{8}$/.test(value) ? `${bin6(value)}••` : redacted;
    case "address":
      return shownAddress(value);
    case "hidden":
      return redacted;
    default:
      return shownText(value);
  }
}

/** Host and path as they are; what follows may be a session of the shop's, or somebody's address. */
function shownAddress(value: string): string {
  if (!URL.canParse(value)) return redacted;
  const { protocol, username, password, host, pathname, search, hash } = new URL(value);
  if (!/^https?:$/.test(protocol) || username || password) return redacted;
  const whole = `${protocol}//${host}${pathname}`;
  const isFine =
    whole.length <= 256 && !/%2f/i.test(whole) && whole.split("/").every((part) => isPlain(part));
  return isFine && isPlain(whole.replaceAll("/", " "))
    ? whole + (search || hash ? `?${redacted}` : "")
    : redacted;
}

/** Escapes hide digits; what cannot be read is no text to show. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return "\u0000";
  }
};

/** A code, or `[redacted]` where it may be anything else. */
export const shownText = (value: string, lengthMax = 128): string =>
  value.length <= lengthMax && isPlain(value) ? value : redacted;

/** The path of a request with its parameters where they can be shown. */
export const shownPath = (pattern: string, params: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    return /^[\w.-]{1,64}$/.test(value) ? shownText(value) : redacted;
  });

/** Signs that can be seen, no digits of other scripts, no e-mail address, no secret, no card number, no IBAN. */
function isPlain(text: string): boolean {
  if (text.includes("%")) {
    const read = decoded(text);
    return read !== text && !/%[0-9a-f]{2}/i.test(read) && isPlain(read.replaceAll("%", ""));
  }
  if (!/^[\x20-\x7eçğıöşüÇĞİÖŞÜ]*$/.test(text) || text.includes("@")) return false;
  // Digits alone are an order's code, unless they may be a card's number.
  const isAccount = /[A-Za-z]/.test(text) && isSensitiveText(text);
  return !isAccount && !isSecretLike(text) && !holdsAccount(text) && !holdsCard(text);
}

/** Keys and secrets of ours by how they begin; others by how long they run on, sooner where they mix cases and digits. */
const isSecretLike = (text: string): boolean =>
  /(^|[^a-z])(sk|rk|pk|sbx|whsec)_|bearer\s/i.test(text) ||
  (text.match(/[A-Za-z0-9+/=_-]{24,}/g) ?? []).some(
    (run) =>
      !isIdOfOurs(run) && (run.length >= 40 || [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(run))),
  );

const isIdOfOurs = (text: string): boolean => /^[a-z]{2,4}_[0-9A-Z]{26}$/.test(text);

const holdsAccount = (text: string): boolean => /TR\d{24}/i.test(text.replace(/[\s.-]/g, ""));

/** A card's number anywhere in a run of digits, with signs between them. */
function holdsCard(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[\s.+_/-]{0,2}\d){12,}/g)) {
    const digits = run.replace(/\D/g, "");
    for (let from = 0; from + 13 <= digits.length; from += 1) {
      if (schemeOf(digits.slice(from)) === null) continue;
      for (let length = 13; length <= 19; length += 1) {
        if (isCardNumber(digits.slice(from, from + length))) return true;
      }
    }
  }
  return false;
}
