import iconv from "iconv-lite";
import type { BankAccount, Operation } from "../bank";

/** The texts that no shown message may contain. */
export interface Secrets {
  /** Texts that are hidden wherever they occur. */
  readonly values: readonly string[];
  /** Short numbers, which may also occur in dates and amounts: they are hidden only as words of a sentence. */
  readonly digits: readonly string[];
}

/** The secrets, prepared for searching. */
export interface Search {
  /** Every spelling of the secrets, longest first. */
  readonly written: readonly string[];
  /** Matches secrets that are too short to be searched inside other text, as words of a sentence; null for none. */
  readonly words: RegExp | null;
}

/**
 * The length, in characters, from which secrets are hidden everywhere. Hiding shorter ones would destroy ordinary text.
 */
const lengthMin = 4;

/**
 * Returns the secrets of a shop and of an operation: the card, the 3-D Secure proofs, the token of the return address.
 */
export function collectSecrets(account: BankAccount, operation?: Operation): Secrets {
  const { password, storeKey, refundUser } = account;
  const ofShop = [password, storeKey, ...(refundUser ? [refundUser.password] : [])].map((one) => one.reveal());
  const proofs = operation && "proofs" in operation ? Object.values(operation.proofs) : [];
  const token = operation && "order" in operation ? [readToken(operation.order.callbackUrl)] : [];
  if (operation?.kind !== "prepare") return { values: [...ofShop, ...proofs, ...token], digits: [] };
  const { pan, cv2, expireMonth: month, expireYear: year } = operation.card;
  const expiry = [`${month}${year}`, `${year}${month}`, `${month}/${year}`, `20${year}${month}`];
  return { values: [...ofShop, ...proofs, ...token, pan.reveal()], digits: [cv2.reveal(), ...expiry] };
}

const readToken = (callbackUrl: string): string => callbackUrl.slice(callbackUrl.lastIndexOf("/") + 1);

/** Prepares secrets for searching, once for all messages of an exchange. */
export function prepareSearch(secrets: Secrets): Search {
  const known = searches.get(secrets);
  if (known) return known;
  const search = prepare(secrets);
  searches.set(secrets, search);
  return search;
}

const searches = new WeakMap<Secrets, Search>();

function prepare({ values, digits }: Secrets): Search {
  const long = values.filter((value) => value.length >= lengthMin);
  const short = [...values.filter((value) => value.length < lengthMin), ...digits].filter(Boolean);
  const written = [...new Set(long.flatMap(waysToWrite).map(stripControls))]
    .filter(({ length }) => length >= lengthMin)
    .sort((a, b) => b.length - a.length);
  return {
    written,
    words:
      short.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives(short)})(?![\\p{L}\\p{N}])`, "gu"),
  };
}

const alternatives = (texts: readonly string[]): string =>
  texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("|");

/** Returns the spellings of a secret: unchanged, as in XML, JSON, HTML and forms, and as read in the wrong charset. */
const waysToWrite = (value: string): string[] =>
  [...new Set([value, ...misread(value)])].flatMap((text) => [
    text,
    escaped(text),
    escaped(text).replaceAll('"', "&quot;"),
    escaped(text).replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
    escaped(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    ...references(escaped(text)),
    jsonText(text),
    jsonText(text).replaceAll("/", "\\/"),
    jsonText(text).replace(/[^ -~]/g, (sign) => `\\u${hex(sign).padStart(4, "0")}`),
    ...(isAscii(text) ? ["utf8"] : ["utf8", "windows-1254"]).flatMap((charset) =>
      percentEncoded(iconv.encode(text, charset)),
    ),
    Buffer.from(text).toString("base64"),
  ]);

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Returns the spellings of a secret read in the wrong charset. Banks' charsets differ only outside ASCII. */
function misread(value: string): string[] {
  if (isAscii(value)) return [];
  const inLatin = iconv.encode(value, "windows-1254");
  return [
    stripControls(iconv.decode(inLatin, "utf8")),
    stripControls(iconv.decode(Buffer.from(value), "windows-1254")),
    stripControls(Buffer.from(value).toString("latin1")),
    iconv.decode(inLatin, "windows-1254"),
  ];
}

/** Removes invisible characters, except line breaks and tabs. */
export const stripControls = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : ""));

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const hex = (sign: string): string => (sign.codePointAt(0) ?? 0).toString(16);

const references = (text: string): string[] =>
  [
    (sign: string) => `x${hex(sign)}`,
    (sign: string) => `x${hex(sign).toUpperCase()}`,
    (sign: string) => String(sign.codePointAt(0)),
  ].map((write) => text.replace(/[^ -~]/gu, (sign) => `&#${write(sign)};`));

const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Returns the percent-encoded spellings. Forms escape more characters than addresses, and may write a space as `+`. */
function percentEncoded(bytes: Buffer): string[] {
  const ofForm = escapeBytes(bytes, /[^A-Za-z0-9*._-]/g);
  const ofAddress = escapeBytes(bytes, /[^A-Za-z0-9\-_.!~*'()]/g);
  return [ofForm, ofForm.replaceAll("%20", "+"), ofAddress].flatMap((text) => [
    text,
    text.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
  ]);
}

const escapeBytes = (bytes: Buffer, except: RegExp): string =>
  bytes
    .toString("latin1")
    .replace(except, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
