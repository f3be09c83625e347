import { readingOf } from "./redact-names";
import type { Search } from "./redact-secrets";
import { mark, readAs, shownName } from "./redact-text";

/** A string that may be cut off, a number or word, a sign, or space between them. */
const piece = /"((?:[^"\\]|\\[\s\S])*)(?:"|$)|([^\s"{}[\]:,]+)|([{}[\]:,])|\s+/gy;

const depthMax = 40;

interface Place {
  /** The key of what comes next; of an array its own. */
  key: string;
  /** Whether what stands here may be read at all. */
  readonly isKnown: boolean;
  readonly isArray: boolean;
}

/** Formats JSON with one value on each line and redacts it. Also takes text that breaks off or is no JSON; never throws. */
export function redactJson(text: string, secrets: Search): string {
  const lines: string[] = [];
  const open: Place[] = [{ key: "", isKnown: true, isArray: true }];
  const write = (line: string) => lines.push("  ".repeat(open.length - 1) + line);
  const pieces = [...text.matchAll(piece)].filter(([whole]) => whole.trim() !== "");
  for (const [at, [, string, word, sign]] of pieces.entries()) {
    const place = open.at(-1);
    if (!place || open.length > depthMax) break;
    if (sign !== undefined) step(open, sign, write);
    else if (pieces[at + 1]?.[3] === ":" && !place.isArray) place.key = plainText(string ?? word ?? "");
    else write(`${labelOf(place)}${readValue(place, plainText(string ?? word ?? ""), secrets)}`);
  }
  return lines.join("\n");
}

function step(open: Place[], sign: string, write: (line: string) => void): void {
  const { key = "", isKnown = false } = open.at(-1) ?? {};
  if (sign === "{" || sign === "[") {
    const isArray = sign === "[";
    const within = isKnown && (key === "" || readingOf(key) !== null);
    if (key !== "") write(`${shownName(key)}:`);
    open.push({ key: isArray ? key : "", isKnown: within, isArray });
  } else if ((sign === "}" || sign === "]") && open.length > 1) open.pop();
}

const labelOf = ({ key }: Place): string => (key === "" ? "" : `${shownName(key)}: `);

const readValue = ({ key, isKnown }: Place, value: string, secrets: Search): string => {
  if (value === "" || value === "null") return value;
  return isKnown ? readAs(readingOf(key), value, secrets) : mark;
};

/** Escapes written out; one that was cut off at the end is left out. */
const plainText = (text: string): string =>
  text
    .replace(/\\u[0-9A-Fa-f]{0,3}$/, "")
    .replace(/\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g, (_, code: string | undefined, sign: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return /[bfnrt]/.test(sign ?? "") ? " " : (sign ?? "");
    })
    .replace(/\ue000|[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (one) => (one === mark ? mark : ""));
