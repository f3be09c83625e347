import { bin6, findScheme, isCardNumber, last4, maskPan } from "./card";

// A card number inside a text that a person typed or a server sent (S1). One rule serves every form of the panel and
// the back-office, the request log, the audit log, and what people see of a merchant's texts.

/** The digits that a card number has. */
const [digitsMin, digitsMax] = [13, 19];

/** Thirteen or more digits with at most two separators between any two of them. */
const digitRuns = /\d(?:[\s.+_/-]{0,2}\d){12,}/g;
const anyDigitRun = new RegExp(digitRuns.source);

/**
 * Identifiers that programs make: a UUID, or a hexadecimal number of at least 24 digits with a letter. One UUID in 770
 * has digits that look like a card number, so a merchant that uses them as order codes would be warned about nothing.
 */
const identifiers =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{24,})(?![0-9a-z])/gi;

/**
 * Returns whether a text contains a card number: 13 to 19 digits in any grouping and script, with a right check digit
 * and a known scheme. Digits inside a longer number, such as an order code, do not count, nor do those of a UUID or of
 * another hexadecimal identifier: only whole groups of digits are combined.
 */
export const holdsCard = (text: string): boolean => {
  if (isHeld(text)) return true;
  const spelled = toAsciiSpelling(text);
  return spelled !== text && isHeld(spelled);
};

const isHeld = (text: string): boolean =>
  anyDigitRun.test(text) &&
  text
    .split(identifiers)
    .some((part) => [...part.matchAll(digitRuns)].some(([run]) => findCard(toGroups(run), 0) !== null));

/** Replaces each card number of a text by its first six and last four digits; returns any other text unchanged. */
export function maskCards(text: string): string {
  if (isHeld(text)) return maskParts(text);
  const spelled = toAsciiSpelling(text);
  return isHeld(spelled) ? maskParts(spelled) : text;
}

/** Masks the card numbers between the identifiers of a text, which stay as they are. */
function maskParts(text: string): string {
  const kept = [...text.matchAll(identifiers)].map(([identifier]) => identifier);
  const parts = text.split(identifiers).map((part) => part.replace(digitRuns, maskRun));
  return parts.map((part, index) => part + (kept[index] ?? "")).join("");
}

/** A group of digits in a run, with its place. */
interface Group {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
}

const toGroups = (run: string): Group[] =>
  [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, from: index, to: index + digits.length }));

/** A card number that consecutive groups of digits make. */
interface FoundCard {
  readonly digits: string;
  /** The places of its groups. */
  readonly first: number;
  readonly last: number;
}

/** Finds the first card number that consecutive groups make, from a group on; null where there is none. */
function findCard(groups: readonly Group[], start: number): FoundCard | null {
  for (let first = start; first < groups.length; first += 1) {
    const found = findCardAt(groups, first);
    if (found) return found;
  }
  return null;
}

/** Finds the shortest card number that begins with a group. */
function findCardAt(groups: readonly Group[], first: number): FoundCard | null {
  let digits = groups[first]?.digits ?? "";
  // No scheme begins with another digit. Without this look a long text of single digits would take a second.
  if (!/^[2-69]/.test(digits)) return null;
  for (let last = first; last < groups.length && digits.length <= digitsMax; last += 1) {
    if (last > first) digits += groups[last]?.digits ?? "";
    if (digits.length < digitsMin) continue;
    if (findScheme(digits) === null) return null;
    if (isCardNumber(digits)) return { digits, first, last };
  }
  return null;
}

function maskRun(run: string): string {
  const groups = toGroups(run);
  let masked = "";
  let [copied, start] = [0, 0];
  for (let card = findCard(groups, start); card; card = findCard(groups, start)) {
    masked += run.slice(copied, groups[card.first]?.from) + maskPan(bin6(card.digits), last4(card.digits));
    copied = groups[card.last]?.to ?? run.length;
    start = card.last + 1;
  }
  return masked + run.slice(copied);
}

/** Zero-width characters and soft hyphens, which a reader does not see between digits. */
const invisible = /[\u200b-\u200d\ufeff\u2060\u00ad]/g;
const dashes = /[\u2010-\u2015\u2212]/g;

/** Writes digits of every script as ASCII digits, and dashes as hyphens. */
const toAsciiSpelling = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text of ASCII characters only has one spelling
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text
        .normalize("NFKC")
        .replace(invisible, "")
        .replace(dashes, "-")
        .replace(/\p{Nd}/gu, toAsciiDigit);

/** Converts a digit of any script. Unicode has the digits of a script in runs of ten that begin with zero. */
export function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * The members of an input that are no texts of people: secrets that are only hashed or sealed, files, an IBAN with a
 * check of its own, and identifiers that the product made.
 */
const otherMembers: ReadonlySet<string> = new Set([
  "password",
  "present",
  "next",
  "code",
  "credentials",
  "passkey",
  "token",
  "content",
  "iban",
  "cursor",
  "traceId",
]);

/** The levels of an input that are searched, and the characters of each text: no field takes a longer one. */
const [depthMax, textMax] = [8, 5_000];

/** Lists the places in an input whose text or number is or contains a card number. */
export function listCardPlaces(input: unknown, depth = 0): (readonly PropertyKey[])[] {
  if (typeof input === "string") return holdsCard(input.slice(0, textMax)) ? [[]] : [];
  if (typeof input === "number") return Number.isInteger(input) && holdsCard(String(input)) ? [[]] : [];
  if (typeof input !== "object" || input === null || depth === depthMax) return [];
  return Object.entries(input)
    .filter(([name]) => !otherMembers.has(name))
    .flatMap(([name, value]) => {
      const key = Array.isArray(input) ? Number(name) : name;
      return listCardPlaces(value, depth + 1).map((place) => [key, ...place]);
    });
}

/** The texts of a merchant that an API request may have brought in with a card number (D-15). */
const merchantTexts: ReadonlySet<string> = new Set([
  "partnerTxCode",
  "partnerRefundCode",
  "description",
  "payerName",
  "name",
  "note",
  "response",
]);

/** Returns a page's data with the card numbers in a merchant's texts masked; other values stay the same objects. */
export function maskMerchantTexts<T>(data: T): T {
  if (Array.isArray(data)) return mapSame(data, maskMerchantTexts) as T;
  if (!isPlainObject(data)) return data;
  let changed: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(data)) {
    const shown = typeof value === "string" && merchantTexts.has(name) ? maskCards(value) : maskMerchantTexts(value);
    if (shown !== value) changed = { ...(changed ?? data), [name]: shown };
  }
  return (changed ?? data) as T;
}

function mapSame(list: readonly unknown[], map: (value: unknown) => unknown): readonly unknown[] {
  const mapped = list.map(map);
  return mapped.some((value, index) => value !== list[index]) ? mapped : list;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
