import { bin6, isCardNumber, last4 } from "@/server/domain/card";
import { isSecretToken } from "@/server/domain/ids";
import { isSecretWord, type Reading, readingOf } from "./redact-names";
import { type Search, withoutControls } from "./redact-secrets";

/**
 * Stands for what is hidden until the whole is put together, so that nothing is looked for within it. Of the private use
 * area, of which no message keeps a character.
 */
export const mark = "\ue000";

/** What a mark is for people. */
export const withMarksWritten = (text: string): string => text.replace(/\ue000+/g, "[redacted]");

export const hideSecrets = (text: string, { written }: Search): string =>
  written.reduce((sofar, secret) => sofar.replaceAll(secret, mark), withoutControls(text));

/** Hides what may be the beginning of a secret, or of a card number, at the end of a message: it may have been cut off. */
export function hideCutEnd(text: string, { written }: Search): string {
  const last = text.at(-1);
  const begunOf = (secret: string): number => {
    for (let length = Math.min(secret.length - 1, text.length); length > 3; length -= 1)
      if (secret[length - 1] === last && text.endsWith(secret.slice(0, length))) return length;
    return 0;
  };
  const begun = Math.max(0, ...written.map(begunOf));
  const whole = begun > 0 ? text.slice(0, -begun) + mark : text;
  const start = Math.max(0, whole.length - cutDigitsMax);
  return (
    whole.slice(0, start) + whole.slice(start).replace(begunDigits, (digits) => digits.slice(0, 6) + mark)
  );
}

/**
 * Digits at the end of a message, with signs between them and after them; last there may stand an escape sequence, a reference
 * or a tag that was cut off as well, or a mark.
 */
const begunDigits = /\d(?:[\s.+_-]{0,2}\d){6,40}[\s.+_-]{0,9}(?:%[\dA-Fa-f]?|&#?\w{0,8}|<\/?|\ue000)?$/;

/** A card number with signs between its digits, and more. */
const cutDigitsMax = 120;

/** A value as its name lets it be read. */
export function readAs(reading: Reading | null, text: string, secrets: Search): string {
  const bare = text
    .replace(/\s+/g, (space) => (reading === "cells" && space.includes("\t") ? "\t" : " "))
    .trim();
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
    : `${shownName(name)}:${readAs(readingOf(name), value, secrets)}`;
}

/** Names come from the message too. */
export const shownName = (name: string): string =>
  /^[\w.:-]{1,64}$/.test(name) && !/(?:\d\D*){7}/.test(name) ? name : mark;

/** A sentence, or a page's text: also what looks like a secret by the word before it. */
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

/** The last of the words before a place, no more than its last 40 letters. */
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

/** Orders' ids, numbers, names of users and paths; not digests, packets, proofs and identifiers of requests. */
const isReadable = (run: string): boolean =>
  /^[A-Z0-9]{20,24}$/.test(run) ||
  /^\d+$/.test(run) ||
  (/^\D+$/.test(run) && run.split(/[^A-Za-z]/).every((word) => word.length < 20)) ||
  /^[A-Z0-9]{1,16}(_[A-Z0-9]{1,16})+$/.test(run);

/** A reference or an instant of digits alone, which happens to be none of a card: no card begins with 0 or 1. */
const isNumberOfOurs = (text: string): boolean =>
  /^\d{1,19}$/.test(text) && (!isCardNumber(text) || /^[01]|^20\d\d[01]\d[0-3]\d/.test(text));

/** Digits as they may be printed, with signs between them. */
const maskCards = (text: string): string => text.replace(/\d(?:[\s.+_-]{0,2}\d){12,}/g, maskRun);

/** More digits than this in a row are no number that anybody reads. */
const digitsMax = 64;
/** With the signs between them, characters. */
const runMax = 200;

/**
 * Masks what may be a card number within a run of digits, wherever it begins. Of numbers that overlap, what may be seen
 * is the beginning and the end of them all together: no more of any than of one alone.
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

const masked = (number: string): string => `${bin6(number)}******${last4(number)}`;

/** Some banks leave out less than we may show. */
function maskedAgain(text: string): string {
  const [, start, end] = /^([\d ]{4,10})[*xX. ]*[*xX]+[*xX. ]*(\d{0,6})$/.exec(text) ?? [];
  if (start === undefined || end === undefined) return mark;
  return `${bin6(start.replaceAll(" ", ""))}******${end.length > 2 ? last4(end) : end}`;
}
