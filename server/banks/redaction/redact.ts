import { parseCharset, parseContentTypeCharset, parseForm } from "@/server/domain/web/form-body";
import type { ReturnFields } from "../bank";
import { redactJson } from "./redact-json";
import { redactMarkup } from "./redact-markup";
import { findPageElement, findReading } from "./redact-names";
import { prepareSearch, type Search, type Secrets } from "./redact-secrets";
import { hideCutEnd, hideInWords, hideSecrets, mark, readAs, redactName, replaceMarks } from "./redact-text";

export { collectSecrets } from "./redact-secrets";

/** The largest redacted text of one message, in characters. */
const shownMax = 8_000;
/** The part of a message that is read, in bytes. */
const readMax = 24_000;

/**
 * Returns a message as people may see it (D-49). The value of a name on the list (`redact-names.ts`) is shown. The
 * value of any other name becomes `[redacted]`, and so does a secret wherever it occurs. A card number keeps its BIN
 * and last four digits. Never throws; a message that cannot be read completely is shown as far as it can be read.
 */
export const redactBody = (body: Uint8Array, contentType: string, secrets: Secrets): string =>
  shown(secrets, (search) => {
    const start = body.subarray(0, readMax);
    const isCut = start.length < body.length;
    if (/^\s*application\/x-www-form-urlencoded/i.test(contentType) && start[0] !== 0x3c) {
      const fields = parseForm(start, parseContentTypeCharset(contentType) ?? undefined);
      return hideCutEnd(redactEachField(isCut ? fields.slice(0, -1) : fields, search), search);
    }
    const text = decode(start, contentType);
    const read = redactText(isCut ? withoutLastWord(text) : text, search);
    // Only after escapes and references are decoded does a number become visible in which the message breaks off.
    return isCut || !isWhole(text) ? hideCutEnd(read, search) : read;
  });

/** Returns a form's redacted fields, one per line; a document inside a field is redacted like any other. */
export const redactFields = (fields: ReturnFields, secrets: Secrets): string =>
  shown(secrets, (search) => redactEachField(fields, search));

function redactEachField(fields: ReturnFields, search: Search): string {
  const lines: string[] = [];
  let length = 0;
  for (const [name, value] of fields) {
    length += value.length;
    if (length > readMax) return [...lines, mark].join("\n");
    const line = `${hideSecrets(redactName(name), search)}=${redactField(name, value, search)}`;
    lines.push(line);
  }
  return lines.join("\n");
}

function redactField(name: string, value: string, search: Search): string {
  const reading = findReading(name, "CC5Request");
  if (value.trim() === "") return "";
  if (reading === null || reading === "container") return mark;
  if (reading !== "document") return readAs(reading, hideSecrets(value, search), search);
  return `\n${redactText(value, search)}`;
}

/** Redacts a text as JSON, markup, pairs or a sentence. The text's beginning decides, not the declared content type. */
function redactText(text: string, search: Search): string {
  const hidden = hideCutEnd(hideSecrets(text, search), search);
  if (/^\s*[{[]/.test(hidden)) return redactJson(hidden, search);
  if (/<[^\s<]/.test(hidden)) return redactMarkup(hidden, search);
  const pairs = hidden.split(/;;|&/);
  if (hidden.trim() === "" || !pairs.every((pair) => /^\s*[\w.%-]{1,64}=|^\s*$/.test(pair)))
    return hideInWords(hidden, search);
  return redactEachField(hidden.includes(";;") ? splitPairs(pairs) : parseForm(Buffer.from(hidden)), search);
}

const splitPairs = (pairs: readonly string[]): ReturnFields =>
  pairs.map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1)];
  });

function shown(secrets: Secrets, read: (search: Search) => string): string {
  try {
    const text = replaceMarks(read(prepareSearch(secrets))).replaceAll("\t", "  ");
    return wellFormed(text.length > shownMax ? `${text.slice(0, shownMax)}… (cut)` : text);
  } catch {
    return "[unreadable]";
  }
}

/** Replaces half of a surrogate pair, which the cut at `shownMax` may leave. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/**
 * Returns whether a message ends like JSON or a document, so that no value in it was cut off. The end of a page's
 * inline element does not prove it, because a page may mark up a part of a number.
 */
function isWhole(text: string): boolean {
  const [, name] = /<\/([^\s<>/]+)\s{0,9}>\s{0,9}$/.exec(text.slice(-200)) ?? [];
  return name === undefined ? /[}\]]\s{0,9}$/.test(text.slice(-10)) : findPageElement(name) !== "line";
}

/** Removes the last word, because the cut may have divided a secret or a character. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && text.length - end < 2_000 && !/[\s<>&;,{}]/.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** Decodes bytes; wrong ones become replacement characters, because the text is only for people. */
function decode(body: Uint8Array, contentType: string): string {
  const start = Buffer.from(body.subarray(0, 200)).toString("latin1");
  const label = /<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? "";
  const charset = parseCharset(label) ?? parseContentTypeCharset(contentType) ?? "utf-8";
  return new TextDecoder(charset).decode(body);
}
