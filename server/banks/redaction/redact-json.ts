import { findReading } from "./redact-names";
import type { Search } from "./redact-secrets";
import { mark, readAs, redactName } from "./redact-text";

/** Matches one piece of JSON: a string that may be cut off, a number or word, a sign, or white space. */
const piece = /"((?:[^"\\]|\\[\s\S])*)(?:"|$)|([^\s"{}[\]:,]+)|([{}[\]:,])|\s+/gy;

const depthMax = 40;

interface Place {
  /** The key of the next value; in an array, the array's own key. */
  key: string;
  /** Whether values in this place may be shown at all. */
  readonly isKnown: boolean;
  readonly isArray: boolean;
}

/** Formats JSON with one value per line and redacts it. Accepts text that breaks off or is not JSON; never throws. */
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
    else write(`${formatLabel(place)}${readValue(place, plainText(string ?? word ?? ""), secrets)}`);
  }
  return lines.join("\n");
}

function step(open: Place[], sign: string, write: (line: string) => void): void {
  const { key = "", isKnown = false } = open.at(-1) ?? {};
  if (sign === "{" || sign === "[") {
    const isArray = sign === "[";
    const within = isKnown && (key === "" || findReading(key) !== null);
    if (key !== "") write(`${redactName(key)}:`);
    open.push({ key: isArray ? key : "", isKnown: within, isArray });
  } else if ((sign === "}" || sign === "]") && open.length > 1) open.pop();
}

const formatLabel = ({ key }: Place): string => (key === "" ? "" : `${redactName(key)}: `);

const readValue = ({ key, isKnown }: Place, value: string, secrets: Search): string => {
  if (value === "" || value === "null") return value;
  return isKnown ? readAs(findReading(key), value, secrets) : mark;
};

/** Decodes the escapes of a string and removes one that is cut off at the end. */
const plainText = (text: string): string =>
  text
    .replace(/\\u[0-9A-Fa-f]{0,3}$/, "")
    .replace(/\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g, (_, code: string | undefined, sign: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return /[bfnrt]/.test(sign ?? "") ? " " : (sign ?? "");
    })
    .replace(/\ue000|[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (one) => (one === mark ? mark : ""));
