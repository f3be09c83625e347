import { charsetOf, charsetOfContentType, parseForm } from "@/server/domain/web/form-body";
import type { ReturnFields } from "../bank";
import { redactJson } from "./redact-json";
import { redactMarkup } from "./redact-markup";
import { pageElement, readingOf } from "./redact-names";
import { type Search, type Secrets, searchFor } from "./redact-secrets";
import {
  hideCutEnd,
  hideInWords,
  hideSecrets,
  mark,
  readAs,
  shownName,
  withMarksWritten,
} from "./redact-text";

export { secretsOf } from "./redact-secrets";

/** Of one message, characters; of a longer one no more than `readMax` bytes are looked at. */
const shownMax = 8_000;
const readMax = 24_000;

/**
 * A message as people may see it (D-49). What stands under a name that is on the list is shown; what stands under any other is
 * `[redacted]`, and so are secrets wherever they stand. Card numbers become BIN and last four. Never throws: what cannot be
 * read is shown as far as it can.
 */
export const redactBody = (body: Uint8Array, contentType: string, secrets: Secrets): string =>
  shown(secrets, (search) => {
    const start = body.subarray(0, readMax);
    const isCut = start.length < body.length;
    if (/^\s*application\/x-www-form-urlencoded/i.test(contentType) && start[0] !== 0x3c) {
      const fields = parseForm(start, charsetOfContentType(contentType) ?? undefined);
      return hideCutEnd(ofFields(isCut ? fields.slice(0, -1) : fields, search), search);
    }
    const text = decode(start, contentType);
    const read = ofText(isCut ? withoutLastWord(text) : text, search);
    // Only once escapes and references are written out does a number show that the message breaks off within.
    return isCut || !isWhole(text) ? hideCutEnd(read, search) : read;
  });

/** A form's fields, one to a line; a document in one of them is redacted like any other. */
export const redactFields = (fields: ReturnFields, secrets: Secrets): string =>
  shown(secrets, (search) => ofFields(fields, search));

function ofFields(fields: ReturnFields, search: Search): string {
  const lines: string[] = [];
  let length = 0;
  for (const [name, value] of fields) {
    length += value.length;
    if (length > readMax) return [...lines, mark].join("\n");
    const line = `${hideSecrets(shownName(name), search)}=${ofField(name, value, search)}`;
    lines.push(line);
  }
  return lines.join("\n");
}

function ofField(name: string, value: string, search: Search): string {
  const reading = readingOf(name, "CC5Request");
  if (value.trim() === "") return "";
  if (reading === null || reading === "container") return mark;
  if (reading !== "document") return readAs(reading, hideSecrets(value, search), search);
  return `\n${ofText(value, search)}`;
}

/** What it is shows in how it begins; what the sender calls it is not asked. */
function ofText(text: string, search: Search): string {
  const hidden = hideCutEnd(hideSecrets(text, search), search);
  if (/^\s*[{[]/.test(hidden)) return redactJson(hidden, search);
  if (/<[^\s<]/.test(hidden)) return redactMarkup(hidden, search);
  const pairs = hidden.split(/;;|&/);
  if (hidden.trim() === "" || !pairs.every((pair) => /^\s*[\w.%-]{1,64}=|^\s*$/.test(pair)))
    return hideInWords(hidden, search);
  return ofFields(hidden.includes(";;") ? pairsOf(pairs) : parseForm(Buffer.from(hidden)), search);
}

const pairsOf = (pairs: readonly string[]): ReturnFields =>
  pairs.map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1)];
  });

function shown(secrets: Secrets, read: (search: Search) => string): string {
  try {
    const text = withMarksWritten(read(searchFor(secrets))).replaceAll("\t", "  ");
    return wellFormed(text.length > shownMax ? `${text.slice(0, shownMax)}… (cut)` : text);
  } catch {
    return "[unreadable]";
  }
}

/** Half of a character is none. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Whether a message ends as JSON or a document does, so that no value of it was cut off. A page may mark up part of a number. */
function isWhole(text: string): boolean {
  const [, name] = /<\/([^\s<>/]+)\s{0,9}>\s{0,9}$/.exec(text.slice(-200)) ?? [];
  return name === undefined ? /[}\]]\s{0,9}$/.test(text.slice(-10)) : pageElement(name) !== "line";
}

/** A secret, or a character, may have been cut in two. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && text.length - end < 2_000 && !/[\s<>&;,{}]/.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** Wrong bytes become replacement characters: it is for reading only. */
function decode(body: Uint8Array, contentType: string): string {
  const start = Buffer.from(body.subarray(0, 200)).toString("latin1");
  const label = /<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? "";
  const charset = charsetOf(label) ?? charsetOfContentType(contentType) ?? "utf-8";
  return new TextDecoder(charset).decode(body);
}
