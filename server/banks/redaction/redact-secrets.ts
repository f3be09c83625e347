import iconv from "iconv-lite";
import type { BankAccount, Operation } from "../bank";

/** What no shown message may hold. */
export interface Secrets {
  /** Hidden wherever they stand. */
  readonly values: readonly string[];
  /** Short numbers, of which a date or an amount may hold the same: hidden as words of a sentence. */
  readonly digits: readonly string[];
}

/** The same, ready to be looked for. */
export interface Search {
  /** Every way in which one may be written, longest first. */
  readonly written: readonly string[];
  /** Too short to be looked for within other text: hidden where they stand as words of a sentence. */
  readonly words: RegExp | null;
}

/** Shorter ones would replace ordinary text; such values stand under names that are not shown. */
const lengthMin = 4;

/** The secrets of a shop, and those of an operation: the card, the proofs of 3-D Secure, the return address's token. */
export function secretsOf(account: BankAccount, operation?: Operation): Secrets {
  const { password, storeKey, refundUser } = account;
  const ofShop = [password, storeKey, ...(refundUser ? [refundUser.password] : [])].map((one) =>
    one.reveal(),
  );
  const proofs = operation && "proofs" in operation ? Object.values(operation.proofs) : [];
  const token = operation && "order" in operation ? [tokenOf(operation.order.callbackUrl)] : [];
  if (operation?.kind !== "prepare") return { values: [...ofShop, ...proofs, ...token], digits: [] };
  const { pan, cv2, expireMonth: month, expireYear: year } = operation.card;
  const expiry = [`${month}${year}`, `${year}${month}`, `${month}/${year}`, `20${year}${month}`];
  return { values: [...ofShop, ...proofs, ...token, pan.reveal()], digits: [cv2.reveal(), ...expiry] };
}

const tokenOf = (callbackUrl: string): string => callbackUrl.slice(callbackUrl.lastIndexOf("/") + 1);

/** Prepared once for the messages of one exchange. */
export function searchFor(secrets: Secrets): Search {
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
  const written = [...new Set(long.flatMap(waysToWrite).map(withoutControls))]
    .filter(({ length }) => length >= lengthMin)
    .sort((a, b) => b.length - a.length);
  return {
    written,
    words:
      short.length === 0
        ? null
        : new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives(short)})(?![\\p{L}\\p{N}])`, "gu"),
  };
}

const alternatives = (texts: readonly string[]): string =>
  texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("|");

/** As it is, as XML, JSON, HTML and forms write it, and as it looks when it is read in the wrong charset. */
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

/** Only letters outside of ASCII differ between the charsets of banks. */
function misread(value: string): string[] {
  if (isAscii(value)) return [];
  const inLatin = iconv.encode(value, "windows-1254");
  return [
    withoutControls(iconv.decode(inLatin, "utf8")),
    withoutControls(iconv.decode(Buffer.from(value), "windows-1254")),
    withoutControls(Buffer.from(value).toString("latin1")),
    iconv.decode(inLatin, "windows-1254"),
  ];
}

/** Characters of which nothing can be seen; line breaks and tabs stay. */
export const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : ""));

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const hex = (sign: string): string => (sign.codePointAt(0) ?? 0).toString(16);

const references = (text: string): string[] =>
  [
    (sign: string) => `x${hex(sign)}`,
    (sign: string) => `x${hex(sign).toUpperCase()}`,
    (sign: string) => String(sign.codePointAt(0)),
  ].map((write) => text.replace(/[^ -~]/gu, (sign) => `&#${write(sign)};`));

const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Forms escape more than addresses do, and write a space in another way. */
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
