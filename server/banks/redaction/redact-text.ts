import { bin6, isCardNumber, last4, maskPan } from "@/server/domain/card";
import { isSecretToken } from "@/server/domain/ids";
import { findReading, isSecretWord, type Reading } from "./redact-names";
import { type Search, stripControls } from "./redact-secrets";

/**
 * The placeholder of hidden text while a message is assembled, so no search can match inside it. It is a character of
 * the private use area, all of which are removed from messages before.
 */
export const mark = "\ue000";

/** Replaces the placeholders by the text `[redacted]`. */
export const replaceMarks = (text: string): string => text.replace(/\ue000+/g, "[redacted]");

export const hideSecrets = (text: string, { written }: Search): string =>
  written.reduce((sofar, secret) => sofar.replaceAll(secret, mark), stripControls(text));

/**
 * Hides a possible beginning of a secret or card number at the end of a message, where the rest may have been cut off.
 */
export function hideCutEnd(text: string, { written }: Search): string {
  const last = text.at(-1);
  const matchedLength = (secret: string): number => {
    for (let length = Math.min(secret.length - 1, text.length); length > 3; length -= 1)
      if (secret[length - 1] === last && text.endsWith(secret.slice(0, length))) return length;
    return 0;
  };
  const begun = Math.max(0, ...written.map(matchedLength));
  const whole = begun > 0 ? text.slice(0, -begun) + mark : text;
  const start = Math.max(0, whole.length - cutDigitsMax);
  return whole.slice(0, start) + whole.slice(start).replace(begunDigits, (digits) => digits.slice(0, 6) + mark);
}

/**
 * Matches digits at the end of a message, with signs between and after them, and then optionally a placeholder or the
 * beginning of an escape sequence, a reference or a tag.
 */
const begunDigits = /\d(?:[\s.+_-]{0,2}\d){6,40}[\s.+_-]{0,9}(?:%[\dA-Fa-f]?|&#?\w{0,8}|<\/?|\ue000)?$/;

/**
 * The length of the searched end of a message, in characters: more than a card number with signs between its digits.
 */
const cutDigitsMax = 120;

/** Returns a value in the way its name allows. */
export function readAs(reading: Reading | null, text: string, secrets: Search): string {
  const bare = text.replace(/\s+/g, (space) => (reading === "cells" && space.includes("\t") ? "\t" : " ")).trim();
  if (bare === "") return "";
  switch (reading) {
    case "code":
      return hideWithin(bare, secrets, isNumberOfOurs);
    case "words":
      return hideInWords(bare, secrets);
    case "address":
      return bare
        .split("/")
        .map((part) => (isSecretToken(part) ? mark : hideWithin(part, secrets, () => false)))
        .join("/");
    case "masked":
      return maskedAgain(bare);
    case "order":
      return /^[A-Z0-9]{20}$/.test(bare) ? hideWithin(bare, secrets, isNumberOfOurs) : mark;
    case "cells":
      return bare
        .split("\t")
        .map((cell) => readCell(cell, secrets))
        .join("  ");
    default:
      return mark;
  }
}

function readCell(cell: string, secrets: Search): string {
  const [, name = "", value = ""] = /^([A-Za-z_][\w.-]{0,63}):(.*)$/.exec(cell) ?? [];
  return name === ""
    ? readAs("code", cell, secrets)
    : `${redactName(name)}:${readAs(findReading(name), value, secrets)}`;
}

/** Returns a name, or the placeholder if it is unusual or may be a number, because names come from the message too. */
export const redactName = (name: string): string =>
  /^[\w.:-]{1,64}$/.test(name) && !/(?:\d\D*){7}/.test(name) ? name : mark;

/** Redacts a sentence or a page's text, including values that the word before them announces as secret. */
export function hideInWords(text: string, secrets: Search): string {
  const hidden = hideWithin(hideNamed(text.replace(/%3([0-9])/g, "$1")), secrets, () => false);
  return secrets.words ? hidden.replace(secrets.words, mark) : hidden;
}

/** Hides the value in `cvv: 123`, `"cvv":"123"`, `cvv=123&` and `<cvv>123<`. */
function hideNamed(text: string): string {
  const between = /["']?\s{0,3}[=:>]\s{0,3}["']?/g;
  const value = /[^&;,|<>"'\n]{0,200}/y;
  let shown = "";
  let from = 0;
  for (let found = between.exec(text); found; found = between.exec(text)) {
    if (!isSecretWord(wordBefore(text, found.index))) continue;
    value.lastIndex = between.lastIndex;
    value.exec(text);
    shown += text.slice(from, between.lastIndex) + mark;
    from = Math.max(value.lastIndex, between.lastIndex);
    between.lastIndex = from;
  }
  return shown + text.slice(from);
}

/** Returns the last word before a position, at most its last 40 characters. */
const wordBefore = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - 40), at)
    .split(/[^\p{L}\p{N}_.-]/u)
    .at(-1) ?? "";

function hideWithin(text: string, { written }: Search, isFine: (digits: string) => boolean): string {
  const known = written.reduce((sofar, secret) => sofar.replaceAll(secret, mark), text);
  const opaque = known.replace(/[A-Za-z0-9+/_=-]{20,}/g, (run) => (isReadable(run) ? run : mark));
  return isFine(opaque) ? opaque : maskCards(opaque);
}

/**
 * Returns whether a long run of characters is an order id, number, user name or path, and not a digest, packet or
 * proof.
 */
const isReadable = (run: string): boolean =>
  /^[A-Z0-9]{20,24}$/.test(run) ||
  /^\d+$/.test(run) ||
  (/^\D+$/.test(run) && run.split(/[^A-Za-z]/).every((word) => word.length < 20)) ||
  /^[A-Z0-9]{1,16}(_[A-Z0-9]{1,16})+$/.test(run);

/**
 * Returns whether a text is a reference or a time of digits, and not a card number: no card number begins with 0 or 1.
 */
const isNumberOfOurs = (text: string): boolean =>
  /^\d{1,19}$/.test(text) && (!isCardNumber(text) || /^[01]|^20\d\d[01]\d[0-3]\d/.test(text));

/** Masks the card numbers in a text, also those with signs between their digits. */
const maskCards = (text: string): string => text.replace(/\d(?:[\s.+_-]{0,2}\d){12,}/g, maskRun);

/** The number of digits above which a run is hidden as a whole, because no such number is of use to a reader. */
const digitsMax = 64;
/** The length of a run with its signs, in characters, above which it is hidden as a whole. */
const runMax = 200;

/**
 * Masks every possible card number within a run of digits, wherever it begins. Overlapping numbers are masked as one,
 * so only the beginning and the end of all of them together stay visible.
 */
function maskRun(run: string): string {
  if (run.length > runMax) return mark;
  const places = [...run].flatMap((sign, at) => (/\d/.test(sign) ? [at] : []));
  if (places.length > digitsMax) return mark;
  const digits = places.map((at) => run[at]).join("");
  const spans: [from: number, to: number][] = [];
  for (let from = 0; from < digits.length; from += 1) {
    for (let length = 19; length >= 13; length -= 1) {
      const to = from + length;
      if (to > digits.length || !isCardNumber(digits.slice(from, to))) continue;
      const last = spans.at(-1);
      if (last && from < last[1]) last[1] = Math.max(last[1], to);
      else spans.push([from, to]);
    }
  }
  return spans.reduceRight((sofar, [from, to]) => {
    const number = digits.slice(from, to);
    return sofar.slice(0, places[from]) + masked(number) + sofar.slice((places[to - 1] ?? 0) + 1);
  }, run);
}

const masked = (number: string): string => maskPan(bin6(number), last4(number));

/** Masks a number again that the bank has masked, because some banks show more digits than we may. */
function maskedAgain(text: string): string {
  const [, start, end] = /^([\d ]{4,10})[*xX. ]*[*xX]+[*xX. ]*(\d{0,6})$/.exec(text) ?? [];
  if (start === undefined || end === undefined) return mark;
  return maskPan(bin6(start.replaceAll(" ", "")), end.length > 2 ? last4(end) : end);
}
